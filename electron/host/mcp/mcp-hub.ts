import type { ApproveCall, CallTicket, McpRule } from '#contract/mcp-calls.ts';
import type { ChangeMcpServer, McpImportResult, McpServer, McpServerList, NewMcpServer } from '#contract/mcp.ts';
import type { Emit, HostDeps } from '../deps.ts';
import type { BeforeStart } from '../host-hooks.ts';
import { HostError } from '../problem.ts';
import type { BuiltinServer } from './builtin/builtin-server.ts';
import { type Consent, createConsent } from './consent/consent.ts';
import { createApprovalFile } from './consent/approval-file.ts';
import { type Folders, createFolders } from './folders.ts';
import { type ManagedServer, createManagedServer } from './managed-server.ts';
import { serverEnv } from './process/child-env.ts';
import type { Spawner } from './process/spawner.ts';
import { createStdioWire } from './process/stdio-wire.ts';
import { readPaste } from './registry/read-paste.ts';
import { type ServerRow, createServerFile } from './registry/server-file.ts';
import type { RemoteServers } from './remote/remote-servers.ts';
import { createKnownServers } from './known-servers.ts';
import { createScrubber } from './scrub.ts';

export interface McpHubOptions {
  spawner: Spawner;
  beforeStart: BeforeStart;
  remote: (
    headersOf: (id: string) => Promise<Readonly<Record<string, string>>>,
    onChange: (id: string, failure: string | null) => void,
  ) => RemoteServers;
  builtins: (folders: Folders) => readonly BuiltinServer[];
  idleMs?: number;
}

/** Everything about MCP servers that the routes offer. */
export interface McpHub {
  list(): Promise<McpServerList>;
  get(id: string): Promise<McpServer>;
  /** Throws `unknown_server`. */
  row(id: string): Promise<ServerRow>;
  add(server: NewMcpServer): Promise<McpServer>;
  /** Nothing of it runs: it arrives switched off and unapproved (security.md S44). */
  importText(text: string): Promise<McpImportResult>;
  change(id: string, change: ChangeMcpServer): Promise<McpServer>;
  remove(id: string): Promise<void>;
  revoke(id: string): Promise<void>;
  /** Throws `unknown_server`. */
  server(id: string): Promise<ManagedServer>;
  allow(call: ApproveCall): Promise<CallTicket>;
  rules(): Promise<McpRule[]>;
  removeRule(id: string): Promise<void>;
  /** Everything the host knows about a session: folders and rules. */
  forgetSession(session: string): Promise<void>;
  readonly remote: RemoteServers;
  readonly folders: Folders;
  close(): Promise<void>;
}

export function createMcpHub(deps: HostDeps, emit: Emit, options: McpHubOptions): McpHub {
  const { clock, home } = deps;
  const { spawner, beforeStart } = options;
  const file = createServerFile(home, clock, deps.secrets);
  const consent: Consent = createConsent(createApprovalFile(home, clock), clock);
  const folders = createFolders(home, spawner.env['HOME'] ?? spawner.env['USERPROFILE'], clock);
  const remote = options.remote(
    async (id) => (await file.values(id)).headers,
    (id, failure) => {
      managed.get(id)?.signInEnded(failure);
      changed();
    },
  );
  const builtins = new Map(options.builtins(folders).map((one) => [one.id, one]));
  const known = createKnownServers(home);
  const managed = new Map<string, ManagedServer>();
  let closed = false;
  const changed = () => emit({ type: 'mcp-changed' });

  const builtinRow = ({ id, label }: BuiltinServer): ServerRow => ({
    id,
    label,
    enabled: true,
    toolsOff: [],
    definition: { kind: 'builtin', server: id },
  });

  async function find(id: string): Promise<ServerRow> {
    const builtin = builtins.get(id);
    return builtin ? builtinRow(builtin) : file.find(id);
  }

  async function connect(row: ServerRow) {
    const { definition, id } = row;
    if (definition.kind === 'builtin') {
      const builtin = builtins.get(id);
      if (!builtin) throw new HostError('unknown_server');
      return { wire: builtin.connect(), scrub: createScrubber([]) };
    }
    const values = await file.values(id);
    if (definition.kind !== 'stdio') return remote.connect(id, definition, values.headers);
    const { command, args, cwd } = definition;
    const secret = Object.entries(values.env).flatMap(([name, value]) =>
      definition.env.includes(name) ? [value] : [],
    );
    // The process is shared: what a folder wishes for one conversation is not asked.
    const added = await beforeStart(null, { tool: id, args: {} });
    const env = serverEnv(spawner.env, values.env, spawner.platform, added);
    return { wire: createStdioWire(spawner, { command, args, cwd, env }), scrub: createScrubber(secret) };
  }

  function manage(id: string): ManagedServer {
    const found = managed.get(id);
    if (found) return found;
    const server = createManagedServer({
      id,
      clock,
      version: deps.version,
      consent,
      row: () => (closed ? Promise.reject(new HostError('internal', 'Baton is closing.')) : find(id)),
      connect,
      known,
      signedIn: () => remote.signedIn(id),
      rootsOf: (session) => folders.rootsOf(session),
      onChange: changed,
      ...(options.idleMs === undefined ? {} : { idleMs: options.idleMs }),
    });
    managed.set(id, server);
    return server;
  }

  const describe = (row: ServerRow) => manage(row.id).describe(row);

  function own(id: string): void {
    if (builtins.has(id)) throw new HostError('bad_request', "Baton's own servers cannot be changed or removed.");
  }

  return {
    remote,
    folders,
    row: find,
    async list() {
      const { rows, warnings } = await file.rows();
      const all = [...[...builtins.values()].map(builtinRow), ...rows];
      const more = await consent.warning();
      return {
        servers: await Promise.all(all.map(describe)),
        warnings: more === null ? warnings : [...warnings, more],
      };
    },
    get: async (id) => describe(await find(id)),
    async add({ label, definition }) {
      if (definition.kind !== 'stdio') remote.checkAddress(definition.url);
      const row = await file.add(label, definition, true);
      changed();
      return describe(row);
    },
    async importText(text) {
      const { servers, problems } = readPaste(text);
      const added: McpServer[] = [];
      for (const { label, definition } of servers)
        try {
          if (definition.kind !== 'stdio') remote.checkAddress(definition.url);
          added.push(await describe(await file.add(label, definition, false)));
        } catch (error) {
          // Where keys are kept must be settled first; the rest would meet the same answer.
          if (!(error instanceof HostError) || error.code !== 'bad_request') throw error;
          problems.push(`"${label}" was left out: ${error.message}`);
        }
      changed();
      return { servers: added, problems };
    },
    async change(id, { definition, tools, ...rest }) {
      own(id);
      if (definition && definition.kind !== 'stdio') remote.checkAddress(definition.url);
      const row = await find(id);
      const off = new Set(row.toolsOff);
      for (const [name, on] of Object.entries(tools ?? {}))
        if (on) off.delete(name);
        else off.add(name);
      await file.change(id, {
        ...(rest.label === undefined ? {} : { label: rest.label }),
        ...(rest.enabled === undefined ? {} : { enabled: rest.enabled }),
        ...(definition ? { definition } : {}),
        ...(tools ? { toolsOff: [...off].sort() } : {}),
      });
      if (definition || rest.enabled === false) await manage(id).stop();
      if (tools) manage(id).endpoint.broadcast({ jsonrpc: '2.0', method: 'notifications/tools/list_changed' });
      changed();
      return describe(await find(id));
    },
    async remove(id) {
      own(id);
      await find(id);
      await managed.get(id)?.close();
      managed.delete(id);
      await file.remove(id);
      await known.forget(id);
      await consent.revoke(id);
      changed();
    },
    async revoke(id) {
      own(id);
      await find(id);
      await consent.revoke(id);
      await managed.get(id)?.stop();
      changed();
    },
    async server(id) {
      await find(id);
      return manage(id);
    },
    async allow(call) {
      await find(call.server);
      const facts = await manage(call.server).toolFacts(call.tool);
      if (!facts) throw new HostError('bad_request', 'This server has no such tool, or was not started yet.');
      return consent.allow(call, facts);
    },
    rules: () =>
      consent.rules(async (id, tool) => {
        const row = await find(id).catch(() => null);
        return row ? manage(id).toolFacts(tool) : null;
      }),
    removeRule: (id) => consent.removeRule(id),
    async forgetSession(session) {
      await folders.forget(session);
      await consent.forgetSession(session);
    },
    async close() {
      closed = true;
      remote.close();
      await Promise.all([...managed.values()].map((server) => server.close()));
      await spawner.flush?.();
    },
  };
}
