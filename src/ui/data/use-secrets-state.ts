import { useStore } from 'zustand';
import type { SecretsState } from '#contract/secrets.ts';
import { usePageData } from './page-data.ts';

/** `undefined` until the host has answered once. */
export function useSecretsState(): { secrets: SecretsState | undefined; reload(): Promise<void>; error: Error | null } {
  const { connections } = usePageData();
  const secrets = useStore(connections.store, (state) => state.secrets);
  const error = useStore(connections.store, (state) => state.error);
  return { secrets, reload: connections.reload, error };
}
