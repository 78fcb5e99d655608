import { createStore } from 'zustand/vanilla';
import type { Settings } from '#state/settings.ts';

/** Settings that are stored nowhere. */
export function memorySettings(): Pick<Settings, 'store' | 'set'> {
  const store = createStore<{ values: ReadonlyMap<string, unknown> }>(() => ({ values: new Map() }));
  return {
    store,
    set: async (key, value) => store.setState(({ values }) => ({ values: new Map(values).set(key, value) })),
  };
}
