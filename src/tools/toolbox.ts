import type { ApprovalMode, ApprovalPolicy, Grant } from '#core/agent/approval/decide-approval.ts';
import type { ToolPort } from '#core/agent/ports.ts';
import { createSemaphore } from '#core/agent/semaphore.ts';
import { mergeTools } from '#core/agent/tools/tool-pool.ts';
import type { PooledTool, PoolOptions, ServerTools, ToolPool } from '#core/agent/tools/tool-pool.ts';
import type { CallBlock } from '#core/call-outcome.ts';
import type { CommandRule } from '#core/agent/approval/command-rule.ts';
import { canonicalJson } from '#core/canonical-json.ts';
import { WORKSPACE_SERVER } from '#core/reliability/touched-path.ts';
import { digest } from '#core/hash.ts';
import type { McpRule } from '#contract/mcp-calls.ts';
import { MCP_SESSION_META, MCP_TICKET_META, MCP_TURN_META } from '#contract/mcp-calls.ts';
import type { McpServer } from '#contract/mcp.ts';
import type { McpHost } from '#host-client/mcp-host.ts';
import type { Clock } from '#storage/clock.ts';
import { ToolCallError } from './mcp/call-error.ts';
import { createServerQuestions } from './ask-servers.ts';
import type { ServerProblem } from './ask-servers.ts';
import { callPooled } from './call-pooled.ts';
import { decodeArguments } from '#core/agent/decode-arguments.ts';
import { createArgumentCheck } from './check-arguments.ts';
import { startHeartbeat } from './heartbeat.ts';
import { createHostServers, isUsable } from './host-servers.ts';
import { SHELL_SERVER, hostTools } from './host-tools.ts';
import type { ElicitationPort } from './mcp/elicitation.ts';
import { createServerClient } from './mcp/server-client.ts';
import type { ReadDocument } from './mcp/read-documents.ts';
import type { ServerClient } from './mcp/server-client.ts';
import { listOfferings } from './offerings.ts';
import type { ServerOfferings } from './offerings.ts';
import { linkServer } from './page/link-server.ts';
import { MCP_CALL_META } from './page/call-meta.ts';
import { pageServers, rootOf } from './page-servers.ts';
import type { PageServer, PageServerDeps, SessionScope } from './page-servers.ts';
import { policyOf, toolKey } from './tool-settings.ts';
import type { ToolSettings } from './tool-settings.ts';

export interface ToolboxDeps extends PageServerDeps {
  host: McpHost;
  clock: Clock;
  random: () => number;
  elicitations: ElicitationPort;
  /** The current settings. */
  settings(): ToolSettings;
  /** Reads the documents that servers return. */
  readDocument?: ReadDocument;
  onError: (error: unknown) => void;
}

/** The tools offered in one conversation, listed at one moment. */
export interface OfferedTools {
  pool: ToolPool;
  problems: ServerProblem[];
  /** What servers say about their use, for the system prompt. */
  instructions: { server: string; label: string; text: string }[];
}

export interface Offerings {
  /** Servers that offer something. */
  servers: ServerOfferings[];
  problems: ServerProblem[];
}

export interface Toolbox {
  /**
   * Lists what can be offered now and starts servers that are not running. Never rejects because of one server: its
   * tools are missing, and it is named among the problems. `nextPool` decides which of two listings is used, and when.
   * `onWait` names the servers that still haven't answered, once that takes long.
   */
  offer(
    session: SessionScope,
    options: PoolOptions,
    signal: AbortSignal,
    onWait?: (servers: readonly string[]) => void,
  ): Promise<OfferedTools>;
  /** The loop's port to a pool of this conversation. `run` names the calling run. */
  port(session: SessionScope, pool: ToolPool, run: string): ToolPort;
  /** The user's grants as last read. `offer` and `allow` read them again. */
  policy(session: SessionScope, pool: ToolPool, mode: ApprovalMode): ApprovalPolicy;
  /**
   * `rule`: commands that the user always allows in the folder of this call from now on. Called when the user allowed a call, as the pool describes its tool. Informs the host, which stores a grant for
   * `session` and `always`, and returns its ticket; `null` for tools of the page, which need none. Rejects unless it
   * follows a gesture.
   */
  allow(
    session: SessionScope,
    tool: PooledTool,
    args: Readonly<Record<string, unknown>>,
    grant: Grant,
    run: string,
    rule?: CommandRule,
  ): Promise<string | null>;
  /** Called when a run has ended. Its own grants end with it. */
  endRun(run: string): Promise<void>;
  /** What servers at the host offer the user to attach and to say. Starts servers that are not running. */
  offerings(session: Pick<SessionScope, 'off'>, signal: AbortSignal): Promise<Offerings>;
  /** A server at the host, to read from. */
  server(id: string): ServerClient;
  /** Called when the host's list has changed. */
  follow(servers: readonly McpServer[]): void;
  /** Called when a conversation was deleted. If it is restored, its own servers start again. */
  forget(session: string): Promise<void>;
  close(): Promise<void>;
}

/**
 * Over HTTP/1.1 a browser has six connections to the host. The event stream, a vendor's answer and the user's other
 * requests share them, and each running call holds one.
 */
const MAX_HOST_CALLS = 3;
/** A command may take an hour. One call is left for everything else. */
const MAX_COMMANDS = MAX_HOST_CALLS - 1;
const HEARTBEAT_MS = 10_000;
const HAS_SCOPE: ReadonlySet<string> = new Set([WORKSPACE_SERVER, SHELL_SERVER]);

export function createToolbox(deps: ToolboxDeps): Toolbox {
  const { host } = deps;
  const hosts = createHostServers(deps);
  const askForTools = createServerQuestions(hosts, deps.clock);
  const askForOfferings = createServerQuestions(hosts, deps.clock);
  const slots = createSemaphore(MAX_HOST_CALLS);
  const commands = createSemaphore(MAX_COMMANDS);
  const check = createArgumentCheck();
  const pages = new Map<string, Map<string, { server: PageServer; client: ServerClient }>>();
  let rules: readonly McpRule[] = [];
  /** Runs that have grants of their own. */
  const allowing = new Set<string>();

  function pageOf(session: SessionScope) {
    const found = pages.get(session.id);
    if (found) return found;
    const made = new Map(
      pageServers(session, deps).map((server) => {
        const transport = linkServer(() => server.build(), deps.onError);
        return [server.id, { server, client: createServerClient({ ...deps, server: server.id, transport }) }] as const;
      }),
    );
    pages.set(session.id, made);
    return made;
  }

  function settingsIn({ off = [] }: Pick<SessionScope, 'off'>): ToolSettings {
    const settings = deps.settings();
    return { ...settings, off: [...settings.off, ...off] };
  }

  async function pageTools(
    { server, client }: { server: PageServer; client: ServerClient },
    { off }: ToolSettings,
    signal: AbortSignal,
  ) {
    const { tools } = await client.listTools(signal);
    const offered: ServerTools = {
      id: server.id,
      label: server.label,
      trusted: true,
      unprefixed: server.unprefixed,
      definition: server.id,
      tools: tools.map(({ name, description, inputSchema, hints }) => ({
        name,
        description,
        inputSchema,
        hints,
        definition: digest(canonicalJson({ name, description, inputSchema })),
        enabled: !off.includes(toolKey(server.id, name)) && !off.includes(server.id),
        ...(server.facts[name] && { builtIn: server.facts[name] }),
      })),
    };
    return offered;
  }

  /** Servers at the host with their tools. The list is read again after the listing, which may have started some. */
  async function fromHost(
    settings: ToolSettings,
    isOffered: (server: McpServer) => boolean,
    signal: AbortSignal,
    onWait?: (servers: readonly string[]) => void,
  ) {
    const all = (await host.servers()).servers;
    hosts.follow(all);
    const before = all.filter(isOffered);
    const selected = before.filter((server) => isUsable(server) && !settings.off.includes(server.id));
    const problems: ServerProblem[] = before.flatMap((server) => missing(server));
    const list = async ({ id }: McpServer, client: ServerClient, until: AbortSignal) => ({
      id,
      tools: (await client.listTools(until)).tools,
    });
    const listings = await askForTools(selected, problems, signal, list, onWait);
    const [{ servers }, now] = await Promise.all([host.servers(), host.rules()]);
    rules = now;
    const listed = new Map(listings.map(({ id, tools }) => [id, tools] as const));
    const usable = servers.filter(isUsable);
    return {
      problems,
      tools: usable.flatMap((server) => {
        const tools = listed.get(server.id);
        return tools ? [hostTools(server, tools, settings)] : [];
      }),
      instructions: usable.flatMap(({ id, label, instructions }) =>
        listed.has(id) && instructions !== null ? [{ server: id, label, text: instructions }] : [],
      ),
    };
  }

  async function remember(asked: Promise<McpRule[]>): Promise<void> {
    try {
      rules = await asked;
    } catch (error) {
      deps.onError(error);
    }
  }

  return {
    async offer(session, options, signal, onWait) {
      const settings = settingsIn(session);
      const isOffered = ({ id }: { id: string }) => session.only?.includes(id) ?? true;
      const pageSide = [...pageOf(session).values()].filter(({ server }) => isOffered(server));
      const own = await Promise.all(pageSide.map((one) => pageTools(one, settings, signal)));
      let found: Awaited<ReturnType<typeof fromHost>> = { problems: [], tools: [], instructions: [] };
      try {
        found = await fromHost(settings, isOffered, signal, onWait);
      } catch (error) {
        signal.throwIfAborted();
        // Without the host there are no servers of its own. The page's tools still work.
        deps.onError(error);
      }
      const { problems, tools, instructions } = found;
      return { pool: mergeTools([...own, ...tools], options), problems, instructions };
    },

    port: (session, pool, run) => ({
      find: (name) => pool.byName.get(name)?.facts ?? null,
      names: () => pool.tools.map(({ spec }) => spec.name),
      check: (name, args) => check(pool.byName.get(name)?.spec.inputSchema, args),
      decode: (name, args) => decodeArguments(pool.byName.get(name)?.spec.inputSchema, args),
      async blocked(name) {
        const tool = pool.byName.get(name);
        if (!tool || pageOf(session).has(tool.server)) return null;
        try {
          return blockOf(tool, (await host.servers()).servers);
        } catch (error) {
          // The call itself reports that the host does not respond.
          deps.onError(error);
          return null;
        }
      },
      async scope(name, args) {
        const tool = pool.byName.get(name);
        if (!tool || !HAS_SCOPE.has(tool.server)) return null;
        const { path, folder, command } = args;
        const about = { ...(path !== undefined && { path }), ...(folder !== undefined && { folder }) };
        const call = { ...about, ...(command !== undefined && { command }) };
        try {
          const { scope } = await host.permissions.scope(rootOf(session), {
            server: tool.server,
            tool: tool.tool,
            arguments: call,
          });
          return scope;
        } catch (error) {
          // The user is asked.
          deps.onError(error);
          return null;
        }
      },
      slots(name) {
        const tool = pool.byName.get(name);
        if (!tool || pageOf(session).has(tool.server)) return [];
        return tool.server === SHELL_SERVER ? [commands, slots] : [slots];
      },
      async call(call, options) {
        const tool = pool.byName.get(call.name);
        if (!tool) throw new ToolCallError('unknown-tool', `There is no tool named ${call.name}.`);
        const page = pageOf(session).get(tool.server);
        if (page) return callPooled({ client: page.client, tool, call, meta: { [MCP_CALL_META]: call.key } }, options);
        const client = hosts.client(tool.server);
        const metaWith = (ticket: string | undefined) => ({
          [MCP_SESSION_META]: rootOf(session),
          [MCP_TURN_META]: run,
          ...(ticket !== undefined && { [MCP_TICKET_META]: ticket }),
        });
        const calm = startHeartbeat(deps.clock, HEARTBEAT_MS, () => options.onProgress({}));
        try {
          const { readDocument } = deps;
          const pooled = { client, tool, call, meta: metaWith(call.ticket), onSent: calm, readDocument };
          return await callPooled(pooled, options);
        } finally {
          calm();
        }
      },
    }),

    policy: (session, pool, mode) => policyOf(pool, rootOf(session), mode, rules, deps.settings()),

    async allow(session, tool, args, grant, run, rule) {
      if (pageOf(session).has(tool.server)) return null;
      const { ticket } = await host.allow({
        ...approvalOf(session, tool, args, grant, run),
        ...(rule && { command: rule }),
      });
      if (grant === 'turn') allowing.add(run);
      // Must be known before the next decision, or the user would be asked about the same tool twice.
      if (grant === 'session' || grant === 'always') await remember(host.rules());
      return ticket;
    },

    async endRun(run) {
      if (allowing.delete(run)) await host.endTurn(run);
    },

    async offerings(session, signal) {
      const { off } = settingsIn(session);
      const { servers } = await host.servers();
      hosts.follow(servers);
      const problems = servers.flatMap((server) => missing(server));
      const usable = servers.filter((server) => isUsable(server) && !off.includes(server.id));
      const found = await askForOfferings(usable, problems, signal, async ({ id, label }, client, until) => ({
        server: id,
        label,
        ...(await listOfferings(client, until)),
      }));
      return {
        servers: found.filter((one) => one.resources.length + one.templates.length + one.prompts.length > 0),
        problems,
      };
    },

    server: (id) => hosts.client(id),
    follow(servers) {
      hosts.follow(servers);
      void remember(host.rules());
    },

    async forget(session) {
      const found = pages.get(session);
      pages.delete(session);
      await Promise.all([...(found?.values() ?? [])].map(({ client }) => client.close()));
    },

    async close() {
      await Promise.all([hosts.close(), ...[...pages.keys()].map((session) => this.forget(session))]);
    },
  };
}

function approvalOf(
  session: SessionScope,
  { server, tool, shown }: PooledTool,
  args: Readonly<Record<string, unknown>>,
  grant: Grant,
  run: string,
) {
  const facts = { server, tool, ...shown, session: rootOf(session), arguments: { ...args } };
  return grant === 'turn' ? { ...facts, remember: grant, turn: run } : { ...facts, remember: grant };
}

/** What blocks a tool until the user acts, as the host knows it now. */
function blockOf({ server: id, tool }: PooledTool, servers: readonly McpServer[]): CallBlock | null {
  const server = servers.find((one) => one.id === id);
  if (!server?.enabled) return null;
  const state = server.tools?.find((one) => one.name === tool);
  if (!server.approved || state?.approved === false) return { server: id, why: 'review' };
  return server.health.state === 'sign-in' ? { server: id, why: 'sign-in' } : null;
}

/** Servers that the user switched on and that still need their action. */
function missing({ id, label, enabled, approved, health }: McpServer): ServerProblem[] {
  if (!enabled) return [];
  if (!approved)
    return [{ server: id, label, reason: 'needs-approval', message: 'It waits for approval in the settings.' }];
  if (health.state === 'sign-in') {
    return [{ server: id, label, reason: 'needs-sign-in', message: 'It waits for signing in, in the settings.' }];
  }
  return [];
}
