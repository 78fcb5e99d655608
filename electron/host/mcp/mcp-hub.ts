import type { ConsentGiven } from '#contract/consent-given.ts';
import type { ApproveCall, CallTicket, McpRule } from '#contract/mcp-calls.ts';
import type { ImportMcp, McpFoundFile, McpImportPreview, McpImportResult } from '#contract/mcp-imports.ts';
import type { ChangeMcpServer, McpServer, McpServerList, McpSignIn, NewMcpServer } from '#contract/mcp.ts';
import type { CallScope } from '#core/agent/approval/call-scope.ts';
import { reasonText } from '#core/reasons.ts';
import type { ConsentStore } from '../consents/consent-store.ts';
import type { Emit, HostDeps } from '../base/deps.ts';
import type { BeforeStart } from '../hooks/host-hooks.ts';
import { HostError } from '../base/problem.ts';
import type { BuiltinCall, BuiltinServer } from './builtin/builtin-server.ts';
import { type BundleStore, createBundleStore } from './bundles/bundle-store.ts';
import { type Consent, createConsent } from './consent/consent.ts';
import type { Permissions } from './consent/permissions.ts';
import { type Folders, createFolders } from './builtin/workspace/folders.ts';
import { type ManagedServer, createManagedServer } from './managed-server.ts';
import { childEnv } from './process/child-env.ts';
import type { Spawner } from './process/spawner.ts';
import { createStdioWire } from './process/stdio-wire.ts';
import { createPackageCheck } from './packages/package-check.ts';
import { findDownloadedVersion } from './registry/downloaded-version.ts';
import { createImports } from './imports.ts';
import { createOtherApps } from './registry/other-apps.ts';
import { type ServerRow, createServerFile } from './registry/server-file.ts';
import type { RemoteDefinition, RemoteServers } from './remote/remote-servers.ts';
import { createKnownServers } from './known-servers.ts';
import { createSecretRedactor } from './base/redact-secrets.ts';

export interface McpHubOptions {
  consents: ConsentStore;
  permissions: Permissions;
  spawner: Spawner;
  beforeStart: BeforeStart;
  remote: (onChange: (id: string, failure: string | null) => void) => RemoteServers;
  builtins: (folders: Folders) => readonly BuiltinServer[];
  idleMs?: number;
}

/** All operations on MCP servers that the routes offer. */
export interface McpHub {
  list(): Promise<McpServerList>;
  get(id: string): Promise<McpServer>;
  /** Throws `unknown_server`. */
  row(id: string): Promise<ServerRow>;
  add(server: NewMcpServer): Promise<McpServer>;
  /** The version of a package that its runner downloaded last; null if unknown. */
  downloadedVersion(from: 'npm' | 'pypi', name: string): Promise<string | null>;
  /** Files in which other apps on this computer keep their servers. */
  found(): Promise<McpFoundFile[]>;
  preview(given: Pick<ImportMcp, 'source'>): Promise<McpImportPreview>;
  /** Starts nothing: servers arrive switched off and without consent (security.md S44). Stores all of them, or none. */
  importText(given: ImportMcp): Promise<McpImportResult>;
  change(id: string, change: ChangeMcpServer): Promise<McpServer>;
  remove(id: string): Promise<void>;
  revoke(id: string): Promise<void>;
  /** Throws `unknown_server`. */
  server(id: string): Promise<ManagedServer>;
  distrust(id: string): Promise<void>;
  allow(call: ApproveCall, given: ConsentGiven): Promise<CallTicket>;
  /** Called when an agent's run ends: drops the grants for its turn. */
  endTurn(turn: string): void;
  rules(): Promise<McpRule[]>;
  removeRule(id: string): Promise<void>;
  removeRules(): Promise<void>;
  /** Forgets everything the host stores about a session: folders and grants. */
  forgetSession(session: string): Promise<void>;
  /** Throws `bad_request` for a server without an address. */
  signIn(id: string): Promise<McpSignIn>;
  signOut(id: string): Promise<void>;
  readonly remote: Pick<RemoteServers, 'cancelSignIn'>;
  readonly folders: Folders;
  readonly permissions: Permissions;
  /** How far a call of a built-in server would reach; null for other servers. */
  scopeOf(call: BuiltinCall & { server: string }): Promise<CallScope | null>;
  readonly bundles: BundleStore;
  close(): Promise<void>;
}

export function createMcpHub(deps: HostDeps, emit: Emit, options: McpHubOptions): McpHub {
  const { clock, home } = deps;
  const { spawner, beforeStart, consents } = options;
  const file = createServerFile(home, clock, deps.secrets);
  const consent: Consent = createConsent(consents, clock);
  const packages = createPackageCheck(deps, spawner, consent);
  const { permissions } = options;
  const folders = createFolders(home, spawner.env['HOME'] ?? spawner.env['USERPROFILE'], consents, permissions);
  const remote = options.remote((id, failure) => {
    managed.get(id)?.signInEnded(failure);
    changed();
  });
  const builtins = new Map(options.builtins(folders).map((one) => [one.id, one]));
  const otherApps = createOtherApps(spawner.platform, spawner.env, () => folders.newest());
  const bundles = createBundleStore({
    home,
    platform: spawner.platform,
    env: spawner.env,
    async used() {
      const { rows, warnings } = await file.rows();
      if (warnings.length > 0) return null;
      const words: string[] = [];
      for (const row of rows) {
        if (row.definition.kind !== 'stdio') continue;
        // A locked vault may hold the variable that names the folder.
        const values = await file.values(row).catch((error: unknown) => {
          if (error instanceof HostError) return null;
          throw error;
        });
        if (values === null) return null;
        words.push(row.definition.command, ...values.args, ...Object.values(values.env));
      }
      return words;
    },
  });
  const imports = createImports({ file, otherApps, bundles, folders, checkAddress: (url) => remote.checkAddress(url) });
  const known = createKnownServers(home);
  const managed = new Map<string, ManagedServer>();
  let closed = false;
  const changed = () => emit({ type: 'mcp-changed' });

  const builtinRow = ({ id, label }: BuiltinServer): ServerRow => ({
    id,
    label,
    enabled: true,
    toolsOff: [],
    timeout: null,
    definition: { kind: 'builtin', server: id },
  });

  async function find(id: string): Promise<ServerRow> {
    const builtin = builtins.get(id);
    return builtin ? builtinRow(builtin) : file.find(id);
  }

  async function remoteOf(id: string, definition: RemoteDefinition) {
    const { kind, url: shown, client } = definition;
    const { url, headers, clientSecret, inputs } = await file.values({ id, definition });
    // The consent covers the address as shown; a secret in it must not change the origin.
    if (new URL(url).origin !== new URL(shown).origin)
      throw new HostError('bad_request', reasonText('server.nameOpen'));
    return { kind, url, headers, client: client ? { id: client.id, secret: clientSecret } : null, secrets: inputs };
  }

  async function connect(row: ServerRow) {
    const { definition, id, label } = row;
    if (definition.kind === 'builtin') {
      const builtin = builtins.get(id);
      if (!builtin) throw new HostError('unknown_server');
      return { wire: builtin.connect(), scrub: createSecretRedactor([]) };
    }
    if (definition.kind !== 'stdio') return remote.connect(id, await remoteOf(id, definition), label);
    const values = await file.values(row);
    const { args, inputs } = values;
    const { command, cwd } = definition;
    const named = Object.entries(values.env).flatMap(([name, value]) => (definition.env.includes(name) ? [value] : []));
    // The process is shared by all sessions, so the settings of one session's folders don't apply.
    const added = await beforeStart(null, { tool: id, args: {} });
    const env = childEnv(spawner.env, spawner.platform, { added, given: values.env });
    await packages.check({ id, definition, env }, (text) => manage(id).log.add('host', text));
    return {
      wire: createStdioWire(spawner, { command, args, cwd, env }),
      scrub: createSecretRedactor([...named, ...inputs]),
    };
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
      changedPackage: () => packages.changed(id),
      signedIn: () => remote.signedIn(id),
      rootsOf: (session) => folders.rootsOf(session),
      scopeOf: async (call) => (await builtins.get(id)?.scopeOf?.(call)) ?? null,
      isSandboxed: async (tool) => (await builtins.get(id)?.isSandboxed?.(tool)) ?? false,
      onChange: changed,
      ...(options.idleMs === undefined ? {} : { idleMs: options.idleMs }),
    });
    managed.set(id, server);
    return server;
  }

  const describe = (row: ServerRow) => manage(row.id).describe(row);

  async function addressOf(id: string): Promise<RemoteDefinition> {
    const { definition } = await find(id);
    if (definition.kind !== 'http' && definition.kind !== 'sse')
      throw new HostError('bad_request', reasonText('signIn.none'));
    return definition;
  }

  function own(id: string): void {
    if (builtins.has(id)) throw new HostError('bad_request', reasonText('server.builtIn'));
  }

  const scopeOf: McpHub['scopeOf'] = async ({ server, ...call }) =>
    (await builtins.get(server)?.scopeOf?.(call)) ?? null;

  /** Stores a rule for commands, made of the call that the user sees. */
  async function allowCommand(call: ApproveCall, given: ConsentGiven): Promise<void> {
    const { server, tool, session, command: rule, remember, arguments: args = {} } = call;
    const command = (await scopeOf({ server, session, tool, args }))?.command;
    // Each command that leaves the sandbox is seen, or named word by word in a rule.
    if (command?.sandbox === 'outside' && remember !== 'once')
      throw new HostError('bad_request', 'A call outside the sandbox is allowed once.');
    if (!rule) return;
    if (!command?.rules.some(({ match, line }) => match === rule.match && line === rule.line))
      throw new HostError('bad_request', 'This rule is not made of this command.');
    const { folder, sandbox } = command;
    await permissions.allowCommand(
      { ...rule, folder, outside: sandbox === 'outside', ...(sandbox === 'inside' && { sandboxed: true }) },
      given,
    );
    changed();
  }

  return {
    remote,
    folders,
    permissions,
    scopeOf,
    bundles,
    row: find,
    async list() {
      const { rows, warnings } = await file.rows();
      const all = [...[...builtins.values()].map(builtinRow), ...rows];
      const more = await consents.warning();
      return {
        servers: await Promise.all(all.map(describe)),
        warnings: more === null ? warnings : [...warnings, more],
      };
    },
    get: async (id) => describe(await find(id)),
    async add({ label, definition }) {
      if (definition.kind !== 'stdio') remote.checkAddress(definition.url);
      const row = await file.add(label, definition);
      changed();
      return describe(row);
    },
    downloadedVersion: (from, name) => findDownloadedVersion(spawner.platform, spawner.env, from, name),
    found: () => otherApps.list(),
    preview: ({ source }) => imports.preview(source),
    async importText(given) {
      const { added, present, problems } = await imports.add(given);
      changed();
      return { servers: await Promise.all(added.map(describe)), present: present.map(({ label }) => label), problems };
    },
    async change(id, { definition, tools, ...rest }) {
      own(id);
      if (definition && definition.kind !== 'stdio') remote.checkAddress(definition.url);
      const row = await find(id);
      const off = new Set(row.toolsOff);
      for (const [name, on] of Object.entries(tools ?? {}))
        if (on) off.delete(name);
        else off.add(name);
      const isOther = await file.change(id, {
        ...(rest.label === undefined ? {} : { label: rest.label }),
        ...(rest.enabled === undefined ? {} : { enabled: rest.enabled }),
        ...(rest.timeout === undefined ? {} : { timeout: rest.timeout }),
        ...(definition ? { definition } : {}),
        ...(tools ? { toolsOff: [...off].sort() } : {}),
      });
      if (isOther || rest.enabled === false) await manage(id).stop();
      if (tools) manage(id).endpoint.broadcast({ jsonrpc: '2.0', method: 'notifications/tools/list_changed' });
      changed();
      return describe(await find(id));
    },
    async remove(id) {
      own(id);
      await find(id);
      // Nothing of it may be stored after what it has stored is deleted.
      remote.cancelSignIn(id);
      await managed.get(id)?.close();
      managed.delete(id);
      await file.remove(id);
      await bundles.removeUnused();
      await known.forget(id);
      await consent.revoke(id);
      changed();
    },
    async revoke(id) {
      own(id);
      await find(id);
      try {
        await consent.revoke(id);
      } finally {
        await managed.get(id)?.stop();
      }
      changed();
    },
    async distrust(id) {
      own(id);
      await consent.distrust(id);
      changed();
    },
    async server(id) {
      await find(id);
      return manage(id);
    },
    async allow(call, given) {
      await find(call.server);
      const facts = await manage(call.server).toolFacts(call.tool);
      if (!facts) throw new HostError('bad_request', reasonText('server.unknownTool'));
      await allowCommand(call, given);
      const ticket = await consent.allow(call, facts, given);
      if (call.remember === 'session' || call.remember === 'always') changed();
      return ticket;
    },
    endTurn: (turn) => consent.endTurn(turn),
    rules: () =>
      consent.rules(async (id, tool) => {
        const row = await find(id).catch(() => null);
        return row ? manage(id).toolFacts(tool) : null;
      }),
    async removeRule(id) {
      await consent.removeRule(id);
      changed();
    },
    async removeRules() {
      await consent.removeRules();
      changed();
    },
    signIn: async (id) => remote.signIn(id, await remoteOf(id, await addressOf(id))),
    async signOut(id) {
      await addressOf(id);
      await remote.signOut(id);
      await managed.get(id)?.stop();
    },
    async forgetSession(session) {
      await folders.forget(session);
      await consent.forgetSession(session);
      await permissions.forgetSession(session);
    },
    async close() {
      closed = true;
      remote.close();
      await Promise.all([...managed.values()].map((server) => server.close()));
      await spawner.flush?.();
    },
  };
}
