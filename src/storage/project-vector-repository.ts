import { Dexie } from 'dexie';
import type { BatonDatabase } from './database.ts';
import type { ProjectVectorsRow } from './rows.ts';
import { withStorageErrors } from './with-storage-errors.ts';

export const vectorsOfFile = (db: BatonDatabase, file: string) =>
  db.projectVectors.where('[file+start]').between([file, Dexie.minKey], [file, Dexie.maxKey]);

/** Ids of the files of which a model has every chunk. */
export async function listFilesWithVectors(db: BatonDatabase, folder: string, model: string): Promise<Set<string>> {
  const keys = await db.projectVectors.where('[folder+model+open]').equals([folder, model, 0]).primaryKeys();
  return new Set(keys.map(([file]) => file));
}

/** Where the chunks of a file end that a model has. */
export async function endOfVectors(db: BatonDatabase, file: string, model: string): Promise<number> {
  let end = 0;
  await vectorsOfFile(db, file).each((row) => {
    if (row.model === model) end = Math.max(end, row.cuts.at(-1) ?? 0);
  });
  return end;
}

/** Whether a model has anything of a project. */
export async function hasVectors(db: BatonDatabase, folder: string, model: string): Promise<boolean> {
  const range = db.projectVectors
    .where('[folder+model+open]')
    .between([folder, model, 0], [folder, model, 1], true, true);
  return (await range.count()) > 0;
}

/** Stores vectors, except of files that were removed meanwhile. */
export async function putVectors(db: BatonDatabase, rows: readonly ProjectVectorsRow[]): Promise<void> {
  await withStorageErrors(
    db.transaction('rw', db.projectFiles, db.projectVectors, async () => {
      const files = await db.projectFiles.bulkGet(rows.map(({ file }) => file));
      await db.projectVectors.bulkPut(rows.filter((_, index) => files[index] !== undefined));
    }),
  );
}

/** Removes the vectors of a project; with `keep`, those of every other model. */
export async function removeVectors(db: BatonDatabase, folder: string, keep?: string): Promise<void> {
  await withStorageErrors(
    db.projectVectors
      .where('folder')
      .equals(folder)
      .filter(({ model }) => model !== keep)
      .delete()
      .then(() => undefined),
  );
}

/** Tokens of the texts of a project that aren't empty, by file. No text is read. */
export async function listTextTokens(db: BatonDatabase, folder: string): Promise<Map<string, number>> {
  const tokens = new Map<string, number>();
  await db.projectTexts
    .where('[folder+tokens]')
    .between([folder, 1], [folder, Dexie.maxKey])
    .eachKey((key, { primaryKey }) => void tokens.set(primaryKey, Array.isArray(key) ? Number(key[1]) : 0));
  return tokens;
}
