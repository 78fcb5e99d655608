import { MCP_CALL_META, MCP_REFUSED } from '#contract/mcp-calls.ts';
import { isObject } from '#core/json.ts';
import type { Clock } from '../../base/deps.ts';
import { HostError } from '../../base/problem.ts';
import { readBytes, requireJson } from '../../base/read-body.ts';
import { failedCall } from '../base/refused-error.ts';
import type { Tool } from './tool-list.ts';
import { type RpcId, type RpcMessage, readRpc, rpcError } from '../base/wire.ts';
import { PROTOCOL_VERSION, type ServerInfo } from './protocol-versions.ts';
import type { ServerConnection } from './connection.ts';
import { type PageClient, createPageClient } from './page-client.ts';

/** What an endpoint under /api/mcp/<id> needs from its server. */
export interface Backend {
  ensure(): Promise<ServerConnection>;
  /** What the server reports about itself; the server is started only when that is not known yet. */
  info(): Promise<ServerInfo>;
  /** Tools with consent that are not switched off, as the server describes them. */
  offered(): Promise<Tool[]>;
  /**
   * Returns the call to pass on and the input schema of its tool. Throws RefusedError unless the user allowed the call.
   */
  admit(call: RpcMessage): Promise<{ message: RpcMessage; inputSchema: unknown }>;
}

export interface Endpoint {
  handle(request: Request): Promise<Response>;
  /** Sends a notification of the server to every client. */
  broadcast(message: RpcMessage): void;
  close(): void;
}

const SESSION_HEADER = 'mcp-session-id';
const BODY_LIMIT = 32 * 1024 * 1024;
/** Pages that close without ending their session leave it behind; the oldest is dropped. */
const MAX_CLIENTS = 64;

/**
 * Methods a client may call. An allowlist, because an unknown method could run something without the consent that
 * `tools/call` needs.
 */
const METHODS =
  /^(?:resources\/(?:list|templates\/list|read|subscribe|unsubscribe)|prompts\/(?:list|get)|completion\/complete|logging\/setLevel)$/;
const METHOD_NOT_FOUND = -32601;
const INVALID_REQUEST = -32600;
const INTERNAL = -32603;

const failure = (id: RpcId, error: unknown) =>
  failedCall(id, error, error instanceof HostError ? MCP_REFUSED : INTERNAL);

/**
 * Streamable HTTP for the page's MCP clients (MCP 2025-11-25): one POST per message, answered with an event stream; a
 * GET for messages outside of requests; a session id from `initialize`. The guard of /api runs before it.
 */
export function createEndpoint(backend: Backend, clock: Pick<Clock, 'now'>): Endpoint {
  const clients = new Map<string, PageClient>();

  function forget(client: PageClient): void {
    clients.delete(client.sessionId);
    client.link?.drop(client);
    client.close();
  }

  function clientOf(request: Request): PageClient {
    const client = clients.get(request.headers.get(SESSION_HEADER) ?? '');
    // 404 makes an MCP client start a new session (transports, session management).
    if (!client) throw new HostError('not_found', 'This MCP session has ended.');
    client.lastUse = clock.now();
    return client;
  }

  async function initialize(message: RpcMessage & { id: RpcId }): Promise<Response> {
    let info: ServerInfo;
    try {
      info = await backend.info();
    } catch (error) {
      return Response.json(failure(message.id, error));
    }
    const capabilities = isObject(message.params?.['capabilities']) ? message.params['capabilities'] : {};
    const client = createPageClient(isObject(capabilities['elicitation']), clock.now());
    clients.set(client.sessionId, client);
    if (clients.size > MAX_CLIENTS) {
      const [oldest] = [...clients.values()].sort((a, b) => a.lastUse - b.lastUse);
      if (oldest) forget(oldest);
    }
    const { serverInfo, instructions } = info;
    // Page and host always use the handshake, whatever the server speaks.
    const protocolVersion = info.protocolVersion > PROTOCOL_VERSION ? PROTOCOL_VERSION : info.protocolVersion;
    const { tasks: _tasks, ...offered } = info.capabilities;
    const result = {
      protocolVersion,
      capabilities: offered,
      serverInfo,
      ...(instructions === null ? {} : { instructions }),
    };
    return Response.json(
      { jsonrpc: '2.0', id: message.id, result },
      { headers: { [SESSION_HEADER]: client.sessionId } },
    );
  }

  /** Passes a request on. Its answer, or the reason there is none, is delivered to the client. */
  async function carry(client: PageClient, message: RpcMessage & { id: RpcId; method: string }): Promise<void> {
    const { id, method } = message;
    const answer = (result: unknown) => client.deliver({ jsonrpc: '2.0', id, result }, id);
    if (method === 'ping') answer({});
    else if (method === 'tools/list') answer({ tools: await backend.offered() });
    else if (method === 'tools/call' || METHODS.test(method)) {
      const link = await backend.ensure();
      const admitted = method === 'tools/call' ? await backend.admit(message) : { message, inputSchema: undefined };
      // The request may have been cancelled while the server started or the call was checked.
      if (!client.waitsFor(id)) return;
      client.link = link;
      link.request(client, admitted.message, admitted.inputSchema);
    } else client.deliver(rpcError(id, METHOD_NOT_FOUND, `${method} is not passed on.`) as RpcMessage, id);
  }

  function onRequest(client: PageClient, message: RpcMessage & { id: RpcId; method: string }): Response {
    const { id } = message;
    if (client.waitsFor(id)) throw new HostError('bad_request', 'A request of this id is under way.');
    const meta = isObject(message.params?.['_meta']) ? message.params['_meta'] : {};
    const key = typeof meta[MCP_CALL_META] === 'string' ? meta[MCP_CALL_META] : null;
    const stream = client.openAnswer(id, key, () =>
      client.link?.cancel(client, id, 'Nobody reads the answer any more.'),
    );
    carry(client, message).catch((error: unknown) => client.deliver(failure(id, error), id));
    return new Response(stream.body, { headers: { 'content-type': 'text/event-stream; charset=utf-8' } });
  }

  function onNotification(client: PageClient, { method, params }: RpcMessage): void {
    if (method !== 'notifications/cancelled') return;
    const id = params?.['requestId'];
    if (typeof id !== 'string' && typeof id !== 'number') return;
    const reason = params?.['reason'];
    client.closeAnswer(id);
    client.link?.cancel(client, id, typeof reason === 'string' ? reason.slice(0, 200) : undefined);
  }

  async function post(request: Request): Promise<Response> {
    requireJson(request);
    const text = new TextDecoder().decode(await readBytes(request, BODY_LIMIT));
    let value: unknown;
    try {
      value = JSON.parse(text);
    } catch {
      throw new HostError('bad_request', 'The body is not JSON.');
    }
    const message = readRpc(value);
    if (!message)
      return Response.json(rpcError(null, INVALID_REQUEST, 'That is no JSON-RPC message.'), { status: 400 });
    const { id, method } = message;
    if (method === 'initialize' && id !== undefined) return initialize({ ...message, id });
    const client = clientOf(request);
    if (method !== undefined && id !== undefined) return onRequest(client, { ...message, id, method });
    if (method !== undefined) onNotification(client, message);
    else client.link?.answer(client, message);
    return new Response(null, { status: 202 });
  }

  return {
    async handle(request) {
      if (request.method === 'POST') return post(request);
      const client = clientOf(request);
      if (request.method === 'DELETE') {
        forget(client);
        return new Response(null, { status: 204 });
      }
      return new Response(client.openListener().body, {
        headers: { 'content-type': 'text/event-stream; charset=utf-8' },
      });
    },
    broadcast(message) {
      for (const client of clients.values()) client.deliver(message, null);
    },
    close() {
      for (const client of clients.values()) forget(client);
    },
  };
}
