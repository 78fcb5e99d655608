import type { BatonDatabase } from './database.ts';
import { stored } from './stored.ts';

export async function allSettings(db: BatonDatabase): Promise<ReadonlyMap<string, unknown>> {
  const rows = await stored(db.settings.toArray());
  return new Map(rows.map((row) => [row.key, row.value]));
}

export async function putSetting(db: BatonDatabase, key: string, value: unknown): Promise<void> {
  await stored(db.settings.put({ key, value }));
}
