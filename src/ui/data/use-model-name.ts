import { useCallback } from 'react';
import { useStore } from 'zustand';
import { findChoice } from '#state/model-choices.ts';
import type { SessionTarget } from '#storage/rows.ts';
import { useServices } from './services.ts';

/** The name of a target's model, also before the host has answered and after its connection was removed. */
export function useModelName(): (target: Pick<SessionTarget, 'connection' | 'model'>) => string {
  const { connections: host, settings, catalog } = useServices();
  const connections = useStore(host.store, (state) => state.connections);
  const values = useStore(settings.store, (state) => state.values);
  return useCallback(
    (target) => findChoice(target, connections, values, catalog)?.model.label ?? catalog.labelOf(target.model),
    [connections, values, catalog],
  );
}
