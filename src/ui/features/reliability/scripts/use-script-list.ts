import { useCallback, useEffect, useState } from 'react';
import type { ScriptRow } from '#contract/scripts.ts';
import { useServices } from '#ui/data/services.ts';

export interface UsedScripts {
  /** `undefined` until the host has answered. */
  scripts: readonly ScriptRow[] | undefined;
  error: unknown;
  agree: (hash: string) => Promise<void>;
  revoke: (hash: string) => Promise<void>;
}

/** The scripts in the user's file, updated as it changes. */
export function useScriptList(): UsedScripts {
  const { host } = useServices().scripts;
  const { configurations } = useServices().reliability;
  const [scripts, setScripts] = useState<readonly ScriptRow[]>();
  const [error, setError] = useState<unknown>(null);
  useEffect(() => {
    let cancelled = false;
    const read = async (): Promise<void> => {
      try {
        const list = await host.list();
        if (cancelled) return;
        setScripts(list);
        setError(null);
      } catch (failure) {
        if (!cancelled) setError(failure);
      }
    };
    void read();
    const unsubscribe = configurations.store.subscribe(() => void read());
    return () => {
      cancelled = true;
      unsubscribe();
    };
  }, [host, configurations]);
  const agree = useCallback(async (hash: string) => setScripts(await host.agree({ hash })), [host]);
  const revoke = useCallback(async (hash: string) => setScripts(await host.revoke(hash)), [host]);
  return { scripts, error, agree, revoke };
}
