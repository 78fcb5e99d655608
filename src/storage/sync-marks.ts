import type { BatonDatabase } from './database.ts';
import type { SyncLogRow, SyncOutboxRow, SyncSessionRow } from './sync-rows.ts';

/*
 * The state of sync: three kinds of rows in one table, distinguished by their ids. Call these functions inside
 * transactions.
 */

const LOG = 'log';

export async function getSyncLog(db: BatonDatabase): Promise<SyncLogRow | null> {
  const row = await db.syncMarks.get(LOG);
  return row?.id === LOG ? row : null;
}

export const sessionMarkId = (sessionId: string): SyncSessionRow['id'] => `session:${sessionId}`;
export const outboxId = (counter: number): SyncOutboxRow['id'] => `outbox:${String(counter).padStart(12, '0')}`;

export async function getSessionMarks(db: BatonDatabase, sessionId: string): Promise<SyncSessionRow | null> {
  const row = await db.syncMarks.get(sessionMarkId(sessionId));
  return row && 'records' in row ? row : null;
}

/** Sync objects that are not sent yet, oldest first. */
export async function readOutbox(db: BatonDatabase): Promise<SyncOutboxRow[]> {
  const rows = await db.syncMarks.where('id').startsWith('outbox:').toArray();
  return rows.filter((row): row is SyncOutboxRow => 'text' in row);
}

/**
 * Records that a conversation in the log was permanently removed. Deletes its marks, and stores the version vector with
 * the tombstone.
 */
export async function writeTombstone(db: BatonDatabase, sessionId: string): Promise<void> {
  const [log, marks] = [await getSyncLog(db), await getSessionMarks(db, sessionId)];
  if (!log || !marks) return;
  await db.syncMarks.delete(marks.id);
  const before = await db.tombstones.get(sessionId);
  const seen = Object.fromEntries(Object.entries(log.applied).map(([device, { counter }]) => [device, counter]));
  await db.tombstones.put({
    id: sessionId,
    seen: { ...before?.seen, ...seen, [log.device]: log.counter },
    unsent: true,
    void: false,
  });
}
