import { type Greeted, type ServerInfo, greet } from './eras.ts';
import { createPending } from './pending.ts';
import { type RpcId, type RpcMessage, type Wire, rpcError } from '../wire.ts';
import { createHostCalls } from './host-calls.ts';
import { failedCall } from '../refused.ts';
import type { Scrubber } from '../scrub.ts';

/** One of the clients that share a server: a page's MCP client. */
export interface LinkClient {
  /** Whether it can show a form to the user. */
  readonly elicits: boolean;
  /** `related` is the client's own request that the message belongs to; null when it belongs to none. */
  deliver(message: RpcMessage, related: RpcId | null): void;
}

export interface LinkEvents {
  /** Every notification that belongs to no call. */
  onNotification: (message: RpcMessage) => void;
  /** Something was sent or received. */
  onActivity: () => void;
  onClose: (reason: string) => void;
  /** A message could not be handed over; the connection itself may still stand. */
  onSendFailed: (error: unknown) => void;
  onNote: (from: 'host' | 'stderr' | 'stdout', text: string) => void;
  /** Folders the session behind a running call works in, as the server asks for roots. */
  rootsOf: (call: RpcMessage | null) => Promise<{ uri: string; name: string }[]>;
}

export interface Link {
  readonly info: ServerInfo;
  /** Requests under way. */
  readonly busy: number;
  /** A request of a client, with the client's own id. The answer, or an error, comes through `deliver`. */
  request(client: LinkClient, message: RpcMessage): void;
  /** The answer of a client to a request of the server. */
  answer(client: LinkClient, message: RpcMessage): void;
  /** Stops a request of a client; nothing of it is delivered any more. */
  cancel(client: LinkClient, id: RpcId, reason?: string): void;
  /** A request of the host itself. Rejects with what the server said, or when the link is gone. */
  ask(method: string, params: Record<string, unknown>, signal?: AbortSignal): Promise<Record<string, unknown>>;
  notify(method: string, params?: Record<string, unknown>): void;
  /** The client is gone: its requests are cancelled, what it was asked is declined. */
  drop(client: LinkClient): void;
  close(): Promise<void>;
}

const METHOD_NOT_FOUND = -32601;
const INTERNAL = -32603;
/** As the reference SDKs report a connection that ended. */
const CLOSED = -32000;

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const object = (value: unknown): Record<string, unknown> => (isObject(value) ? value : {});

/**
 * One connection to a real server, shared by many clients. The messages themselves are passed on as they are, so that
 * what the protocol gains later works too; only the envelope is the host's: request ids and progress tokens are made
 * unique, answers and progress go back to whoever asked, requests of the server go to the client whose call is running
 * (the newest when there are several: over stdio nothing tells which one it belongs to), notifications go to all.
 *
 * A proxy of an SDK client and an SDK server would have to know every method and capability twice and would lose ids,
 * unknown fields and `_meta`. The SDK still does what is hard: HTTP, SSE and OAuth to remote servers (remote/), and
 * the built-in servers.
 */
export async function openLink(
  wire: Wire,
  events: LinkEvents,
  scrub: Scrubber,
  version: string,
  signal: AbortSignal,
): Promise<Link> {
  const pending = createPending();
  let dress: Greeted['dress'] = (message) => message;
  const send = async (message: RpcMessage) => {
    try {
      await wire.send(dress(message));
    } catch (error) {
      events.onSendFailed(error);
      throw error;
    }
  };
  const host = createHostCalls(send);
  let closed: string | null = null;
  let tokens = 0;
  /** Requests of the server that a client is answering, by the id the client was given. */
  const asked = new Map<string, { client: LinkClient; serverId: RpcId }>();

  const post = (message: RpcMessage) => {
    events.onActivity();
    send(message).catch((error: unknown) => events.onNote('host', `A message could not be sent: ${String(error)}`));
  };
  const respond = (id: RpcId, result: unknown) => post({ jsonrpc: '2.0', id, result });
  const refuse = (id: RpcId, code: number, message: string) => post(rpcError(id, code, message) as RpcMessage);

  async function onServerRequest(message: RpcMessage & { id: RpcId; method: string }): Promise<void> {
    const { id, method } = message;
    const call = pending.newest();
    if (method === 'ping') respond(id, {});
    else if (method === 'roots/list') respond(id, { roots: await events.rootsOf(call?.message ?? null) });
    else if (method === 'elicitation/create' && call?.client.elicits) {
      const given = `server-${tokens++}`;
      asked.set(given, { client: call.client, serverId: id });
      call.client.deliver({ ...message, id: given }, call.id);
    } else if (method === 'elicitation/create') respond(id, { action: 'cancel' });
    else refuse(id, METHOD_NOT_FOUND, `${method} is not offered.`);
  }

  function onAnswer(message: RpcMessage & { id: RpcId }): void {
    if (host.settle(message)) return;
    const call = pending.take(message.id);
    // An answer to nobody: cancelled meanwhile, or given twice.
    if (!call) return;
    call.client.deliver({ ...message, id: call.id }, call.id);
  }

  function onNotification(message: RpcMessage): void {
    const params = object(message.params);
    if (message.method === 'notifications/progress') {
      const call = pending.byToken(params['progressToken']);
      if (call) call.client.deliver({ ...message, params: { ...params, progressToken: call.token } }, call.id);
      return;
    }
    if (message.method === 'notifications/cancelled') {
      for (const [given, one] of asked) {
        if (one.serverId !== params['requestId']) continue;
        asked.delete(given);
        one.client.deliver({ ...message, params: { ...params, requestId: given } }, null);
      }
      return;
    }
    events.onNotification(message);
  }

  function onMessage(raw: RpcMessage): void {
    const message = scrub.value(raw);
    const { id, method } = message;
    events.onActivity();
    if (method !== undefined && id !== undefined)
      onServerRequest({ ...message, id, method }).catch((error: unknown) => refuse(id, INTERNAL, String(error)));
    else if (method !== undefined) onNotification(message);
    else if (id !== undefined) onAnswer({ ...message, id });
  }

  function onClose(reason: string): void {
    if (closed !== null) return;
    closed = reason;
    host.failAll(reason);
    asked.clear();
    for (const { client, id } of pending.takeAll())
      client.deliver(rpcError(id, CLOSED, `The server stopped during the call. ${reason}`) as RpcMessage, id);
    events.onClose(reason);
  }

  const onNote: LinkEvents['onNote'] = (from, text) => events.onNote(from, scrub.text(text));
  await wire.start({ onMessage, onClose, onNote }, signal);

  let info: ServerInfo;
  try {
    const greeted = await greet({
      ask: (method, params) => host.ask(method, params, signal),
      notify: (method) => wire.send({ jsonrpc: '2.0', method }),
      setVersion: (chosen) => wire.setProtocolVersion?.(chosen),
      clientInfo: { name: 'baton', title: 'Baton', version },
    });
    ({ info, dress } = greeted);
  } catch (error) {
    await wire.close();
    throw error;
  }

  function declineAll(client: LinkClient): void {
    for (const [given, one] of asked) {
      if (one.client !== client) continue;
      asked.delete(given);
      respond(one.serverId, { action: 'cancel' });
    }
  }

  function stop(upstream: number, reason: string): void {
    post({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: upstream, reason } });
  }

  return {
    info,
    get busy() {
      return pending.size + host.size;
    },
    request(client, message) {
      const id = message.id ?? '';
      if (closed !== null) {
        client.deliver(rpcError(id, CLOSED, `The server has stopped. ${closed}`) as RpcMessage, id);
        return;
      }
      const upstream = host.nextId();
      const params = object(message.params);
      const meta = object(params['_meta']);
      const token = meta['progressToken'];
      const wants = typeof token === 'string' || typeof token === 'number';
      pending.add({ client, id, upstream, token: wants ? token : null, message });
      const sent = wants ? { ...message, params: { ...params, _meta: { ...meta, progressToken: upstream } } } : message;
      events.onActivity();
      send({ ...sent, id: upstream }).catch((error: unknown) => {
        if (pending.take(upstream)) client.deliver(failedCall(id, error, CLOSED), id);
      });
    },
    answer(client, message) {
      const one = asked.get(String(message.id));
      if (!one || one.client !== client) return;
      asked.delete(String(message.id));
      post({ ...message, id: one.serverId });
    },
    cancel(client, id, reason = 'cancelled') {
      const call = pending.find(client, id);
      if (!call) return;
      pending.take(call.upstream);
      stop(call.upstream, reason);
      // A form for a call that is over helps nobody.
      if (!pending.has(client)) declineAll(client);
    },
    ask: (method, params, signal) =>
      closed === null
        ? host.ask(method, params, signal)
        : Promise.reject(new Error(`The server has stopped. ${closed}`)),
    notify: (method, params) => post({ jsonrpc: '2.0', method, ...(params ? { params } : {}) }),
    drop(client) {
      for (const { upstream } of pending.takeAll(client)) stop(upstream, 'The client has gone.');
      declineAll(client);
    },
    async close() {
      await wire.close();
      onClose('It was stopped.');
    },
  };
}
