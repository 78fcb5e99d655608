import type { BatonDatabase } from './database.ts';
import { withStorageErrors } from './with-storage-errors.ts';

export async function allSettings(db: BatonDatabase): Promise<ReadonlyMap<string, unknown>> {
  const rows = await withStorageErrors(db.settings.toArray());
  return new Map(rows.map((row) => [row.key, row.value]));
}

export async function putSetting(db: BatonDatabase, key: string, value: unknown): Promise<void> {
  await withStorageErrors(db.settings.put({ key, value }));
}
