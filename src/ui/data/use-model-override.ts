import { useCallback, useMemo } from 'react';
import { useStore } from 'zustand';
import type { Connection } from '#contract/connection.ts';
import type { Model, ModelOverride } from '#core/model.ts';
import { modelListKey, readModelList } from '#state/model-lists.ts';
import { modelOverridesKey, readModelOverrides, writeModelOverride } from '#state/model-overrides.ts';
import { useServices } from './services.ts';

interface UseModelOverride {
  /** The catalog's row, or its careful guess. */
  known: Model;
  /** The same combined with the vendor's own list: in force where the user sets nothing. */
  base: Model;
  override: ModelOverride;
  /** An empty one removes all overrides. */
  save(override: ModelOverride): void;
}

/** The facts about one model from every source, and the user's overrides. */
export function useModelOverride(connection: Connection, id: string): UseModelOverride {
  const { settings, catalog } = useServices();
  const key = modelOverridesKey(connection.id);
  const list = useStore(settings.store, (state) => state.values.get(modelListKey(connection.id)));
  const stored = useStore(settings.store, (state) => state.values.get(key));
  const facts = useMemo(() => {
    const listed = readModelList(list).models.find((one) => one.id === id);
    return {
      known: catalog.find(connection, id),
      base: catalog.find(connection, id, listed),
      override: readModelOverrides(stored).get(id) ?? {},
    };
  }, [catalog, connection, id, list, stored]);
  const save = useCallback(
    (override: ModelOverride) =>
      void settings.set(key, writeModelOverride(settings.store.getState().values.get(key), id, override)),
    [settings, key, id],
  );
  return { ...facts, save };
}
