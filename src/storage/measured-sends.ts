import type { Table } from 'dexie';
import { z } from 'zod/mini';
import type { Usage } from '#core/usage.ts';
import { VENDORS } from '#core/vendor.ts';
import type { BatonDatabase } from './database.ts';
import { readRow } from './read-row.ts';
import type { OnUnreadableRow } from './read-row.ts';
import { readRemembered } from './row-memory.ts';
import type { SendRow } from './rows.ts';

/** What of a row is measured against the vendor's count. */
type MeasuredSendRow = Pick<SendRow, 'id' | 'vendor' | 'model' | 'endpoint' | 'tokens' | 'tokenFactor' | 'vendorNotes'>;

/** Leaves out the notes: after a change of vendor, a long conversation has thousands in each row. */
const MeasuredSendRowSchema: z.ZodMiniType<MeasuredSendRow> = z.object({
  id: z.string().check(z.minLength(1)),
  vendor: z.enum(VENDORS),
  model: z.string(),
  endpoint: z.string(),
  tokens: z.number().check(z.nonnegative()),
  tokenFactor: z.exactOptional(z.number().check(z.positive())),
  vendorNotes: z.array(z.object({ rule: z.string(), detail: z.exactOptional(z.string()) })),
});

/** More rows than this are read together, and not each by its id. */
const FEW = 4;
/** Each has a few short fields. */
const MOST = 2_000;

/** An answered request with the vendor's usage. */
export interface MeasuredSend {
  send: MeasuredSendRow;
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
        check: (raw, key) => readRow(MeasuredSendRowSchema, raw, { table: 'sends', key }, onUnreadableRow),
      },
    );
    return sends.flatMap((send) => {
      const usage = known.get(send.id);
      return usage ? [{ send, usage }] : [];
    });
  });
}
