import { withTimeLimit } from '../with-time-limit.ts';
import { requestToPromise } from './raw-database.ts';

export interface RawRow {
  key: IDBValidKey;
  value: unknown;
}

/** What could not be read: one row, or everything between two keys (null: from the beginning, to the end). */
export interface UnreadableKeys {
  store: string;
  from: IDBValidKey | null;
  to: IDBValidKey | null;
  why: string;
}

const PAGE = 200;
const LIMIT_MS = 15_000;

/**
 * Every row that can be read, in the order of the keys, a page in memory at a time. A row that fails is reported and
 * skipped; where the keys themselves cannot be read on, the rest is read from the end, and what lies between is reported.
 */
export async function* readStore(
  db: IDBDatabase,
  store: string,
  report: (keys: UnreadableKeys) => void,
): AsyncGenerator<RawRow> {
  let after: IDBValidKey | null = null;
  for (;;) {
    let keys: IDBValidKey[];
    try {
      keys = await ask(db, store, (table) => table.getAllKeys(above(after), PAGE));
    } catch (error) {
      yield* readBackwards(db, store, after, error, report);
      return;
    }
    yield* readRows(db, store, keys, report);
    if (keys.length < PAGE) return;
    after = keys.at(-1) ?? null;
  }
}

/** From the end down to the first key that cannot be reached; rows come in falling order. */
async function* readBackwards(
  db: IDBDatabase,
  store: string,
  after: IDBValidKey | null,
  cause: unknown,
  report: (keys: UnreadableKeys) => void,
): AsyncGenerator<RawRow> {
  let before: IDBValidKey | null = null;
  for (;;) {
    const to: IDBValidKey | null = before;
    try {
      const cursor: IDBCursor | null = await ask(db, store, (table): IDBRequest<IDBCursor | null> =>
        table.openKeyCursor(between(after, to), 'prev'),
      );
      // Read to where the way from the front ended: nothing is left out.
      if (!cursor) return;
      before = cursor.primaryKey;
    } catch (error) {
      report({ store, from: after, to, why: `${words(cause)}; ${words(error)}` });
      return;
    }
    yield* readRows(db, store, [before], report);
  }
}

async function* readRows(
  db: IDBDatabase,
  store: string,
  keys: readonly IDBValidKey[],
  report: (keys: UnreadableKeys) => void,
): AsyncGenerator<RawRow> {
  const [first] = keys;
  const last = keys.at(-1);
  if (first === undefined || last === undefined) return;
  let values: unknown[] | null = null;
  try {
    values = await ask(db, store, (table): IDBRequest<unknown[]> => table.getAll(IDBKeyRange.bound(first, last)));
  } catch {
    // One of them is bad: below it is told which.
  }
  if (values?.length === keys.length) {
    for (const [index, key] of keys.entries()) yield { key, value: values[index] };
    return;
  }
  for (const key of keys) {
    let value: unknown;
    try {
      value = await ask(db, store, (table): IDBRequest<unknown> => table.get(key));
    } catch (error) {
      report({ store, from: key, to: key, why: words(error) });
      continue;
    }
    if (value === undefined) report({ store, from: key, to: key, why: 'a key without a row' });
    else yield { key, value };
  }
}

/** Each in a transaction of its own: one that failed would take the next ones with it. */
async function ask<T>(db: IDBDatabase, store: string, request: (table: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  return withTimeLimit(requestToPromise(request(db.transaction(store).objectStore(store))), LIMIT_MS, `read ${store}`);
}

const above = (key: IDBValidKey | null): IDBKeyRange | null =>
  key === null ? null : IDBKeyRange.lowerBound(key, true);

function between(after: IDBValidKey | null, before: IDBValidKey | null): IDBKeyRange | null {
  if (after !== null && before !== null) return IDBKeyRange.bound(after, before, true, true);
  return before === null ? above(after) : IDBKeyRange.upperBound(before, true);
}

const words = (error: unknown): string => (error instanceof Error ? `${error.name}: ${error.message}` : String(error));
