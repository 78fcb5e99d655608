import { useMemo } from 'react';
import { useStore } from 'zustand';
import type { Connection } from '#contract/connection.ts';
import type { Model } from '#core/model.ts';
import { modelListKey, readModelList } from '#state/model-lists.ts';
import { modelOverridesKey, readModelOverrides } from '#state/model-overrides.ts';
import { usePageData } from './page-data.ts';

export interface ModelChoice {
  model: Model;
  connection: Connection;
  /** The person said something about it. */
  edited: boolean;
}

/**
 * Models of the connections that can be used now: the catalogue's, what each vendor's own list adds, and ids of one's
 * own that one has said something about.
 */
export function useModels(): ModelChoice[] {
  const { connections: host, settings, catalogue } = usePageData();
  const connections = useStore(host.store, (state) => state.connections);
  const values = useStore(settings.store, (state) => state.values);
  return useMemo(() => {
    const choices: ModelChoice[] = [];
    for (const connection of connections ?? []) {
      if (!connection.configured) continue;
      const listed = new Map(
        readModelList(values.get(modelListKey(connection.id))).models.map((model) => [model.id, model]),
      );
      const overrides = readModelOverrides(values.get(modelOverridesKey(connection.id)));
      const ids = new Set([...catalogue.of(connection).map(({ id }) => id), ...listed.keys(), ...overrides.keys()]);
      for (const id of ids) {
        const override = overrides.get(id);
        const model = catalogue.find(connection, id, listed.get(id), override);
        choices.push({ model, connection, edited: override !== undefined });
      }
    }
    return choices;
  }, [connections, values, catalogue]);
}
