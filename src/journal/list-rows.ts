import { Dexie } from 'dexie';
import { JOURNAL_TABLES, type JournalTable, type RowKey, type RowListing } from '#contract/journal.ts';
import type { BatonDatabase } from '#storage/database.ts';
import { encodeRaw } from '#storage/raw/raw-value.ts';
import { belongsInJournal, MUTABLE_TABLES, digestOf } from './journal-rows.ts';

/** Every row that belongs in the journal, by key, at one point in time. */
export async function listRows(
  db: BatonDatabase,
  tables: readonly JournalTable[] = JOURNAL_TABLES,
): Promise<RowListing> {
  const listing: RowListing = { keys: {}, digests: {}, unfinished: [] };
  await db.transaction('r', tables, async () => {
    for (const name of tables) {
      const table = db.table<unknown, RowKey>(name);
      if (MUTABLE_TABLES.has(name)) {
        const keys: RowKey[] = [];
        const digests: string[] = [];
        await table.toCollection().each((row, { primaryKey }) => {
          if (!belongsInJournal(name, primaryKey, row)) return;
          keys.push(primaryKey);
          digests.push(digestOf(encodeRaw(row, () => String(primaryKey))));
        });
        listing.keys[name] = keys;
        listing.digests[name] = digests;
      } else if (name === 'messages') {
        const [below, above] = [
          ['complete', Dexie.minKey],
          ['complete', Dexie.maxKey],
        ];
        const byStatus = db.messages.where('[status+sessionId]');
        const unfinished = new Set([
          ...(await byStatus.below(below).primaryKeys()),
          ...(await byStatus.above(above).primaryKeys()),
        ]);
        const all = await db.messages.toCollection().primaryKeys();
        listing.unfinished = [...unfinished];
        listing.keys.messages = unfinished.size === 0 ? all : all.filter((id) => !unfinished.has(id));
      } else listing.keys[name] = await table.toCollection().primaryKeys();
    }
  });
  return listing;
}
