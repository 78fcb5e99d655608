import { useEffect, useSyncExternalStore } from 'react';
import { useTextsComplete } from './i18n/use-t.ts';

/** A large library that is loaded on first use. Its users rerender when it has loaded. */
export interface LazyModule<T> {
  get: () => T | null;
  /** Rejects when loading fails; the next call tries again. */
  load: () => Promise<T>;
  subscribe: (listener: () => void) => () => void;
}

export function lazyModule<T>(fetch: () => Promise<T>): LazyModule<T> {
  let loaded: T | null = null;
  let loading: Promise<T> | null = null;
  const listeners = new Set<() => void>();
  const start = async (): Promise<T> => {
    try {
      loaded = await fetch();
      for (const listener of listeners) listener();
      return loaded;
    } finally {
      loading = null;
    }
  };
  return {
    get: () => loaded,
    load: () => (loaded === null ? (loading ??= start()) : Promise.resolve(loaded)),
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** The library, or `null` while it or the page's texts are loading, or while it isn't needed. */
export function useLazyModule<T>(module: LazyModule<T>, isNeeded: boolean): T | null {
  const value = useSyncExternalStore(module.subscribe, module.get);
  const complete = useTextsComplete();
  useEffect(() => {
    if (isNeeded) void module.load();
  }, [module, isNeeded]);
  return isNeeded && complete ? value : null;
}
