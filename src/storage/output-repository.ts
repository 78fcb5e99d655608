import { Dexie } from 'dexie';
import type { Collection } from 'dexie';
import type { BatonDatabase } from './database.ts';
import { readRow } from './read-row.ts';
import type { OnUnreadableRow } from './read-row.ts';
import { getSyncLog } from './sync-marks.ts';
import { OutputRowSchema } from './row-schemas.ts';
import type { OutputRow } from './rows.ts';
import { writeFenced } from './writer-fence.ts';
import type { Fence } from './writer-fence.ts';

/** Stores a text and returns its id in this session. A call that runs again reuses its id and replaces the text. */
export async function saveOutput(
  db: BatonDatabase,
  fence: Fence,
  output: Omit<OutputRow, 'sessionId' | 'id'>,
): Promise<string> {
  const { sessionId } = fence;
  return writeFenced(db, fence, [db.outputs, db.syncMarks], async () => {
    const before = await db.outputs.where('[sessionId+call]').equals([sessionId, output.call]).first();
    const id = before?.id ?? (await freeId(db, sessionId));
    await db.outputs.put({ ...output, sessionId, id });
    return id;
  });
}

/**
 * A fork has only some of the ids, so counting them would not work. Syncing devices use separate numbers, because both
 * may continue the same conversation.
 */
async function freeId(db: BatonDatabase, sessionId: string): Promise<string> {
  const numbers = (await outputsOf(db, sessionId).primaryKeys()).map(([, id]) =>
    Number(/^output-(\d+)/.exec(id)?.[1] ?? 0),
  );
  const log = await getSyncLog(db);
  return `output-${1 + Math.max(0, ...numbers)}${log ? `-${log.device.slice(0, 4)}` : ''}`;
}

/** All outputs of a session. */
export function outputsOf(db: BatonDatabase, sessionId: string): Collection<OutputRow, [string, string]> {
  return db.outputs.where('[sessionId+id]').between([sessionId, Dexie.minKey], [sessionId, Dexie.maxKey]);
}

/** `null` if this session has no such output. */
export async function readOutput(
  db: BatonDatabase,
  sessionId: string,
  id: string,
  onUnreadableRow: OnUnreadableRow,
): Promise<string | null> {
  const row: unknown = await db.outputs.get([sessionId, id]);
  if (row === undefined) return null;
  return readRow(OutputRowSchema, row, { table: 'outputs', key: `${sessionId} ${id}` }, onUnreadableRow)?.text ?? null;
}
