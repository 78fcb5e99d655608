import type { Connection } from '#contract/connection.ts';
import type { SecretsState } from '#contract/secrets.ts';
import type { HostInfo } from '#state/connections.ts';
import type { Appearance } from '#ui/theme/appearance.ts';

export interface DiagnosticSources {
  info: HostInfo | null;
  hostReachable: boolean;
  connections: readonly Connection[];
  secrets: SecretsState | null;
  conversations: number | null;
  storage: { persisted: boolean; used: number | null; quota: number | null } | null;
  appearance: Appearance;
  navigator: Pick<Navigator, 'userAgent' | 'languages' | 'platform' | 'onLine'>;
  screen: { width: number; height: number; ratio: number };
}

/**
 * What a bug report needs, as JSON. Leaves out everything a person wrote or owns: no keys or ends of keys, no account
 * fingerprints, no names or addresses of their own servers, no titles.
 */
export function diagnose(sources: DiagnosticSources): string {
  const { info, hostReachable, connections, secrets, conversations, storage, appearance, navigator, screen } = sources;
  const { theme, language, textSize, motion } = appearance;
  return JSON.stringify(
    {
      baton: { version: info?.version ?? null, mount: info?.mount ?? null, hostReachable },
      connections: connections.map(({ id, vendor, protocol, custom, practice, configured }) => ({
        id: custom ? 'custom' : id,
        vendor,
        protocol,
        practice,
        configured,
      })),
      secrets: secrets && {
        kind: secrets.kind,
        locked: secrets.locked,
        backend: secrets.backend,
        problem: secrets.problem !== null,
      },
      conversations,
      storage,
      appearance: { theme, language, textSize, motion },
      system: {
        userAgent: navigator.userAgent,
        platform: navigator.platform,
        languages: navigator.languages,
        online: navigator.onLine,
        screen,
      },
    },
    null,
    2,
  );
}
