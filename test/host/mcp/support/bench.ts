import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { type ApproveCall, CallTicket, MCP_SESSION_META, MCP_TICKET_META } from '#contract/mcp-calls.ts';
import { type McpDefinition, McpServer } from '#contract/mcp.ts';
import { type Host, createHost } from '#host/create-host.ts';
import type { HostOptions } from '#host/create-handler.ts';
import type { HostDeps } from '#host/base/deps.ts';
import { type Spawner, createSystemSpawner } from '#host/mcp/process/spawner.ts';
import { type HostBench, createHostBench, pageHeaders } from '#test/fakes/host-deps.ts';
import { openTestWindow, type TestWindow } from '#test/fakes/host-window.ts';
import { listen } from '../../../../electron/serve/listen.ts';
import { createNodeMount } from '../../../../electron/serve/node-mount.ts';

export const SESSION = 'chat-1';

export interface McpBench {
  readonly bench: HostBench;
  readonly host: Host;
  readonly origin: string;
  /** Processes started so far, including ended ones. */
  readonly pids: readonly number[];
  /** The page's window. */
  readonly window: TestWindow;
  /** Calls by the page, each with a user gesture. */
  call(method: string, path: string, json?: unknown): Promise<Response>;
  /** Adds, approves and returns a server. */
  ready(label: string, definition: McpDefinition): Promise<McpServer>;
  server(id: string): Promise<McpServer>;
  /** What a question about a tool shows about it. */
  factsOf(id: string, tool: string): Promise<ShownFacts>;
  /** The page's MCP client of a server, on a real socket. */
  connect(id: string, client?: Client): Promise<Client>;
  ticket(id: string, tool: string, args: Record<string, unknown>, session?: string): Promise<Record<string, string>>;
  /** A call the user has approved. */
  run(
    client: Client,
    id: string,
    tool: string,
    args?: Record<string, unknown>,
    options?: Parameters<Client['callTool']>[1],
  ): ReturnType<Client['callTool']>;
  close(): Promise<void>;
}

export type ShownFacts = Pick<ApproveCall, 'definition' | 'toolHash'>;

export interface McpBenchOptions {
  deps?: Partial<HostDeps>;
  host?: HostOptions;
  env?: Record<string, string>;
}

export const alive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

/** Running processes; zombies don't count. */
async function runningOnes(): Promise<{ pid: number; parent: number; group: number }[]> {
  const { stdout } = await promisify(execFile)('ps', ['-e', '-o', 'pid=,ppid=,pgid=,stat=']);
  return stdout.split('\n').flatMap((line) => {
    const [pid, parent, group, state = 'Z'] = line.trim().split(/\s+/);
    return state.startsWith('Z') ? [] : [{ pid: Number(pid), parent: Number(parent), group: Number(group) }];
  });
}

export const groupOf = async (leader: number): Promise<number[]> =>
  (await runningOnes()).filter(({ group }) => group === leader).map(({ pid }) => pid);

export const childrenOf = async (of: number): Promise<number[]> =>
  (await runningOnes()).filter(({ parent }) => parent === of).map(({ pid }) => pid);

export function newClient(capabilities: Record<string, unknown> = {}): Client {
  return new Client({ name: 'page', version: '1.0.0' }, { capabilities });
}

export const stdio = (
  command: string,
  args: string[] = [],
  more: { env?: Record<string, string>; cwd?: string } = {},
): McpDefinition => ({ kind: 'stdio', command, args, cwd: more.cwd ?? null, env: more.env ?? {} });

/** A host on a real port, with the page's part of the work. */
export async function createMcpBench(options: McpBenchOptions = {}): Promise<McpBench> {
  const bench = createHostBench(options.deps);
  const { promise: ready, resolve } = Promise.withResolvers<Host>();
  const mount = createNodeMount({ fetch: async (request) => (await ready).fetch(request) });
  const origin = `http://127.0.0.1:${await listen(mount, 0)}`;
  const pids: number[] = [];
  const system = createSystemSpawner({ ...process.env, ...options.env }, process.platform);
  const spawner: Spawner = {
    ...system,
    async spawn(given) {
      const child = await system.spawn(given);
      pids.push(child.pid);
      return child;
    },
  };
  const host = createHost({ ...bench.deps, origin }, { spawner, ...options.host });
  resolve(host);
  const clients: Client[] = [];
  const window = await openTestWindow((path, init) => fetch(`${origin}${path}`, init));

  function call(method: string, path: string, json?: unknown): Promise<Response> {
    return fetch(`${origin}${path}`, {
      method,
      headers: pageHeaders({
        ...window.approving(),
        ...(json !== undefined && { 'content-type': 'application/json' }),
      }),
      ...(json === undefined ? {} : { body: JSON.stringify(json) }),
    });
  }

  const server = async (id: string) => McpServer.parse(await (await call('GET', `/api/mcp/servers/${id}`)).json());

  async function factsOf(id: string, tool: string): Promise<ShownFacts> {
    const { hash, tools } = await server(id);
    return { definition: hash, toolHash: tools?.find(({ name }) => name === tool)?.hash ?? '0'.repeat(64) };
  }

  async function ticket(id: string, tool: string, args: Record<string, unknown>, session = SESSION) {
    const shown = await factsOf(id, tool);
    const response = await call('POST', '/api/mcp/approvals', { server: id, tool, ...shown, session, arguments: args });
    if (!response.ok) throw new Error(`no ticket: ${await response.text()}`);
    return { [MCP_SESSION_META]: session, [MCP_TICKET_META]: CallTicket.parse(await response.json()).ticket };
  }

  return {
    bench,
    host,
    origin,
    pids,
    call,
    window,
    ticket,
    factsOf,
    server,
    async ready(label, definition) {
      const added = await call('POST', '/api/mcp/servers', { label, definition });
      if (!added.ok) throw new Error(await added.text());
      const { id, hash } = McpServer.parse(await added.json());
      const approved = await call('POST', `/api/mcp/servers/${id}/approval`, { hash });
      if (!approved.ok) throw new Error(await approved.text());
      return McpServer.parse(await approved.json());
    },
    async connect(id, client = newClient()) {
      clients.push(client);
      await client.connect(
        new StreamableHTTPClientTransport(new URL(`${origin}/api/mcp/${id}`), {
          requestInit: { headers: pageHeaders() },
        }),
      );
      return client;
    },
    async run(client, id, tool, args = {}, more = {}) {
      return client.callTool({ name: tool, arguments: args, _meta: await ticket(id, tool, args) }, more);
    },
    async close() {
      await Promise.all(clients.map((client) => client.close().catch(() => undefined)));
      window.leave();
      await host.close();
      mount.close();
      mount.closeAllConnections();
      bench.dispose();
    },
  };
}

export function textOf(result: unknown): string {
  const { content } = result as { content?: { type: string; text?: string }[] };
  return (content ?? []).map(({ text }) => text ?? '').join('\n');
}

/** Waits for a condition, up to a limit. */
export async function eventually(check: () => boolean | Promise<boolean>, what: string, ms = 5000): Promise<void> {
  const end = Date.now() + ms;
  while (!(await check())) {
    if (Date.now() > end) throw new Error(`did not happen within ${ms} ms: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
