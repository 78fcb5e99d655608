import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { BatonDatabase } from './database.ts';
import { newId } from './new-id.ts';
import { declareSchema } from './schema.ts';
import { withStorageErrors } from './with-storage-errors.ts';

/** A database that lives in this page's memory only: nothing of it reaches the disk, and closing it is the end of it. */
export async function openMemoryDatabase(): Promise<BatonDatabase> {
  const db = new BatonDatabase(`memory-${newId()}`, {
    indexedDB: new IDBFactory(),
    IDBKeyRange,
    cache: 'disabled',
    autoOpen: false,
  });
  declareSchema(db);
  await withStorageErrors(db.open());
  return db;
}
