import { useCallback, useEffect, useState } from 'react';
import type { ConfigurationPatch, ConfigurationState } from '#contract/configuration.ts';
import { useServices } from './services.ts';

export interface UsedConfiguration {
  /** `undefined` until the host has answered; the last value is kept while the host is unavailable. */
  state: ConfigurationState | undefined;
  error: unknown;
  /** Rejects when the host refuses or doesn't answer. */
  change: (patch: ConfigurationPatch) => Promise<void>;
}

/** The settings in force for a conversation, updated as files and folders change. */
export function useConfiguration(session: string | null): UsedConfiguration {
  const { configurations } = useServices().reliability;
  const [state, setState] = useState<ConfigurationState>();
  const [error, setError] = useState<unknown>(null);
  useEffect(() => {
    let newest = 0;
    const read = async (): Promise<void> => {
      const mine = (newest += 1);
      const isNewest = (): boolean => mine === newest;
      try {
        const answer = await configurations.read(session);
        if (!isNewest()) return;
        setState(answer);
        setError(null);
      } catch (failure) {
        if (isNewest()) setError(failure);
      }
    };
    void read();
    const unsubscribe = configurations.store.subscribe(() => void read());
    return () => {
      newest += 1;
      unsubscribe();
    };
  }, [configurations, session]);
  const change = useCallback(
    async (patch: ConfigurationPatch) => setState(await configurations.change(session, patch)),
    [configurations, session],
  );
  return { state, error, change };
}
