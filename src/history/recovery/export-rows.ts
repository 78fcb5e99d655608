import { lineOf } from '#archive/write-archive.ts';
import { openRaw } from '#storage/raw/raw-database.ts';
import { encodeRaw } from '#storage/raw/raw-value.ts';
import { readStore } from '#storage/raw/read-store.ts';
import { StorageError } from '#storage/storage-error.ts';

/** A row by its table and its key, or a part of its key. */
export interface RowAddress {
  table: string;
  key: string;
}

/** Writes rows unchanged, one per line, whatever they contain. Returns how many were there. */
export async function exportRows(
  database: string,
  places: readonly RowAddress[],
  to: WritableStream<Uint8Array>,
): Promise<number> {
  const db = await openRaw(database);
  if (!db) throw new StorageError('missing', undefined, database);
  const writer = to.getWriter();
  const encoder = new TextEncoder();
  let count = 0;
  try {
    for (const table of new Set(places.map((place) => place.table))) {
      if (!db.objectStoreNames.contains(table)) continue;
      const requestedKeys = new Set(places.filter((place) => place.table === table).map(({ key }) => key));
      for await (const { key, value } of readStore(db, table, () => undefined)) {
        const parts: IDBValidKey[] = Array.isArray(key) ? key : [key];
        if (!parts.some((part) => typeof part === 'string' && requestedKeys.has(part))) continue;
        const row = encodeRaw(value, () => 'not-kept');
        await writer.write(encoder.encode(lineOf({ table, key: encodeRaw(key, () => ''), row })));
        count += 1;
      }
    }
  } finally {
    db.close();
    writer.releaseLock();
  }
  return count;
}
