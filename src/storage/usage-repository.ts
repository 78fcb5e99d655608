import type { BatonDatabase } from './database.ts';
import type { UsageRow } from './rows.ts';
import { stored } from './stored.ts';

/** Enters what a request consumed that left no answer in its conversation. */
export async function addUsage(db: BatonDatabase, row: UsageRow): Promise<void> {
  await stored(
    db.transaction('rw', [db.usage, db.sessions], async () => {
      await db.usage.put(row);
      const session = await db.sessions.get(row.sessionId);
      if (session) await db.sessions.update(row.sessionId, { cost: session.cost + (row.cost ?? 0) });
    }),
  );
}
