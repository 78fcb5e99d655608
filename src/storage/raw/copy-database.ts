import { createStores, deleteRaw, layoutOf, openAtVersion, settleTransaction } from './raw-database.ts';
import { readStore, type RawRow } from './read-store.ts';

const BATCH = 500;

/**
 * Copies a whole database under another name. The copy has a version below every schema's until its last step, so
 * nobody takes one that is not whole for a history. Rejects, and leaves none, when something cannot be read.
 */
export async function copyDatabase(from: IDBDatabase, name: string): Promise<void> {
  const layout = layoutOf(from);
  const to = await openAtVersion(name, 1, (fresh) => createStores(fresh, layout));
  try {
    for (const { name: store, keyPath } of layout) {
      let batch: RawRow[] = [];
      const flush = async (): Promise<void> => {
        const transaction = to.transaction(store, 'readwrite', { durability: 'relaxed' });
        const table = transaction.objectStore(store);
        for (const { key, value } of batch) {
          if (keyPath === null) table.put(value, key);
          else table.put(value);
        }
        await settleTransaction(transaction);
        batch = [];
      };
      const unreadable = (why: string) => {
        throw new Error(`${store}: ${why}`);
      };
      for await (const row of readStore(from, store, ({ why }) => unreadable(why))) {
        batch.push(row);
        if (batch.length >= BATCH) await flush();
      }
      if (batch.length > 0) await flush();
    }
  } catch (error) {
    to.close();
    await deleteRaw(name);
    throw error;
  }
  to.close();
  (await openAtVersion(name, from.version, () => undefined)).close();
}
