import type { ConsentGiven } from '#contract/consent-given.ts';
import { MCP_CALL_META, MCP_SESSION_META, MCP_TICKET_META, MCP_TURN_META } from '#contract/mcp-calls.ts';
import type { McpApproval, McpHealth, McpServer } from '#contract/mcp.ts';
import { canonicalJson } from '#core/canonical-json.ts';
import { isObject } from '#core/json.ts';
import { reasonText } from '#core/reasons.ts';
import type { Clock } from '../base/deps.ts';
import { HostError } from '../base/problem.ts';
import { type Backend, type Endpoint, createEndpoint } from './bridge/endpoint.ts';
import { PROTOCOL_VERSION, type ServerInfo } from './bridge/protocol-versions.ts';
import type { ConnectEvents } from './bridge/connection.ts';
import { approvalLines } from './registry/approval-lines.ts';
import { COVERED_META, UNASKED_META } from './base/unasked-meta.ts';
import type { BuiltinServer } from './builtin/builtin-server.ts';
import type { Consent, ToolFacts } from './consent/consent.ts';
import { type LogTail, createLogTail } from './base/log-tail.ts';
import type { KnownServer, KnownServers } from './known-servers.ts';
import { RefusedError } from './base/refused-error.ts';
import { hashArguments, hashDefinition, hashTool, showDefinition } from './registry/entry.ts';
import type { ServerRow } from './registry/server-file.ts';
import type { ChangedPackage } from './packages/package-check.ts';
import { type Runner, createRunner } from './runner.ts';
import type { SecretRedactor } from './base/redact-secrets.ts';
import type { SignedIn } from './remote/remote-servers.ts';
import { type Tool, describeTool, pinTools, toolChanges } from './bridge/tool-list.ts';
import type { RpcMessage, Wire } from './base/wire.ts';

export interface ManagedOptions {
  id: string;
  clock: Clock;
  version: string;
  consent: Consent;
  /** Throws `unknown_server` once the server was removed. */
  row(): Promise<ServerRow>;
  known: KnownServers;
  connect(row: ServerRow): Promise<{ wire: Wire; scrub: SecretRedactor }>;
  /** A package that isn't the approved one any more. */
  changedPackage(): ChangedPackage | null;
  signedIn(): Promise<SignedIn | null>;
  rootsOf(session: string | null): ReturnType<ConnectEvents['rootsOf']>;
  /** For a built-in server: how far a call would reach. */
  scopeOf?: BuiltinServer['scopeOf'];
  isSandboxed?: BuiltinServer['isSandboxed'];
  onChange(): void;
  idleMs?: number;
}

export interface ManagedServer {
  readonly endpoint: Endpoint;
  readonly log: LogTail;
  describe(row: ServerRow): Promise<McpServer>;
  approval(): Promise<McpApproval>;
  /** Throws `approval_stale` when the definition or a tool has changed since the user saw it. */
  approve(hash: string, tools: Readonly<Record<string, string>> | undefined, given: ConsentGiven): Promise<void>;
  /** Trusts its tools' risk hints. Throws `approval_stale` when the definition has changed since the user saw it. */
  trust(hash: string, given: ConsentGiven): Promise<void>;
  toolFacts(tool: string): Promise<ToolFacts | null>;
  start(): Promise<void>;
  /** With `failure` null, the user signed in or out. */
  signInEnded(failure: string | null): void;
  stop(): Promise<void>;
  /** Stops it and ends its clients. */
  close(): Promise<void>;
}

/** Some servers register more tools once they know the client; they do so within this time of their first start. */
const SETTLE_MS = 3000;

const TOOL_UNAPPROVED = 'This tool is new or has changed, and needs your approval.';
const LIST_CHANGED: RpcMessage = { jsonrpc: '2.0', method: 'notifications/tools/list_changed' };

/** One server with everything about it: definition, consent, process and clients. */
export function createManagedServer(options: ManagedOptions): ManagedServer {
  const { id, clock, consent } = options;
  /** Hash of the definition that the running server was started with. */
  let startedBy: string | null = null;
  let settling = 0;
  /** Each admitted call with its session, which the call itself no longer contains, and the tool that was allowed. */
  const admitted = new WeakMap<RpcMessage, { session: string; toolHash: string }>();
  // Secrets are redacted where messages arrive (server-connection.ts); the remaining lines are the host's own.
  const log = createLogTail(
    () => clock.now(),
    (text) => text,
  );

  async function consentTo({ definition }: ServerRow) {
    if (definition.kind === 'builtin') return { tools: null, builtin: true };
    const approved = await consent.approved(id, hashDefinition(definition));
    return approved && { tools: approved.tools, builtin: false };
  }

  const isTrusted = async ({ definition }: ServerRow) =>
    definition.kind === 'builtin' || consent.trusts(id, hashDefinition(definition));

  async function mayRun(): Promise<ServerRow> {
    const row = await options.row();
    if (!row.enabled) throw new RefusedError('off', reasonText('server.off'));
    if (!(await consentTo(row))) throw new RefusedError('approval', reasonText('server.unapproved'));
    return row;
  }

  async function onTools(tools: readonly Tool[], info: ServerInfo): Promise<void> {
    const agreed = await consentTo(await options.row());
    if (!agreed || agreed.builtin || startedBy === null) return;
    const before = await options.known.get(id, startedBy);
    await options.known.set(id, startedBy, { info, tools });
    // At a start, clients may still have the list of the last run. Later the server's own notification is passed on.
    const starts = runner.health.state === 'starting';
    if (starts && before && canonicalJson(before.tools) !== canonicalJson(tools)) endpoint.broadcast(LIST_CHANGED);
    if (agreed.tools === null) settling = clock.now() + SETTLE_MS;
    // Consent to a server includes the tools of its first start; every later change needs consent again.
    if (agreed.tools === null || clock.now() < settling)
      await consent.pinTools(id, { ...pinTools(tools), ...agreed.tools });
  }

  const runner: Runner = createRunner({
    clock,
    version: options.version,
    log,
    async connect() {
      const row = await mayRun();
      startedBy = hashDefinition(row.definition);
      settling = 0;
      return options.connect(row);
    },
    onTools,
    onNotification: (message) => endpoint.broadcast(message),
    onChange: () => options.onChange(),
    async mayRepeat(call) {
      const row = await mayRun();
      const allowed = admitted.get(call);
      if (!allowed) return;
      const { state } = await callable(row, call.params?.['name']);
      if (state.hash !== allowed.toolHash) throw new RefusedError('tool-approval', TOOL_UNAPPROVED);
    },
    rootsOf: (call) => options.rootsOf((call && admitted.get(call)?.session) ?? null),
    ...(options.idleMs === undefined ? {} : { idleMs: options.idleMs }),
  });

  /** What the server reports while it runs, or reported in its last run with this definition. */
  async function knownOf(row: ServerRow): Promise<KnownServer | null> {
    const hash = hashDefinition(row.definition);
    if (runner.info && runner.tools && startedBy === hash) return { info: runner.info, tools: runner.tools };
    return options.known.get(id, hash);
  }

  async function states(row: ServerRow, tools: readonly Tool[], mirrors = false) {
    const agreed = await consentTo(row);
    const pinned = agreed?.builtin ? pinTools(tools) : (agreed?.tools ?? null);
    return tools.map((tool) => ({ tool, state: describeTool(tool, pinned, row.toolsOff, mirrors) }));
  }

  async function ensure() {
    const row = await mayRun();
    // The definition was edited by hand while the server ran.
    if (runner.current() && startedBy !== hashDefinition(row.definition)) await runner.stop();
    return runner.ensure();
  }

  /**
   * Removes the host's own metadata from the call. Built-in servers get its names and whether the user saw it; others
   * learn nothing about that.
   */
  function strip(call: RpcMessage, own: Record<string, unknown>): RpcMessage {
    const params = call.params ?? {};
    const meta = isObject(params['_meta']) ? params['_meta'] : {};
    const others = Object.entries(meta).filter(([name]) => !name.startsWith('baton/'));
    return {
      ...call,
      params: { ...params, _meta: { ...Object.fromEntries(others), ...own } },
    };
  }

  async function callable(row: ServerRow, name: unknown) {
    const found = (await states(row, runner.tools ?? [])).find(({ tool }) => tool.name === name);
    if (!found) throw new RefusedError('unknown-tool', `There is no tool "${String(name).slice(0, 100)}".`);
    if (!found.state.enabled) throw new RefusedError('tool-off', 'This tool is turned off.');
    if (!found.state.approved) throw new RefusedError('tool-approval', TOOL_UNAPPROVED);
    return found;
  }

  async function admit(call: RpcMessage): ReturnType<Backend['admit']> {
    const row = await mayRun();
    const { name, arguments: args, _meta } = call.params ?? {};
    const meta = isObject(_meta) ? _meta : {};
    const { tool: found, state } = await callable(row, name);
    const session = meta[MCP_SESSION_META];
    const ticket = meta[MCP_TICKET_META];
    const turn = meta[MCP_TURN_META];
    if (typeof session !== 'string') throw new RefusedError('ticket', 'The call does not say for which session it is.');
    const facts = {
      server: id,
      tool: state.name,
      session,
      definition: hashDefinition(row.definition),
      toolHash: state.hash,
      args: hashArguments(args),
    };
    const proof = {
      ticket: typeof ticket === 'string' ? ticket : null,
      turn: typeof turn === 'string' ? turn : null,
      harmless: state.readOnly && !state.openWorld && (await isTrusted(row)),
      sandboxed: (await options.isSandboxed?.(state.name)) ?? false,
    };
    const admits = await consent.admits(facts, proof);
    const scope = admits || !isObject(args) ? null : await options.scopeOf?.({ session, tool: state.name, args });
    if (!admits && (scope?.unasked ?? null) === null)
      throw new RefusedError('ticket', 'You haven’t allowed this call.');
    const builtin = row.definition.kind === 'builtin';
    const names = { [MCP_SESSION_META]: session, [MCP_TURN_META]: turn, [MCP_CALL_META]: meta[MCP_CALL_META] };
    const how = { ...(!admits && { [UNASKED_META]: true }), ...(admits === 'covered' && { [COVERED_META]: true }) };
    const message = strip(call, builtin ? { ...names, ...how } : {});
    admitted.set(message, { session, toolHash: state.hash });
    return { message, inputSchema: found['inputSchema'] };
  }

  const backend: Backend = {
    ensure,
    admit,
    async info() {
      return (await knownOf(await mayRun()))?.info ?? (await ensure()).info;
    },
    async offered() {
      const row = await mayRun();
      let recorded = await knownOf(row);
      if (!recorded) {
        await ensure();
        recorded = await knownOf(row);
      }
      return (await states(row, recorded?.tools ?? []))
        .filter(({ state }) => state.approved && state.enabled)
        .map(({ tool }) => tool);
    },
  };
  const endpoint = createEndpoint(backend, clock);

  function healthOf(row: ServerRow, approved: boolean): McpHealth {
    const { health } = runner;
    if (runner.current()) return { ...health };
    if (!row.enabled) return { ...health, state: 'off', nextTry: null };
    return approved ? { ...health } : { ...health, state: 'approval', nextTry: null };
  }

  /**
   * A sign-in means that the user wants to use the server now and see its current tools, which may be more than before.
   * Calls in progress keep their connection. If it doesn't start, its health says why.
   */
  async function startSignedIn(): Promise<void> {
    if (!(await options.signedIn())) return;
    if (runner.current()?.busy === 0) await runner.stop();
    await ensure().catch(() => undefined);
  }

  return {
    endpoint,
    log,
    async describe(row) {
      const agreed = await consentTo(row);
      const recorded = await knownOf(row);
      const signedIn = await options.signedIn();
      const serverInfo = recorded?.info.serverInfo ?? {};
      const mirrors = row.definition.kind === 'http' && (recorded?.info.protocolVersion ?? '') > PROTOCOL_VERSION;
      const text = (value: unknown) => (typeof value === 'string' ? value.slice(0, 200) : null);
      return {
        id,
        label: row.label,
        builtin: row.definition.kind === 'builtin',
        enabled: row.enabled,
        definition: showDefinition(row.definition),
        hash: hashDefinition(row.definition),
        approved: agreed !== null,
        ...(agreed === null &&
          (await consent.isLocked(id, hashDefinition(row.definition))) && { locked: true as const }),
        trusted: await isTrusted(row),
        health: healthOf(row, agreed !== null),
        name: text(serverInfo['title']) ?? text(serverInfo['name']),
        version: text(serverInfo['version']),
        instructions: recorded?.info.instructions ?? null,
        tools: recorded && (await states(row, recorded.tools, mirrors)).map(({ state }) => state),
        revision: runner.revision,
        ...(row.timeout !== null && { timeout: row.timeout }),
        ...(signedIn === null ? { signedIn: false } : { signedIn: true, ...signedIn }),
      };
    },
    async approval() {
      const row = await options.row();
      const agreed = await consentTo(row);
      const tools = (await knownOf(row))?.tools ?? [];
      const changed = agreed ? null : options.changedPackage();
      return {
        hash: hashDefinition(row.definition),
        approved: agreed !== null,
        lines: approvalLines(row.definition),
        tools: agreed?.tools ? toolChanges(tools, agreed.tools) : [],
        ...(changed && { package: changed }),
      };
    },
    async approve(hash, tools, given) {
      const row = await options.row();
      if (hashDefinition(row.definition) !== hash)
        throw new HostError('approval_stale', 'The definition has changed since it was shown.');
      await consent.approve(id, hash, given);
      if (tools) {
        const agreed = await consent.approved(id, hash);
        const offered = ((await knownOf(row))?.tools ?? []).filter((tool) => Object.hasOwn(tools, tool.name));
        if (offered.some((tool) => tools[tool.name] !== hashTool(tool)) || offered.length < Object.keys(tools).length)
          throw new HostError('approval_stale', 'A tool has changed since it was shown.');
        await consent.pinTools(id, { ...agreed?.tools, ...pinTools(offered) });
        endpoint.broadcast(LIST_CHANGED);
      }
      options.onChange();
    },
    async trust(hash, given) {
      const row = await options.row();
      if (hashDefinition(row.definition) !== hash || !(await consentTo(row))) throw new HostError('approval_stale');
      await consent.trust(id, hash, given);
      options.onChange();
    },
    async toolFacts(name) {
      const row = await options.row();
      const tool = (await knownOf(row))?.tools.find((one) => one.name === name);
      if (!tool) return null;
      const sandboxed = (await options.isSandboxed?.(name)) ?? false;
      return { definition: hashDefinition(row.definition), toolHash: hashTool(tool), sandboxed };
    },
    async start() {
      runner.forgive();
      await ensure();
    },
    signInEnded(failure) {
      log.add('host', failure ?? reasonText('signIn.changed'));
      if (failure !== null) return runner.signInFailed(failure);
      runner.forgive();
      void startSignedIn();
    },
    stop: () => runner.stop(),
    async close() {
      await runner.stop();
      endpoint.close();
    },
  };
}
