import { useStore } from 'zustand';
import type { SecretsState } from '#contract/secrets.ts';
import { useServices } from './services.ts';

/** `undefined` until the host has answered once. */
export function useSecretsState(): { secrets: SecretsState | undefined; reload(): Promise<void>; error: Error | null } {
  const { connections } = useServices();
  const secrets = useStore(connections.store, (state) => state.secrets);
  const error = useStore(connections.store, (state) => state.error);
  return { secrets, reload: connections.reload, error };
}
