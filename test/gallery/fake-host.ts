import type { CrashState } from '#contract/crashes.ts';
import type { CrossingState } from '#contract/crossing.ts';
import type { HostConfigState } from '#contract/config.ts';
import type { ConfigurationState } from '#contract/configuration.ts';
import type { Connection } from '#contract/connection.ts';
import type { ConsentList } from '#contract/consents.ts';
import type { EnvNames } from '#contract/consents.ts';
import type { EncryptionState } from '#contract/encryption.ts';
import type { JournalList } from '#contract/journal.ts';
import type { McpServer, McpServerList } from '#contract/mcp.ts';
import type { MoveState } from '#contract/origin-migration.ts';
import type { OrphanProcessList } from '#contract/orphan-processes.ts';
import type { ScriptList } from '#contract/scripts.ts';
import type { SecretsState } from '#contract/secrets.ts';
import type { SnapshotList } from '#contract/snapshot.ts';
import type { SyncState } from '#contract/sync.ts';
import type { PackageState } from '#contract/update-package.ts';
import type { UpdateState } from '#contract/updates.ts';
import { PROBLEM_HEADER } from '#contract/headers.ts';

type Answer = object | ((request: Request) => Response | Promise<Response>);
/** Keys are a method and an address, such as `GET /api/vendors`. A `*` at the end matches the rest of an address. */
export type HostAnswers = Readonly<Record<string, Answer>>;

export function connection(id: string, more: Partial<Connection> = {}): Connection {
  return {
    id,
    label: id,
    vendor: 'anthropic',
    protocol: 'anthropic',
    baseUrl: `https://${id}.example`,
    practice: false,
    custom: false,
    needsKey: true,
    configured: true,
    last4: 'k3yz',
    account: `account-${id}`,
    keyUrl: 'https://example.com/keys',
    network: 'public',
    ...more,
  };
}

export const CONNECTIONS: readonly Connection[] = [
  connection('anthropic', { label: 'Anthropic', keyUrl: 'https://platform.claude.com/settings/keys' }),
  connection('openai', { label: 'OpenAI', vendor: 'openai', protocol: 'openai-responses' }),
  connection('gemini', {
    label: 'Google Gemini',
    vendor: 'gemini',
    protocol: 'gemini',
    configured: false,
    last4: null,
  }),
  connection('groq', { label: 'Groq', vendor: 'groq', protocol: 'openai-chat', configured: false, last4: null }),
  connection('practice-anthropic', {
    label: 'Practice (Anthropic)',
    practice: true,
    needsKey: false,
    last4: null,
    account: 'practice',
    keyUrl: null,
  }),
];

export function server(id: string, more: Partial<McpServer> = {}): McpServer {
  return {
    id,
    label: id,
    builtin: false,
    enabled: true,
    definition: { kind: 'stdio', command: 'npx', args: ['-y', `${id}@1.4.2`], cwd: null, envNames: [], steering: {} },
    hash: 'ab'.repeat(32),
    approved: true,
    trusted: false,
    health: { state: 'running', since: 0, reason: null, nextTry: null, crashes: 0 },
    name: id,
    version: '1.4.2',
    instructions: null,
    tools: [],
    revision: 1,
    signedIn: false,
    ...more,
  };
}

export const CONFIGURATION: ConfigurationState = {
  configuration: {
    disabled_hooks: [],
    enabled_hooks: [],
    env_allow_list: [],
    hooks: {},
    updates: { feed: null },
    experimental: {
      auto_resume: false,
      aggressive_truncation: false,
      preemptive_compaction: true,
      preemptive_compaction_threshold: 0.8,
      truncate_all_tool_outputs: true,
      dcp_for_compaction: false,
      background_continuation: false,
      server_context_editing: false,
      dynamic_context_pruning: {
        enabled: false,
        notification: 'detailed',
        turn_protection: { enabled: true, turns: 3 },
        protected_tools: ['task', 'todowrite'],
        strategies: {
          deduplication: { enabled: true },
          supersede_writes: { enabled: true, aggressive: false },
          purge_errors: { enabled: true, turns: 5 },
        },
      },
    },
  },
  origins: {},
  files: [
    { layer: 'user', path: '/home/you/.config/Baton/config.jsonc', exists: false },
    { layer: 'ui', path: '/home/you/.config/Baton/config.ui.json', exists: false },
  ],
  warnings: [],
};

export const NO_SNAPSHOTS: SnapshotList = {
  snapshots: [],
  folder: '/home/you/.config/Baton/snapshots',
  bytes: 0,
  cap: 5_000_000_000,
  freeBytes: 79_000_000_000,
  foreign: 0,
  settings: { automatic: false, cap: null },
  settingsDamaged: false,
};

const USUAL: HostAnswers = {
  'GET /api/events': () => eventsOf(true),
  'GET /api/ping': { ok: true, version: '0.1.0', mount: 'browser' },
  'POST /api/windows': () => Response.json({ token: 'token', comeback: 'comeback' }, { status: 201 }),
  'GET /api/vendors': { connections: CONNECTIONS },
  'GET /api/secrets': {
    kind: 'passphrase',
    locked: false,
    choices: ['passphrase', 'session'],
    backend: null,
    problem: null,
  } satisfies SecretsState,
  'GET /api/config': { config: { version: 1, practiceCharsPerSecond: 240 }, warnings: [] } satisfies HostConfigState,
  'GET /api/configuration': CONFIGURATION,
  'GET /api/mcp/servers': {
    servers: [
      server('builtin_workspace_server', { label: 'Workspace', builtin: true, definition: { kind: 'builtin' } }),
      server('builtin_shell_server', { label: 'Shell', builtin: true, definition: { kind: 'builtin' } }),
    ],
    warnings: [],
  } satisfies McpServerList,
  'GET /api/mcp/rules': { rules: [] },
  'GET /api/mcp/permissions': {
    commands: [],
    folders: [],
    sandbox: { kind: 'none', reason: null, on: false, network: false },
  },
  'GET /api/mcp/sessions/*': { folders: [], edits: false },
  'GET /api/consents': { lasts: 'kept', open: [] } satisfies ConsentList,
  'GET /api/consents/env': { allowed: [], wanted: [] } satisfies EnvNames,
  'GET /api/scripts': { scripts: [] } satisfies ScriptList,
  'DELETE /api/left-running/*': () => new Response(null, { status: 204 }),
  'GET /api/left-running': { conversations: [] } satisfies OrphanProcessList,
  'GET /api/web-search': { service: null, address: null, keys: [] },
  'GET /api/desktop': { desktop: null },
  'GET /api/update-package': {
    kind: 'none',
    installs: false,
    step: 'none',
    version: null,
    size: 0,
    received: 0,
    failure: null,
  } satisfies PackageState,
  'GET /api/crashes': { news: null, reports: [], images: null, graphics: null } satisfies CrashState,
  'GET /api/crossing': { brought: [], keys: 'there', passphraseFile: false } satisfies CrossingState,
  'GET /api/place': { home: '/home/me/.config/Baton', portable: false, sealedKeys: false, opens: false },
  'GET /api/network': {
    proxy: 'system',
    address: null,
    except: [],
    user: null,
    hasPassword: false,
    system: { by: 'environment', proxy: null },
    systemAuthorities: false,
    authorities: [],
    damaged: false,
  },
  'GET /api/encryption': {
    on: false,
    unavailable: 'browser',
    damaged: false,
    canWrite: true,
    recovery: null,
    progress: null,
    failed: 0,
    full: false,
    locked: { journals: 0, snapshots: 0, logs: 0 },
  } satisfies EncryptionState,
  'GET /api/updates': {
    feed: null,
    on: true,
    agreed: false,
    asked: null,
    newer: null,
    quiet: false,
  } satisfies UpdateState,
  'GET /api/snapshots': NO_SNAPSHOTS,
  'GET /api/journals': { on: false, settingsDamaged: false, most: 536_870_912, journals: [] } satisfies JournalList,
  'GET /api/sync': { place: null } satisfies SyncState,
  'GET /api/logs': { lines: [], file: '/home/you/.config/Baton/logs/baton.log' },
  'POST /api/logs': () => new Response(null, { status: 204 }),
  'GET /api/move': { step: 'none' } satisfies MoveState,
  'POST /api/snapshots/*': () => problem('internal', 'There is no such snapshot.'),
  'DELETE /api/runs/*': () => new Response(null, { status: 204 }),
};

export function problem(code: string, title: string, status = 500): Response {
  return Response.json(
    { type: `urn:baton:problem:${code}`, title, status, code },
    { status, headers: { [PROBLEM_HEADER]: code } },
  );
}

/** The stream of events. `known`: the host takes approvals from this window. */
export function eventsOf(known: boolean, mount: 'browser' | 'electron' = 'browser'): Response {
  const hello = {
    type: 'hello',
    version: '0.1.0',
    mount,
    window: { secret: 'secret', number: 1, known, resume: 'resume' },
  };
  return streamed([`data: ${JSON.stringify(hello)}\n\n`], true);
}

/** A streamed response. `open`: it never ends. */
export function streamed(pieces: readonly string[], open = false): Response {
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const piece of pieces) controller.enqueue(encoder.encode(piece));
      if (!open) controller.close();
    },
  });
  return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
}

function find(answers: HostAnswers, key: string): Answer | undefined {
  const own = answers[key];
  if (own) return own;
  const fitting = Object.keys(answers).filter((one) => one.endsWith('*') && key.startsWith(one.slice(0, -1)));
  return answers[fitting.toSorted((a, b) => b.length - a.length)[0] ?? ''];
}

let reads = 0;

/** How many reads of the page have no answer yet. */
export const pendingReads = (): number => reads;

/** Answers calls under /api from the table from now on. Other requests go to the network as before. */
export function installHost(over: HostAnswers): void {
  const network = globalThis.fetch.bind(globalThis);
  globalThis.fetch = async (input, init) => {
    const request = new Request(input, init);
    const { pathname } = new URL(request.url);
    if (!pathname.startsWith('/api/')) return network(request);
    const key = `${request.method} ${pathname}`;
    const answer = find(over, key) ?? find(USUAL, key);
    if (answer === undefined) return problem('not_found', `The gallery has no answer for ${key}`, 404);
    if (typeof answer !== 'function') return Response.json(answer);
    if (request.method !== 'GET') return answer(request);
    reads += 1;
    return Promise.resolve(answer(request)).finally(() => (reads -= 1));
  };
}
