import { useMemo } from 'react';
import { useStore } from 'zustand';
import type { SessionTarget } from '#storage/rows.ts';
import { findChoice, type ModelChoice } from '#state/model-choices.ts';
import { useServices } from './services.ts';

/**
 * The model a target names, also while its connection has no key or is locked; `null` when the connection was removed.
 */
export function useTargetModel(target: SessionTarget | null): ModelChoice | null {
  const { connections: host, settings, catalog } = useServices();
  const connections = useStore(host.store, (state) => state.connections);
  const values = useStore(settings.store, (state) => state.values);
  return useMemo(
    () => target && findChoice(target, connections, values, catalog),
    [target, connections, values, catalog],
  );
}
