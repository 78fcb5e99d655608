import { StorageError } from '../storage-error.ts';
import { withTimeLimit } from '../with-time-limit.ts';

/*
 * A database accessed only through IndexedDB: no schema, no upgrade, and a failed operation does not affect the others.
 */

export interface StoreLayout {
  name: string;
  keyPath: string | string[] | null;
  autoIncrement: boolean;
  indexes: { name: string; keyPath: string | string[]; unique: boolean; multiEntry: boolean }[];
}

/** A slower operation is given up: a failing engine may neither succeed nor fail. */
const LIMIT_MS = 15_000;

export function requestToPromise<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(request.error ?? new Error('the request failed')));
  });
}

export function settleTransaction(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.addEventListener('complete', () => resolve());
    const fail = () => reject(transaction.error ?? new Error('the transaction failed'));
    transaction.addEventListener('abort', fail);
    transaction.addEventListener('error', fail);
  });
}

/** Opens an existing database at its own version. Returns `null` if there is none, and does not create it. */
export async function openRaw(name: string, timeLimit = LIMIT_MS): Promise<IDBDatabase | null> {
  const request = indexedDB.open(name);
  let missing = false;
  request.addEventListener('upgradeneeded', () => {
    missing = true;
    request.transaction?.abort();
  });
  try {
    const db = await withTimeLimit(requestToPromise(request), timeLimit, 'open');
    // Upgrades take precedence: reading can be repeated.
    db.addEventListener('versionchange', () => db.close());
    return db;
  } catch (error) {
    if (missing) return null;
    // A database that opens later must not stay open.
    request.addEventListener('success', () => request.result.close());
    throw error;
  }
}

/** Creates or changes a database in one transaction. `change` must not wait for anything but its requests. */
export async function openAtVersion(
  name: string,
  version: number,
  change: (db: IDBDatabase, transaction: IDBTransaction) => void,
): Promise<IDBDatabase> {
  const request = indexedDB.open(name, version);
  let blocked = false;
  request.addEventListener('blocked', () => {
    blocked = true;
  });
  request.addEventListener('upgradeneeded', () => {
    if (request.transaction) change(request.result, request.transaction);
  });
  try {
    return await withTimeLimit(requestToPromise(request), LIMIT_MS, 'open');
  } catch (error) {
    request.addEventListener('success', () => request.result.close());
    throw blocked ? new StorageError('blocked', error) : error;
  }
}

/** Never call it for a history that is in use: only for one that the user asked to delete, or an incomplete one. */
export async function deleteRaw(name: string): Promise<void> {
  await withTimeLimit(requestToPromise(indexedDB.deleteDatabase(name)), LIMIT_MS, 'delete');
}

export function layoutOf(db: IDBDatabase): StoreLayout[] {
  const names = [...db.objectStoreNames];
  if (names.length === 0) return [];
  const transaction = db.transaction(names);
  return names.map((name) => {
    const store = transaction.objectStore(name);
    return {
      name,
      keyPath: store.keyPath,
      autoIncrement: store.autoIncrement,
      indexes: [...store.indexNames].map((index) => {
        const { keyPath, unique, multiEntry } = store.index(index);
        return { name: index, keyPath, unique, multiEntry };
      }),
    };
  });
}

export function createStores(db: IDBDatabase, layout: readonly StoreLayout[]): void {
  for (const { name, keyPath, autoIncrement, indexes } of layout) {
    const store = db.createObjectStore(name, { keyPath, autoIncrement });
    for (const { name: index, keyPath: path, unique, multiEntry } of indexes)
      store.createIndex(index, path, { unique, multiEntry });
  }
}
