import { digestOf, type Records } from '#archive/sync/sync-records.ts';
import { openObject, readLine, type SyncLine, type SyncObject } from '#archive/sync/sync-object.ts';
import type { BatonDatabase } from '#storage/database.ts';
import { getSyncLog } from '#storage/sync-marks.ts';

/** Records to process before yielding to the page: a few milliseconds, however long a session is. */
export const MAX_AT_ONCE = 200;

/**
 * Lets the page draw and react to the user. Reading a row resolves in its own task. Unlike a pause, it keeps open the
 * transaction in which this is called.
 */
export async function yieldToPage(db: BatonDatabase): Promise<void> {
  await getSyncLog(db);
}

/** One after another, yielding to the page in between. */
export async function forEachYielding<T>(
  db: BatonDatabase,
  items: Iterable<T>,
  work: (item: T) => void,
): Promise<void> {
  let done = 0;
  for (const item of items) {
    work(item);
    if (++done % MAX_AT_ONCE === 0) await yieldToPage(db);
  }
}

export async function digestsYielding(db: BatonDatabase, records: Records): Promise<Map<string, string>> {
  const digests = new Map<string, string>();
  await forEachYielding(db, records, ([key, value]) => void digests.set(key, digestOf(value)));
  return digests;
}

export async function readObjectYielding(db: BatonDatabase, text: string): Promise<SyncObject> {
  const { head, rest } = openObject(text);
  const lines: SyncLine[] = [];
  await forEachYielding(db, rest, (line) => void lines.push(readLine(line)));
  return { head, lines };
}
