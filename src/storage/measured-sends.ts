import type { Table } from 'dexie';
import type { z } from 'zod/mini';
import type { Usage } from '#core/usage.ts';
import type { BatonDatabase } from './database.ts';
import { readRow } from './read-row.ts';
import type { OnUnreadableRow } from './read-row.ts';
import { readRemembered } from './row-memory.ts';
import { MeasuredSendSchema } from './send-schemas.ts';

/** More rows than this are read together, and not each by its id. */
const FEW = 4;
/** Each has a few short fields. */
const MOST = 2_000;

/** An answered request with the vendor's usage. */
export interface MeasuredSend {
  send: z.infer<typeof MeasuredSendSchema>;
  usage: Usage;
}

/** The newest answered requests of a conversation, newest first. Reads only those that it has not read before. */
export async function listMeasuredSends(
  db: BatonDatabase,
  sessionId: string,
  most: number,
  onUnreadableRow: OnUnreadableRow,
): Promise<MeasuredSend[]> {
  // Ids grow with time, and an index lists equal keys in the order of their ids.
  // oxlint-disable-next-line unicorn/no-array-reverse -- a query, not an array
  const newestOf = <Row>(table: Table<Row, string>) => table.where('sessionId').equals(sessionId).reverse().limit(most);
  return db.transaction('r', db.sends, db.usage, async () => {
    const [ids, usage] = await Promise.all([newestOf(db.sends).primaryKeys(), newestOf(db.usage).toArray()]);
    const known = new Map(usage.map((row) => [row.id, row.usage]));
    // Usage of what has no send, such as titles, may come in between. With fewer rows than asked for, all have been read.
    const uncounted = usage.length < most ? [] : ids.filter((id) => !known.has(id));
    for (const row of await db.usage.bulkGet(uncounted)) if (row) known.set(row.id, row.usage);
    const sends = await readRemembered(
      db,
      db.sends,
      ids.filter((id) => known.has(id)),
      {
        all: () => newestOf(db.sends).toArray(),
        few: FEW,
        most: MOST,
        check: (raw, key) => readRow(MeasuredSendSchema, raw, { table: 'sends', key }, onUnreadableRow),
      },
    );
    return sends.flatMap((send) => {
      const usage = known.get(send.id);
      return usage ? [{ send, usage }] : [];
    });
  });
}
