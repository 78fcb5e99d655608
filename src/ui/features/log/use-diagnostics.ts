import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { useServices } from '#ui/data/services.ts';
import { useConnections } from '#ui/data/use-connections.ts';
import { useHostInfo } from '#ui/data/use-host-info.ts';
import { useSecretsState } from '#ui/data/use-secrets-state.ts';
import { useSessions } from '#ui/data/use-sessions.ts';
import { useConfiguration } from '#ui/data/use-configuration.ts';
import { readStorageEstimate, type StorageFacts } from '#ui/data/read-storage-estimate.ts';
import { diagnose } from './diagnose.ts';
import { useAppearance } from '#ui/kit/theme/theme.ts';
import { lineText } from './filter-lines.ts';
import type { ShownLine } from './filter-lines.ts';

/** How many lines to include: the cause of a defect is in the last ones. */
const LINES = 200;

/** A bug report as text: facts as JSON, then the newest lines of the log. */
export function useDiagnostics(lines: readonly ShownLine[], withLog: boolean): string {
  const { failures } = useServices().log;
  const { settings } = useServices();
  const info = useHostInfo();
  const sessions = useSessions('');
  const { connections, hostReachable } = useConnections();
  const { secrets } = useSecretsState();
  const appearance = useAppearance((state) => state);
  const values = useStore(settings.store, (state) => state.values);
  const { state: configuration } = useConfiguration(null);
  const [storage, setStorage] = useState<StorageFacts | null>(null);
  useEffect(() => {
    let cancelled = false;
    readStorageEstimate().then(
      (facts) => !cancelled && setStorage(facts),
      () => undefined,
    );
    return () => {
      cancelled = true;
    };
  }, []);
  const facts = diagnose({
    info,
    hostReachable,
    connections: connections ?? [],
    secrets: secrets ?? null,
    conversations: sessions?.length ?? null,
    storage,
    appearance,
    settings: values,
    reliability: !configuration ? null : { configuration: configuration.configuration, failures: failures() },
    navigator,
    screen: { width: window.innerWidth, height: window.innerHeight, ratio: window.devicePixelRatio },
  });
  if (!withLog) return facts;
  return [facts, '', ...lines.slice(-LINES).map(lineText)].join('\n');
}
