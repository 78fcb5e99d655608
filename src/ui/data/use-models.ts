import { useMemo } from 'react';
import { useStore } from 'zustand';
import type { Connection } from '#contract/connection.ts';
import { listModelChoices, type ModelChoice } from '#state/model-choices.ts';
import { useServices } from './services.ts';

const NONE: readonly Connection[] = [];

/** Models that can be used now. */
export function useModels(): readonly ModelChoice[] {
  const { connections: host, settings, catalog } = useServices();
  const connections = useStore(host.store, (state) => state.connections);
  const values = useStore(settings.store, (state) => state.values);
  return useMemo(() => listModelChoices(connections ?? NONE, values, catalog), [connections, values, catalog]);
}
