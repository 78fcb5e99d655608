import { describeError } from '#core/thrown.ts';
import { withTimeLimit } from '../with-time-limit.ts';
import { requestToPromise } from './raw-database.ts';

export interface RawRow {
  key: IDBValidKey;
  value: unknown;
}

/** An unreadable row, or everything between two keys. A null key means the start or the end. */
export interface UnreadableKeys {
  store: string;
  from: IDBValidKey | null;
  to: IDBValidKey | null;
  why: string;
}

const PAGE = 200;
const LIMIT_MS = 15_000;

/**
 * Every readable row, in the order of the keys, with one page in memory at a time. A row that fails is reported and
 * skipped. If the keys themselves cannot be read any further, the rest is read from the end, and the range in between
 * is reported.
 */
export async function* readStore(
  db: IDBDatabase,
  store: string,
  onUnreadable: (keys: UnreadableKeys) => void,
): AsyncGenerator<RawRow> {
  let after: IDBValidKey | null = null;
  for (;;) {
    let keys: IDBValidKey[];
    try {
      keys = await ask(db, store, (table) => table.getAllKeys(above(after), PAGE));
    } catch (error) {
      yield* readBackwards(db, store, after, error, onUnreadable);
      return;
    }
    yield* readRows(db, store, keys, onUnreadable);
    if (keys.length < PAGE) return;
    after = keys.at(-1) ?? null;
  }
}

/** Reads from the end down to the first unreachable key. Rows come in descending order. */
async function* readBackwards(
  db: IDBDatabase,
  store: string,
  after: IDBValidKey | null,
  cause: unknown,
  onUnreadable: (keys: UnreadableKeys) => void,
): AsyncGenerator<RawRow> {
  let before: IDBValidKey | null = null;
  for (;;) {
    const to: IDBValidKey | null = before;
    try {
      const cursor: IDBCursor | null = await ask(db, store, (table): IDBRequest<IDBCursor | null> =>
        table.openKeyCursor(between(after, to), 'prev'),
      );
      // Reached the position where reading forward stopped. Nothing is missing.
      if (!cursor) return;
      before = cursor.primaryKey;
    } catch (error) {
      onUnreadable({ store, from: after, to, why: `${describeError(cause)}; ${describeError(error)}` });
      return;
    }
    yield* readRows(db, store, [before], onUnreadable);
  }
}

async function* readRows(
  db: IDBDatabase,
  store: string,
  keys: readonly IDBValidKey[],
  onUnreadable: (keys: UnreadableKeys) => void,
): AsyncGenerator<RawRow> {
  const [first] = keys;
  const last = keys.at(-1);
  if (first === undefined || last === undefined) return;
  let values: unknown[] | null = null;
  try {
    values = await ask(db, store, (table): IDBRequest<unknown[]> => table.getAll(IDBKeyRange.bound(first, last)));
  } catch {
    // At least one of them is unreadable. The loop below finds out which.
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
      onUnreadable({ store, from: key, to: key, why: describeError(error) });
      continue;
    }
    if (value === undefined) onUnreadable({ store, from: key, to: key, why: 'a key without a row' });
    else yield { key, value };
  }
}

/** Each request has its own transaction, since a failed one would abort the next ones too. */
async function ask<T>(db: IDBDatabase, store: string, request: (table: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  return withTimeLimit(requestToPromise(request(db.transaction(store).objectStore(store))), LIMIT_MS, `read ${store}`);
}

const above = (key: IDBValidKey | null): IDBKeyRange | null =>
  key === null ? null : IDBKeyRange.lowerBound(key, true);

function between(after: IDBValidKey | null, before: IDBValidKey | null): IDBKeyRange | null {
  if (after !== null && before !== null) return IDBKeyRange.bound(after, before, true, true);
  return before === null ? above(after) : IDBKeyRange.upperBound(before, true);
}
