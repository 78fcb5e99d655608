import { useMemo } from 'react';
import { useStore } from 'zustand';
import type { SessionTarget } from '#storage/rows.ts';
import { modelListKey, readModelList } from '#state/model-lists.ts';
import { modelOverridesKey, readModelOverrides } from '#state/model-overrides.ts';
import { usePageData } from './page-data.ts';
import type { ModelChoice } from '#state/model-choices.ts';

/** What a target names, also while its connection has no key or is locked; null when the connection is gone. */
export function useTargetModel(target: SessionTarget | null): ModelChoice | null {
  const { connections: host, settings, catalogue } = usePageData();
  const connections = useStore(host.store, (state) => state.connections);
  const list = useStore(settings.store, (state) => target && state.values.get(modelListKey(target.connection)));
  const overrides = useStore(
    settings.store,
    (state) => target && state.values.get(modelOverridesKey(target.connection)),
  );
  return useMemo(() => {
    const connection = target && connections?.find((one) => one.id === target.connection);
    if (!connection) return null;
    const listed = readModelList(list).models.find((one) => one.id === target.model);
    const override = readModelOverrides(overrides).get(target.model);
    return {
      connection,
      model: catalogue.find(connection, target.model, listed, override),
      edited: override !== undefined,
    };
  }, [target, connections, list, overrides, catalogue]);
}
