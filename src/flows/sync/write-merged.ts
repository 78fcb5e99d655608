import type { SessionHistory } from '#archive/records.ts';
import type { BatonDatabase } from '#storage/database.ts';
import { toMessageRow } from '#storage/write-messages.ts';
import { noteRewritten } from '#storage/rewrites.ts';
import { storeSends } from '#storage/store-sends.ts';

/**
 * Stores what a merge changed in a session. Rows that it left alone are the same objects as before. Call it inside a
 * transaction that has read `before`.
 */
export async function writeMerged(
  db: BatonDatabase,
  before: SessionHistory | null,
  { session, messages, overlays, sends, usage, outputs, plan }: SessionHistory,
): Promise<void> {
  const changed = <T>(rows: readonly T[], old: readonly T[] | undefined): T[] => {
    const same = new Set(old);
    return rows.filter((row) => !same.has(row));
  };
  const removedKeys = <T, K>(rows: readonly T[], old: readonly T[] | undefined, keyOf: (row: T) => K): K[] => {
    const retained = new Set(rows.map((row) => JSON.stringify(keyOf(row))));
    return (old ?? []).map(keyOf).filter((key) => !retained.has(JSON.stringify(key)));
  };
  if (before) await noteRewritten(db, [session.id]);
  await db.messages.bulkPut(changed(messages, before?.messages).map(toMessageRow));
  await db.overlays.bulkDelete(removedKeys(overlays, before?.overlays, ({ id }) => id));
  await db.overlays.bulkPut(changed(overlays, before?.overlays));
  await storeSends(db, changed(sends, before?.sends), 'put');
  await db.usage.bulkPut(changed(usage, before?.usage));
  await db.outputs.bulkDelete(
    removedKeys(outputs, before?.outputs, ({ sessionId, id }): [string, string] => [sessionId, id]),
  );
  await db.outputs.bulkPut(changed(outputs, before?.outputs));
  if (plan && plan !== before?.plan) await db.plans.put(plan);
  if (!plan && before?.plan) await db.plans.delete(session.id);
  await db.sessions.put(session);
}
