import { Dexie, type Collection } from 'dexie';
import type { BatonDatabase } from './database.ts';
import { SessionRowSchema } from './row-schemas.ts';
import type { SessionRow } from './rows.ts';
import { withStorageErrors } from './with-storage-errors.ts';

/** A conversation, and the highest number that a message of it has, readable or not. */
export interface NumberedSession {
  id: string;
  lastSeq: number;
}

/**
 * Conversations that have messages but no readable row, so the list does not show them. `behind`: those whose row is
 * older than their messages, so that new ones would get numbers that are taken.
 */
export async function findLostSessions(
  db: BatonDatabase,
): Promise<{ lost: NumberedSession[]; behind: NumberedSession[] }> {
  const listed = new Map<string, number>();
  await db.sessions.each((row: unknown) => {
    const read = SessionRowSchema.safeParse(row);
    if (read.success) listed.set(read.data.id, read.data.lastSeq);
  });
  const found = { lost: [] as NumberedSession[], behind: [] as NumberedSession[] };
  for (let before: string | null = null; ;) {
    // One lookup per conversation, which skips its other messages.
    const earlier: Collection =
      before === null
        ? db.messages.orderBy('[sessionId+seq]')
        : db.messages.where('[sessionId+seq]').below([before, Dexie.minKey]);
    const key = await earlier.lastKey();
    const [id, lastSeq]: unknown[] = Array.isArray(key) ? key : [];
    if (typeof id !== 'string' || typeof lastSeq !== 'number') return found;
    const known = listed.get(id);
    if (known === undefined) found.lost.unshift({ id, lastSeq });
    else if (known < lastSeq) found.behind.push({ id, lastSeq });
    before = id;
  }
}

/** Lets a conversation go on after its last message. */
export async function putLastSeq(db: BatonDatabase, { id, lastSeq }: NumberedSession): Promise<void> {
  await withStorageErrors(
    db.sessions
      .where(':id')
      .equals(id)
      .modify((row) => {
        row.lastSeq = Math.max(row.lastSeq, lastSeq);
      }),
  );
}

/** Conversations whose path ends in a missing message. They would appear empty. */
export async function findLostLeaves(db: BatonDatabase): Promise<{ id: string; leafId: string }[]> {
  const ends: { id: string; leafId: string }[] = [];
  await db.sessions.each(({ id, leafId }) => {
    if (typeof leafId === 'string') ends.push({ id, leafId });
  });
  const there = new Set(
    await db.messages
      .where('id')
      .anyOf(ends.map(({ leafId }) => leafId))
      .primaryKeys(),
  );
  return ends.filter(({ leafId }) => !there.has(leafId));
}

/** Setting that stores a replaced row unchanged. */
const storedKey = (id: string): string => `storage.replaced:sessions/${id}`;

/**
 * Replaces a missing or unreadable row with a rebuilt one. Readable fields of an unreadable row are retained. Returns
 * `null` if another window was faster.
 */
export async function putRebuilt(db: BatonDatabase, rebuilt: SessionRow): Promise<SessionRow | null> {
  return withStorageErrors(
    db.transaction('rw', db.sessions, db.settings, async () => {
      const damaged: unknown = await db.sessions.get(rebuilt.id);
      if (damaged === undefined) {
        await db.sessions.add(rebuilt);
        return rebuilt;
      }
      if (SessionRowSchema.safeParse(damaged).success) return null;
      const row = salvage(rebuilt, damaged);
      await db.settings.put({ key: storedKey(rebuilt.id), value: damaged });
      await db.sessions.put(row);
      return row;
    }),
  );
}

function salvage(rebuilt: SessionRow, damaged: unknown): SessionRow {
  let row = rebuilt;
  if (typeof damaged !== 'object' || damaged === null) return row;
  for (const [key, value] of Object.entries(damaged)) {
    // The path comes from the messages, not from the damaged row.
    if (key === 'id' || key === 'leafId' || key === 'lastSeq') continue;
    const tried = SessionRowSchema.safeParse({ ...row, [key]: value });
    if (tried.success) row = tried.data;
  }
  return row;
}

/** Does nothing if the leaf was moved meanwhile. */
export async function replaceLeaf(
  db: BatonDatabase,
  id: string,
  lost: string,
  leafId: string | null,
): Promise<boolean> {
  return withStorageErrors(
    db.transaction('rw', db.sessions, async () => {
      const row = await db.sessions.get(id);
      if (row?.leafId !== lost) return false;
      await db.sessions.update(id, { leafId });
      return true;
    }),
  );
}
