import { isHookEnabled, type Configuration } from '#core/reliability/configuration.ts';
import { HOOKS } from '#core/reliability/hook-table.ts';
import type { Connection } from '#contract/connection.ts';
import type { SecretsState } from '#contract/secrets.ts';
import type { HostInfo } from '#state/connections.ts';
import { PAINTED, type Appearance } from '#ui/kit/theme/appearance.ts';

export interface DiagnosticSources {
  info: HostInfo | null;
  hostReachable: boolean;
  connections: readonly Connection[];
  secrets: SecretsState | null;
  conversations: number | null;
  storage: { persisted: boolean; used: number | null; quota: number | null } | null;
  appearance: Appearance;
  /** The user's settings in the page. */
  settings: ReadonlyMap<string, unknown>;
  /** Which hooks are on and how often each has failed here; `null` until the host has answered. */
  reliability: { configuration: Configuration; failures: Readonly<Record<string, number>> } | null;
  navigator: Pick<Navigator, 'userAgent' | 'languages' | 'platform' | 'onLine'>;
  screen: { width: number; height: number; ratio: number };
}

/**
 * The facts for a bug report, as JSON. Leaves out everything the user wrote or owns: no keys or ends of keys, no
 * account fingerprints, no names or addresses of their own servers, no titles.
 */
export function diagnose(sources: DiagnosticSources): string {
  const {
    info,
    hostReachable,
    connections,
    secrets,
    conversations,
    storage,
    appearance,
    reliability,
    navigator,
    screen,
  } = sources;
  const { theme, language, css } = appearance;
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
      appearance: {
        theme,
        language,
        ...Object.fromEntries(PAINTED.map((key) => [key, appearance[key]])),
        customCss: css !== '',
      },
      settings: Object.fromEntries([...sources.settings].map(([key, value]) => [key, plain(value)])),
      reliability: reliability && {
        off: HOOKS.filter(({ id }) => !isHookEnabled(reliability.configuration, id)).map(({ id }) => id),
        failures: reliability.failures,
        experimental: reliability.configuration.experimental,
      },
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

/**
 * Returns switches, numbers and short words unchanged. Anything else may contain private names, so only its kind and
 * size are given.
 */
function plain(value: unknown): unknown {
  if (typeof value === 'boolean' || typeof value === 'number' || value === null) return value;
  if (typeof value === 'string') return /^[\w.-]{1,24}$/.test(value) ? value : `[${value.length} characters]`;
  return Array.isArray(value) ? `[${value.length} items]` : '[fields]';
}
