import { nextPool } from '#core/agent/tools/tool-pool.ts';
import type { PoolOptions, ToolPool } from '#core/agent/tools/tool-pool.ts';
import { PROJECT_SERVER } from '#core/passage.ts';
import { ownToolCount } from '#core/normalize/base/own-tool-count.ts';
import { dialectFor } from '#core/normalize/base/dialects.ts';
import type { Target } from '#core/request.ts';
import { O200K, weightsFor } from '#core/window/token-weights.ts';
import type { SessionRow } from '#storage/rows.ts';
import { abortable } from '#core/abortable.ts';
import { usesWeb } from '#core/vendors/base/server-tools.ts';
import { WEB_SERVER } from '#core/web-tools.ts';
import { OUTPUT_SERVER } from '#tools/page-servers.ts';
import type { SessionScope } from '#tools/page-servers.ts';
import type { OfferedTools } from '#tools/toolbox.ts';
import type { FlowDeps } from '../base/flow-deps.ts';
import { resolveTarget } from '../base/resolve-target.ts';
import type { AgentDeps, UsedToolbox } from './agent-deps.ts';

/** Servers that work in attached folders. Without a folder, every call to them would fail. */
const FOLDER_SERVERS = ['builtin_workspace_server', 'builtin_shell_server'];

/** Without other tools: the web, and the rest of a page that was too long. */
const WEB_ALONE = [WEB_SERVER, OUTPUT_SERVER];

/** What one turn offers, from its first step to its last. */
export interface TurnTools {
  place: SessionScope;
  toolbox: UsedToolbox;
  pool: ToolPool;
  /** Applies to every request of the turn, whichever model it goes to. */
  offer: Pick<Target, 'tools' | 'system'>;
  missing: OfferedTools['problems'];
}

export interface TurnToolsService {
  /** Returns what the next turn would offer. */
  list(session: SessionRow, signal: AbortSignal): Promise<OfferedTools>;
  /**
   * Begins a turn. Unchanged tools keep the same list, so that requests keep their start. `onWait` names the servers that
   * keep it waiting. Rejects at once when the signal aborts, whatever the host does.
   */
  begin(session: SessionRow, signal: AbortSignal, onWait: (servers: readonly string[]) => void): Promise<TurnTools>;
  /**
   * Returns what the newest turn in this window offered; `null` before the first one. Contacts no server.
   * `system`: the system text without what servers say.
   */
  current(session: SessionRow, system: string): TurnTools['offer'] | null;
  /** Called when the conversation is deleted. Closes its own servers, which start again if it is restored. */
  end(sessionId: string): void;
  /** Called when the conversation is removed for good. */
  forget(sessionId: string): void;
}

export function createTurnToolsService(
  deps: Pick<FlowDeps, 'connections' | 'model' | 'reliability' | 'sharing' | 'serverTools' | 'onError'>,
  agent: Pick<AgentDeps, 'toolbox' | 'folders'>,
): TurnToolsService {
  const frozen = new Map<string, { pool: ToolPool; instructions: string }>();
  /** Conversations that the toolbox keeps servers for. */
  const served = new Set<string>();

  async function placeOf(session: SessionRow): Promise<SessionScope> {
    const off = session.tools?.off ?? [];
    const { above = [] } = session.task ?? {};
    const [root] = above;
    let attached = 0;
    try {
      attached = (await agent.folders.folders(root ?? session.id)).folders.length;
    } catch (error) {
      // Without the host there are no folders. The page's own tools still work.
      deps.onError(error);
    }
    return {
      id: session.id,
      depth: above.length,
      ...(root !== undefined && { root }),
      off: [...off, ...(attached > 0 ? [] : FOLDER_SERVERS), ...(session.tools?.web ? [] : [WEB_SERVER])],
      ...(session.tools?.on === false && { only: WEB_ALONE }),
    };
  }

  async function optionsFor(session: SessionRow): Promise<PoolOptions & { system: string; searchesItself: boolean }> {
    const resolved = await resolveTarget(deps, session);
    if (!resolved.ok)
      return {
        weights: O200K,
        most: Number.POSITIVE_INFINITY,
        window: null,
        system: session.system,
        searchesItself: false,
      };
    const { target } = resolved;
    const { model, system = '', serverTools } = target;
    return {
      weights: weightsFor(model),
      most: dialectFor(target).maxTools - ownToolCount(target),
      window: model.contextWindow,
      system,
      searchesItself: usesWeb(serverTools?.names ?? []),
    };
  }

  async function read(session: SessionRow, signal: AbortSignal, onWait?: (servers: readonly string[]) => void) {
    const [toolbox, found, options] = await Promise.all([agent.toolbox(), placeOf(session), optionsFor(session)]);
    const searches = await deps.sharing?.offersSearch(session, { contextWindow: options.window });
    const off = [...(searches ? [] : [PROJECT_SERVER]), ...(options.searchesItself ? [WEB_SERVER] : [])];
    const place = {
      ...found,
      off: [...(found.off ?? []), ...off],
      // Alone, the vendor's own tools need none of Baton's.
      ...(found.only && options.searchesItself && { only: [] }),
    };
    signal.throwIfAborted();
    served.add(session.id);
    return { toolbox, place, system: options.system, offered: await toolbox.offer(place, options, signal, onWait) };
  }

  async function closeServers(sessionId: string): Promise<void> {
    await (await agent.toolbox()).forget(sessionId);
  }

  return {
    list: async (session, signal) => (await read(session, signal)).offered,
    async begin(session, signal, onWait) {
      const { toolbox, place, system, offered } = await abortable(read(session, signal, onWait), signal);
      const before = frozen.get(session.id) ?? null;
      const pool = nextPool(before?.pool ?? null, offered.pool, 'turn');
      const instructions = before?.pool === pool ? before.instructions : instructionsOf(offered, pool);
      frozen.set(session.id, { pool, instructions });
      return { place, toolbox, pool, offer: offerOf(system, { pool, instructions }), missing: offered.problems };
    },
    current(session, system) {
      const now = frozen.get(session.id);
      return now ? offerOf(system, now) : null;
    },
    end(sessionId) {
      if (served.delete(sessionId)) closeServers(sessionId).catch(deps.onError);
    },
    forget: (sessionId) => void frozen.delete(sessionId),
  };
}

function offerOf(system: string, { pool, instructions }: { pool: ToolPool; instructions: string }): TurnTools['offer'] {
  const text = [system, instructions].filter((part) => part !== '').join('\n\n');
  return { tools: pool.specs, ...(text !== '' && { system: text }) };
}

/** Returns the instructions of servers that offer something, each under its server's name. */
function instructionsOf({ instructions }: OfferedTools, pool: ToolPool): string {
  const offering = new Set(pool.tools.map(({ server }) => server));
  return instructions
    .filter(({ server, text }) => offering.has(server) && text.trim() !== '')
    .sort((a, b) => (a.server < b.server ? -1 : 1))
    .map(({ server, text }) => `Tools whose names begin with ${server}__:\n${text.trim()}`)
    .join('\n\n');
}
