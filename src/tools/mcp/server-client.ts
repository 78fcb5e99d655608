import { Client } from '@modelcontextprotocol/client';
import type {
  CallToolResult,
  ElicitRequest,
  GetPromptResult,
  LoggingLevel,
  Prompt,
  ReadResourceResult,
  Resource,
  ResourceTemplateType,
  Transport,
} from '@modelcontextprotocol/client';
import { MCP_CALL_META } from '#contract/mcp-calls.ts';
import type { Clock } from '#storage/clock.ts';
import { ToolCallError } from './call-error.ts';
import type { ElicitationAnswer, ElicitationPort } from './elicitation.ts';
import { isConnectionForgotten } from './map-error.ts';
import { ToolPage, readTools } from './tool-definition.ts';
import type { ToolDefinition, UnusableTool } from './tool-definition.ts';

export interface ServerClientDeps {
  server: string;
  /** A new transport for every connection. */
  transport(): Transport;
  version: string;
  clock: Pick<Clock, 'now' | 'setTimeout' | 'clearTimeout'>;
  /** From 0 up to 1, for jitter. */
  random: () => number;
  elicitations: ElicitationPort;
  /** The server reported that its list of tools has changed. */
  onToolsChanged?(): void;
  onLog?(line: { level: LoggingLevel; logger: string | null; text: string }): void;
  idleMs?: number;
}

export interface CallRequest {
  /** Names the call in questions to the user. */
  key: string;
  tool: string;
  args: Record<string, unknown>;
  /** Sent next to the arguments, such as the host's ticket. */
  meta?: Record<string, unknown>;
}

export interface CallEvents {
  /** The connection is open and the call is being sent. */
  onSent?(): void;
  onProgress(progress: { done: number; total?: number; message?: string }): void;
  /** Whether the server waits for the user. */
  onWaiting(waits: boolean): void;
}

export interface ToolList {
  tools: ToolDefinition[];
  unusable: UnusableTool[];
}

/** One connection to one server. Opened on first use, reopened when lost, closed when idle. */
export interface ServerClient {
  /** The tools, cached until they change. Asks the server at most once for each change. */
  listTools(signal: AbortSignal): Promise<ToolList>;
  /** Returns the server's result unchanged. Rejects with the SDK's error. The caller's signal stops the tool. */
  callTool(request: CallRequest, events: CallEvents, signal: AbortSignal): Promise<CallToolResult>;
  listResources(signal: AbortSignal): Promise<Resource[]>;
  readResource(uri: string, signal: AbortSignal): Promise<ReadResourceResult>;
  /**
   * Calls back when the server reports a change of the resource, where it can, until the returned function is called.
   * Meanwhile the connection stays open.
   */
  followResource(uri: string, onUpdated: () => void): () => void;
  listTemplates(signal: AbortSignal): Promise<ResourceTemplateType[]>;
  listPrompts(signal: AbortSignal): Promise<Prompt[]>;
  getPrompt(name: string, args: Record<string, string>, signal: AbortSignal): Promise<GetPromptResult>;
  /** The next listing asks the server again. */
  forgetTools(): void;
  close(): Promise<void>;
}

const IDLE_MS = 60_000;
/** A first start may download the server. */
const CONNECT_MS = 180_000;
/** The caller sets the timeouts of tools, and the SDK's own must not fire first. 2^31-1 is the maximum of a timer. */
const NO_LIMIT_MS = 2_147_483_647;
const FIRST_DELAY_MS = 500;
const MAX_DELAY_MS = 30_000;
const MAX_PAGES = 64;

export function createServerClient(deps: ServerClientDeps): ServerClient {
  const { clock, idleMs = IDLE_MS } = deps;
  let connection: Promise<Client> | null = null;
  /** The client of a connection that isn't open yet. */
  let opening: Client | null = null;
  let users = 0;
  let idle: unknown;
  let failures = 0;
  let nextTry = 0;
  let closed = false;
  let listed: Promise<ToolList> | null = null;
  /** Those who follow each resource. */
  const followed = new Map<string, Set<() => void>>();
  /** Calls in progress, oldest first. */
  const calls = new Set<{ request: CallRequest; events: CallEvents; signal: AbortSignal }>();

  function forgetTools(): void {
    listed = null;
  }

  function drop(which: Promise<Client> | null): void {
    if (connection !== which || which === null) return;
    connection = null;
    forgetTools();
    which.then(
      (client) => client.close().catch(() => undefined),
      () => undefined,
    );
  }

  async function open(): Promise<Client> {
    const client = new Client(
      { name: 'baton', title: 'Baton', version: deps.version },
      { capabilities: { elicitation: { form: {}, url: {} } } },
    );
    client.setRequestHandler('elicitation/create', ({ params }, context) => elicit(params, context.mcpReq.signal));
    client.setNotificationHandler('notifications/tools/list_changed', () => {
      forgetTools();
      deps.onToolsChanged?.();
    });
    client.setNotificationHandler('notifications/resources/updated', ({ params }) => {
      for (const onUpdated of followed.get(params.uri) ?? []) onUpdated();
    });
    client.setNotificationHandler('notifications/elicitation/complete', ({ params }) =>
      deps.elicitations.complete(deps.server, params.elicitationId),
    );
    client.setNotificationHandler('notifications/message', ({ params }) => {
      const text = typeof params.data === 'string' ? params.data : JSON.stringify(params.data);
      deps.onLog?.({ level: params.level, logger: params.logger ?? null, text });
    });
    opening = client;
    try {
      await client.connect(deps.transport(), { timeout: CONNECT_MS });
    } finally {
      if (opening === client) opening = null;
    }
    return client;
  }

  function connect(): Promise<Client> {
    if (connection) return connection;
    if (closed) return Promise.reject(new ToolCallError('off', 'The connection to this server was closed.'));
    if (clock.now() < nextTry) {
      return Promise.reject(
        new ToolCallError('crashed', 'The server could not be reached a moment ago and is tried again later.', {
          nextTry,
        }),
      );
    }
    const made = open();
    connection = made;
    void watch(made);
    return made;
  }

  async function watch(made: Promise<Client>): Promise<void> {
    try {
      const client = await made;
      failures = 0;
      nextTry = 0;
      // oxlint-disable-next-line unicorn/prefer-add-event-listener -- a field of the SDK's client, not an event target
      client.onclose = () => drop(made);
    } catch {
      failures += 1;
      const most = Math.min(MAX_DELAY_MS, FIRST_DELAY_MS * 2 ** Math.min(failures - 1, 10));
      nextTry = clock.now() + most * (0.5 + deps.random() / 2);
      if (connection === made) connection = null;
    }
  }

  async function withClient<T>(signal: AbortSignal, work: (client: Client) => Promise<T>): Promise<T> {
    signal.throwIfAborted();
    users += 1;
    clock.clearTimeout(idle);
    try {
      for (let again = true; ; again = false) {
        const current = connect();
        const client = await unlessAborted(current, signal);
        try {
          return await work(client);
        } catch (error) {
          if (!again || !isConnectionForgotten(error)) throw error;
          drop(current);
        }
      }
    } finally {
      users -= 1;
      if (users === 0 && connection && followed.size === 0)
        idle = clock.setTimeout(() => users === 0 && followed.size === 0 && drop(connection), idleMs);
    }
  }

  async function elicit(params: ElicitRequest['params'], signal: AbortSignal): Promise<ElicitationAnswer> {
    const named = [...calls].find(({ request }) => request.key === params['_meta']?.[MCP_CALL_META]);
    // Over stdio, older servers don't say which call a question belongs to. Assume the newest call.
    const call = named ?? [...calls].at(-1);
    const until = call ? AbortSignal.any([signal, call.signal]) : signal;
    const asked = { server: deps.server, call: call?.request.key ?? null, message: params.message };
    // If that is uncertain, none of this server's calls may time out while the user reads.
    const waiting = named ? [named] : [...calls];
    for (const { events } of waiting) events.onWaiting(true);
    try {
      if (params.mode === 'url') {
        const { url, elicitationId } = params;
        return await deps.elicitations.ask({ ...asked, mode: 'url', url, elicitationId }, until);
      }
      return await deps.elicitations.ask({ ...asked, mode: 'form', schema: params.requestedSchema }, until);
    } finally {
      for (const { events } of waiting) events.onWaiting(false);
    }
  }

  async function readList(client: Client, signal: AbortSignal): Promise<ToolList> {
    if (!client.getServerCapabilities()?.tools) return { tools: [], unusable: [] };
    const raw: unknown[] = [];
    let cursor: string | undefined;
    for (let page = 0; page < MAX_PAGES; page++) {
      const params = cursor === undefined ? {} : { params: { cursor } };
      const answer = await client.request({ method: 'tools/list', ...params }, ToolPage, { signal });
      raw.push(...answer.tools);
      if (answer.nextCursor === undefined || answer.nextCursor === cursor) break;
      cursor = answer.nextCursor;
    }
    return readTools(raw);
  }

  async function call(
    client: Client,
    request: CallRequest,
    events: CallEvents,
    signal: AbortSignal,
  ): Promise<CallToolResult> {
    const { tool, args, meta } = request;
    events.onSent?.();
    return client.callTool(
      { name: tool, arguments: args, _meta: { ...meta, [MCP_CALL_META]: request.key } },
      {
        signal,
        timeout: NO_LIMIT_MS,
        onprogress: ({ progress, total, message }) =>
          events.onProgress({
            done: progress,
            ...(total !== undefined && { total }),
            ...(message !== undefined && { message }),
          }),
        // A result that does not match the server's output schema is still used. The SDK would discard it.
        toolDefinition: { name: tool, inputSchema: { type: 'object' } },
      },
    );
  }

  /** A server that can't do it, or isn't there, reports nothing; what is attached stays as it was. */
  function setFollowing(uri: string, on: boolean): void {
    const { signal } = new AbortController();
    withClient(signal, async (client) => {
      if (client.getServerCapabilities()?.resources?.subscribe !== true || followed.has(uri) !== on) return;
      await (on ? client.subscribeResource({ uri }) : client.unsubscribeResource({ uri }));
    }).catch(() => undefined);
  }

  return {
    forgetTools,
    listTools(signal) {
      // Shared by all callers meanwhile, so one caller's abort must not end it.
      const own = new AbortController().signal;
      const asked =
        listed ??
        withClient(own, (client) => readList(client, own)).catch((error: unknown) => {
          if (listed === asked) forgetTools();
          throw error;
        });
      listed = asked;
      return unlessAborted(asked, signal);
    },
    async callTool(request, events, signal) {
      const over = new AbortController();
      // When the call is over, its question is closed, whatever the outcome.
      const entry = { request, events, signal: AbortSignal.any([signal, over.signal]) };
      calls.add(entry);
      try {
        return await withClient(signal, (client) => call(client, request, events, signal));
      } finally {
        calls.delete(entry);
        over.abort();
      }
    },
    listResources: (signal) =>
      withClient(signal, async (client) =>
        client.getServerCapabilities()?.resources ? (await client.listResources(undefined, { signal })).resources : [],
      ),
    readResource: (uri, signal) => withClient(signal, (client) => client.readResource({ uri }, { signal })),
    followResource(uri, onUpdated) {
      const listeners = followed.get(uri) ?? new Set();
      followed.set(uri, listeners.add(onUpdated));
      if (listeners.size === 1) setFollowing(uri, true);
      return () => {
        if (!listeners.delete(onUpdated) || listeners.size > 0) return;
        followed.delete(uri);
        setFollowing(uri, false);
      };
    },
    listTemplates: (signal) =>
      withClient(signal, async (client) =>
        client.getServerCapabilities()?.resources
          ? (await client.listResourceTemplates(undefined, { signal })).resourceTemplates
          : [],
      ),
    listPrompts: (signal) =>
      withClient(signal, async (client) =>
        client.getServerCapabilities()?.prompts ? (await client.listPrompts(undefined, { signal })).prompts : [],
      ),
    getPrompt: (name, args, signal) =>
      withClient(signal, (client) => client.getPrompt({ name, arguments: args }, { signal })),
    async close() {
      closed = true;
      clock.clearTimeout(idle);
      const last = connection;
      connection = null;
      if (!last) return;
      // A server that never answers would hold it up.
      await opening?.close().catch(() => undefined);
      const client = await last.catch(() => null);
      await client?.close().catch(() => undefined);
    },
  };
}

async function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  signal.throwIfAborted();
  return await new Promise<T>((resolve, reject) => {
    const abort = () =>
      reject(signal.reason instanceof Error ? signal.reason : new DOMException('cancelled', 'AbortError'));
    signal.addEventListener('abort', abort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}
