import type { BatonDatabase } from './database.ts';
import type { UsageRow } from './rows.ts';
import { withStorageErrors } from './with-storage-errors.ts';

/** Records the usage of a request that left no answer in its conversation. */
export async function addUsage(db: BatonDatabase, row: UsageRow): Promise<void> {
  await withStorageErrors(
    db.transaction('rw', [db.usage, db.sessions], async () => {
      await db.usage.put(row);
      const session = await db.sessions.get(row.sessionId);
      if (session) await db.sessions.update(row.sessionId, { cost: session.cost + (row.cost ?? 0) });
    }),
  );
}

/** Usage from one time up to another, oldest first. */
export async function eachUsage(
  db: BatonDatabase,
  { from, to }: { from: number; to: number },
  take: (row: UsageRow) => void,
): Promise<void> {
  await db.usage.where('at').between(from, to, true, false).each(take);
}

/** Time of the oldest entry; `null` if there is none. */
export async function firstUsage(db: BatonDatabase): Promise<number | null> {
  return (await db.usage.orderBy('at').first())?.at ?? null;
}
