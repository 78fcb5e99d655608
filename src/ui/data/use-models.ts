import { useMemo } from 'react';
import { useStore } from 'zustand';
import type { Connection } from '#contract/connection.ts';
import type { Model } from '#core/model.ts';
import { modelListKey, readModelList } from '#state/model-lists.ts';
import { usePageData } from './page-data.ts';

export interface ModelChoice {
  model: Model;
  connection: Connection;
}

/** Models of the connections that can be used now: the catalogue's, and what each vendor's own list adds. */
export function useModels(): ModelChoice[] {
  const { connections: host, settings, catalogue } = usePageData();
  const connections = useStore(host.store, (state) => state.connections);
  const values = useStore(settings.store, (state) => state.values);
  return useMemo(() => {
    const choices: ModelChoice[] = [];
    for (const connection of connections ?? []) {
      if (!connection.configured) continue;
      const known = catalogue.of(connection);
      const ids = new Set(known.map((model) => model.id));
      for (const model of known) choices.push({ model, connection });
      for (const listed of readModelList(values.get(modelListKey(connection.id))).models) {
        if (!ids.has(listed.id)) choices.push({ model: catalogue.find(connection, listed.id, listed), connection });
      }
    }
    return choices;
  }, [connections, values, catalogue]);
}
