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

/** The settings table in memory. Read before the first render to avoid flicker. */
export async function openSettings(db: BatonDatabase, onError: (error: unknown) => void): Promise<Settings> {
  const store = createStore<{ values: ReadonlyMap<string, unknown> }>(() => ({ values: new Map() }));
  store.setState({ values: await allSettings(db) });
  const close = watchQuery(() => allSettings(db), {
    next: (values) => store.setState({ values }),
    error: onError,
  });
  return {
    store,
    async set(key, value) {
      const before = store.getState().values;
      store.setState({ values: new Map(before).set(key, value) });
      try {
        await putSetting(db, key, value);
      } catch (error) {
        // Others may have changed since.
        const values = new Map(store.getState().values);
        if (before.has(key)) values.set(key, before.get(key));
        else values.delete(key);
        store.setState({ values });
        onError(error);
      }
    },
    close,
  };
}
