import { createDigestWriter, differences, type Fingerprint } from './fingerprint.ts';
import {
  createStores,
  deleteRaw,
  layoutOf,
  openAtVersion,
  requestToPromise,
  settleTransaction,
} from './raw-database.ts';
import { readStore, type RawRow } from './read-store.ts';

const BATCH = 500;

/**
 * Copies a complete database under another name and compares the copy with the original. Until the last step, the copy
 * has a version below every schema's, so an incomplete one is never taken for a history. Rejects and leaves no copy if
 * something cannot be read or differs. Writes are strictly durable, so the original may be removed afterwards.
 */
export async function copyDatabase(
  from: IDBDatabase,
  name: string,
  onProgress?: (done: number, of: number) => void,
): Promise<void> {
  const layout = layoutOf(from);
  const names = layout.map((store) => store.name);
  const of = await countAll(from, names);
  const to = await openAtVersion(name, 1, (fresh) => createStores(fresh, layout));
  try {
    const printer = createDigestWriter();
    let done = 0;
    for (const { name: store, keyPath } of layout) {
      printer.table(store);
      let batch: RawRow[] = [];
      const flush = async (): Promise<void> => {
        const transaction = to.transaction(store, 'readwrite', { durability: 'strict' });
        const table = transaction.objectStore(store);
        for (const { key, value } of batch) {
          if (keyPath === null) table.put(value, key);
          else table.put(value);
        }
        await settleTransaction(transaction);
        done += batch.length;
        onProgress?.(done, of);
        batch = [];
      };
      for await (const row of readStore(from, store, ({ why }) => unreadable(store, why))) {
        printer.add(store, row.value);
        batch.push(row);
        if (batch.length >= BATCH) await flush();
      }
      if (batch.length > 0) await flush();
    }
    const [first] = differences(printer.done(), await printOf(to, names));
    if (first) throw new Error(`${first.table} ${first.owner} was not copied as it is`);
  } catch (error) {
    to.close();
    await deleteRaw(name);
    throw error;
  }
  to.close();
  (await openAtVersion(name, from.version, () => undefined)).close();
}

async function countAll(db: IDBDatabase, names: readonly string[]): Promise<number> {
  let all = 0;
  for (const name of names) all += await requestToPromise(db.transaction(name).objectStore(name).count());
  return all;
}

async function printOf(db: IDBDatabase, names: readonly string[]): Promise<Fingerprint> {
  const printer = createDigestWriter();
  for (const name of names) {
    printer.table(name);
    for await (const { value } of readStore(db, name, ({ why }) => unreadable(name, why))) printer.add(name, value);
  }
  return printer.done();
}

function unreadable(store: string, why: string): never {
  throw new Error(`${store}: ${why}`);
}
