import { createStore } from 'zustand/vanilla';
import type { StoreApi } from 'zustand/vanilla';
import type { ConsentList } from '#contract/consents.ts';
import type { McpRule } from '#contract/mcp-calls.ts';
import type { McpServer, McpServerList } from '#contract/mcp.ts';
import type { Permissions } from '#contract/permissions.ts';
import { toError } from '#core/thrown.ts';
import { coalesceReloads } from './coalesce-reloads.ts';

/** The part of the host that is needed here. */
export interface McpServerSource {
  servers(): Promise<McpServerList>;
  rules(): Promise<McpRule[]>;
  permissions: { list(): Promise<Permissions> };
  consents: { list(): Promise<ConsentList> };
  /** `keepalive`: also when the page is leaving. */
  remove(id: string, options?: { keepalive: boolean }): Promise<void>;
}

export interface McpServersState {
  /** `undefined` until the host has responded once. Excludes servers that are being removed. */
  servers: readonly McpServer[] | undefined;
  warnings: readonly string[];
  rules: readonly McpRule[];
  /** What Baton's own tools do without asking. */
  permissions: Permissions;
  /** Consents that the user still has to confirm, and how long consents last. */
  consents: ConsentList;
  error: Error | null;
}

export interface McpServers {
  store: StoreApi<McpServersState>;
  reload: () => Promise<void>;
  /**
   * Hides the server immediately and removes it after a delay, during which it can be undone, or when the page is left.
   * `onGone` is called when it no longer can.
   */
  removeLater(id: string, onGone?: () => void): { undo: () => void };
}

export interface McpServersDeps {
  source: McpServerSource;
  setTimeout(fn: () => void, ms: number): unknown;
  clearTimeout(handle: unknown): void;
  onError(error: unknown): void;
  onPageHide(fn: () => void): void;
}

/** Slightly longer than the notice that offers to undo. */
const REMOVE_AFTER_MS = 9_000;

const NO_PERMISSIONS: Permissions = {
  commands: [],
  folders: [],
  sandbox: { kind: 'none', reason: null, on: false, network: false },
};
const NO_CONSENTS: ConsentList = { lasts: 'kept', open: [] };

/** The host's MCP servers, as last read by this window. */
export function createMcpServers(deps: McpServersDeps): McpServers {
  const { source } = deps;
  const store = createStore<McpServersState>(() => ({
    servers: undefined,
    warnings: [],
    rules: [],
    permissions: NO_PERMISSIONS,
    consents: NO_CONSENTS,
    error: null,
  }));
  const leaving = new Set<string>();
  /** The timers of removals that can be undone. */
  const waiting = new Map<string, unknown>();
  let all: readonly McpServer[] | undefined;

  const shown = () => all?.filter((server) => !leaving.has(server.id));

  async function load(): Promise<void> {
    try {
      const [{ servers, warnings }, rules, permissions, consents] = await Promise.all([
        source.servers(),
        source.rules(),
        source.permissions.list(),
        source.consents.list(),
      ]);
      all = servers;
      store.setState({ servers: shown(), warnings, rules, permissions, consents, error: null });
    } catch (error) {
      store.setState({ error: toError(error) });
    }
  }

  const reload = coalesceReloads(load);

  async function remove(id: string, options?: { keepalive: boolean }): Promise<void> {
    waiting.delete(id);
    try {
      await source.remove(id, options);
      // What was read before that still has it.
      await reload();
      leaving.delete(id);
    } catch (error) {
      deps.onError(error);
      leaving.delete(id);
      await reload();
    }
  }

  deps.onPageHide(() => {
    for (const [id, timer] of waiting) {
      deps.clearTimeout(timer);
      void remove(id, { keepalive: true });
    }
  });

  return {
    store,
    reload,
    removeLater(id, onGone) {
      leaving.add(id);
      store.setState({ servers: shown() });
      const end = () => {
        onGone?.();
        void remove(id);
      };
      waiting.set(id, deps.setTimeout(end, REMOVE_AFTER_MS));
      return {
        undo() {
          deps.clearTimeout(waiting.get(id));
          waiting.delete(id);
          leaving.delete(id);
          store.setState({ servers: shown() });
        },
      };
    },
  };
}
