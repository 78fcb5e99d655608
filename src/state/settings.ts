import { createStore } from 'zustand/vanilla';
import type { StoreApi } from 'zustand/vanilla';
import type { BatonDatabase } from '#storage/database.ts';
import { watchQuery } from '#storage/watch-query.ts';
import { allSettings, putSetting } from '#storage/setting-repository.ts';

export interface Settings {
  store: StoreApi<{ values: ReadonlyMap<string, unknown> }>;
  /** Takes effect immediately and is stored afterwards. Changes from other windows arrive here too. */
  set(key: string, value: unknown): Promise<void>;
  close(): void;
}

interface Write {
  value: unknown;
  /** When it was stored, on the clock of the reads. */
  storedAt: number;
}

/** The settings table in memory. Read before the first render to avoid flicker. */
export async function openSettings(db: BatonDatabase, onError: (error: unknown) => void): Promise<Settings> {
  let clock = 0;
  let rows = await allSettings(db);
  /** What a read that began earlier doesn't know. */
  const writes = new Map<string, Write>();
  const store = createStore<{ values: ReadonlyMap<string, unknown> }>(() => ({ values: rows }));
  const show = () => {
    const values = new Map(rows);
    for (const [key, { value }] of writes) values.set(key, value);
    store.setState({ values });
  };
  const read = async () => ({ began: ++clock, read: await allSettings(db) });
  const close = watchQuery(read, {
    next({ began, read: newer }) {
      rows = newer;
      for (const [key, { storedAt }] of writes) if (storedAt < began) writes.delete(key);
      show();
    },
    error: onError,
  });
  return {
    store,
    async set(key, value) {
      const write = { value, storedAt: Infinity };
      writes.set(key, write);
      show();
      try {
        await putSetting(db, key, value);
        write.storedAt = ++clock;
      } catch (error) {
        if (writes.get(key) === write) writes.delete(key);
        show();
        onError(error);
      }
    },
    close,
  };
}
