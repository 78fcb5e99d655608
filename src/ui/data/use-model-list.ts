import { useCallback, useMemo } from 'react';
import { useStore } from 'zustand';
import { modelListKey, readModelList } from '#state/model-lists.ts';
import type { ListedModel } from '#state/model-lists.ts';
import { useServices } from './services.ts';

export interface UseModelList {
  models: readonly ListedModel[];
  /** When the vendor was last asked; 0 if never. */
  at: number;
  isLoading: boolean;
  error: Error | null;
  refresh(): Promise<void>;
}

/** The vendor's own list of its models. */
export function useModelList(connectionId: string): UseModelList {
  const { connections, modelLists, settings } = useServices();
  const stored = useStore(settings.store, (state) => state.values.get(modelListKey(connectionId)));
  const isLoading = useStore(modelLists.store, (state) => state.asking.has(connectionId));
  const error = useStore(modelLists.store, (state) => state.errors.get(connectionId) ?? null);
  const list = useMemo(() => readModelList(stored), [stored]);
  const refresh = useCallback(async () => {
    const connection = connections.get(connectionId);
    if (connection) await modelLists.refresh(connection);
  }, [connections, modelLists, connectionId]);
  return { ...list, isLoading, error, refresh };
}
