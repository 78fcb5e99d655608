import { reasonText } from '#core/reasons.ts';
import { errorMessage } from '#core/thrown.ts';
import type { Clock } from '../../base/deps.ts';
import { abortable } from '#core/abortable.ts';
import { type Negotiated, type Negotiation, type ServerInfo, negotiate, shakeHands } from './protocol-versions.ts';
import { createSessionRenewal } from './session-renewal.ts';
import { type Subscription, createSubscription } from './subscription.ts';
import type { ConnectEvents, ServerConnection } from './connection.ts';
import { createFollowers, settleFollowing } from './followers.ts';
import { paramHeaders, readHeaderParams } from './param-headers.ts';
import { type LinkClient, type PendingCall, createPending } from './pending.ts';
import { type InputNeeded, type NextRound, answerInputRequest, readInputNeeded } from './input-rounds.ts';
import { type RpcId, type RpcMessage, SessionEndedError, type Wire, object, rpcError } from '../base/wire.ts';
import { createHostCalls, withTimeout } from './host-calls.ts';
import { failedCall } from '../base/refused-error.ts';
import type { SecretRedactor } from '../base/redact-secrets.ts';

const METHOD_NOT_FOUND = -32601;
const INVALID_PARAMS = -32602;
const INTERNAL = -32603;
/** MCP 2026-07-28: headers and message disagree, so the stored tool list is out of date. */
const HEADER_MISMATCH = -32020;
/** The code the reference SDKs use for a connection that ended. */
const CLOSED = -32000;

export interface ConnectOptions {
  wire: Wire;
  scrub: SecretRedactor;
  version: string;
  clock: Clock;
}

/** A request of the server that a client is answering. */
interface Question {
  client: LinkClient;
  /** The server's own id when it sent a request; null when it asked through a result. */
  serverId: RpcId | null;
  settle(answer: RpcMessage): void;
}

/**
 * One connection to a real server, shared by many clients. Messages pass through unchanged, so later additions to the
 * protocol work too; the host manages only the envelope. It makes request ids and progress tokens unique, and returns
 * answers and progress to the client that asked. Requests of the server go to the client whose call is running (the
 * newest if several are: over stdio nothing shows which one it belongs to). Notifications go to all clients.
 *
 * Clients see every server as one with the handshake. A server without it asks through results: its questions become
 * requests to the client, and the call is sent again with the answers. A subscription reports its changes.
 *
 * A proxy of an SDK client and server would have to know every method and capability twice and would lose ids, unknown
 * fields and `_meta`. The SDK still does HTTP, SSE and OAuth to remote servers (remote/) and the built-in servers.
 */
export async function connectServer(
  options: ConnectOptions,
  events: ConnectEvents,
  signal: AbortSignal,
): Promise<ServerConnection> {
  const { wire, scrub, version, clock } = options;
  const pending = createPending();
  let greeted: Negotiated | null = null;
  let listening: Subscription | null = null;
  const send = async (message: RpcMessage, more?: Parameters<Wire['send']>[1]) => {
    try {
      await wire.send(greeted ? greeted.dress(message) : message, more);
    } catch (error) {
      events.onSendFailed(error);
      throw error;
    }
  };
  const host = createHostCalls(send);
  const greeting = (until: AbortSignal): Negotiation => ({
    statelessFirst: wire.perRequest === true,
    ask: (method, params, limitMs) => withTimeout(clock, limitMs, until, (late) => host.ask(method, params, late)),
    notify: (method) => abortable(wire.send({ jsonrpc: '2.0', method }), until),
    setVersion: (chosen) => wire.setProtocolVersion?.(chosen),
    clientInfo: { name: 'baton', title: 'Baton', version },
  });
  let closed: string | null = null;
  let tokens = 0;
  /** By the id that the client was given. */
  const asked = new Map<string, Question>();
  const followers = createFollowers();

  const onNote: ConnectEvents['onNote'] = (from, text) => {
    // A refusal of the first protocol version tried is expected; if both fail, the error says why.
    if (from === 'host' && !greeted && wire.perRequest) return;
    events.onNote(from, scrub.text(text));
  };
  const onNotSent = (error: unknown) => onNote('host', reasonText('server.notSent', { reason: errorMessage(error) }));
  const post = (message: RpcMessage) => {
    send(message).catch(onNotSent);
  };
  const respond = (id: RpcId, result: unknown) => post({ jsonrpc: '2.0', id, result });
  const refuse = (id: RpcId, code: number, message: string) => post(rpcError(id, code, message) as RpcMessage);
  const cancelUpstream = (requestId: number, reason: string) => {
    // Without the handshake, closing the stream cancels the request and nothing else is expected.
    if (greeted?.stateless && wire.perRequest) return;
    post({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId, reason } });
  };

  function ask(client: LinkClient, related: RpcId, message: RpcMessage, how: Omit<Question, 'client'>): string {
    const given = `server-${tokens++}`;
    asked.set(given, { client, ...how });
    client.deliver({ ...message, id: given }, related);
    return given;
  }

  async function onServerRequest(message: RpcMessage & { id: RpcId; method: string }): Promise<void> {
    const { id, method } = message;
    if (greeted?.stateless) {
      onNote('host', reasonText('server.unknownRequest', { method: method.slice(0, 100) }));
      return;
    }
    const call = pending.newest();
    if (method === 'ping') respond(id, {});
    else if (method === 'roots/list') respond(id, { roots: await events.rootsOf(call?.message ?? null) });
    else if (method === 'elicitation/create' && call?.client.elicits)
      ask(call.client, call.id, message, { serverId: id, settle: (answer) => post({ ...answer, id }) });
    else if (method === 'elicitation/create') respond(id, { action: 'cancel' });
    else refuse(id, METHOD_NOT_FOUND, `${method} is not offered.`);
  }

  /** Asks the user a question that came in a result and returns the answer. */
  async function elicit(call: PendingCall, params: Record<string, unknown>): Promise<Record<string, unknown>> {
    if (!call.client.elicits) return { action: 'cancel' };
    const { promise, resolve, reject } = Promise.withResolvers<Record<string, unknown>>();
    const settle = ({ result, error }: RpcMessage) =>
      error ? reject(new Error(`Couldn’t show the server’s question: ${error.message}`)) : resolve(object(result));
    // Older clients require an id with a URL, which newer servers do not send.
    const shown = { ...(params['mode'] === 'url' && { elicitationId: String(call.upstream) }), ...scrub.value(params) };
    const message: RpcMessage = { jsonrpc: '2.0', method: 'elicitation/create', params: shown };
    const given = ask(call.client, call.id, message, { serverId: null, settle });
    const leave = () => {
      asked.delete(given);
      resolve({ action: 'cancel' });
    };
    call.over.signal.addEventListener('abort', leave, { once: true });
    return promise.finally(() => call.over.signal.removeEventListener('abort', leave));
  }

  function fail(call: PendingCall, error: unknown, code: number): void {
    if (pending.take(call.upstream)) call.client.deliver(failedCall(call.id, error, code), call.id);
  }

  /** Sends the call, the first time or again with the input the server asked for. */
  function fly(call: PendingCall, next: NextRound, again = false): void {
    const { message, token, upstream, headers, over } = call;
    const params = object(message.params);
    const progress = token === null ? {} : { _meta: { ...object(params['_meta']), progressToken: upstream } };
    call.inFlight = true;
    const { session } = renewal;
    send(
      { ...message, id: upstream, ...(message.params && { params: { ...params, ...next, ...progress } }) },
      { headers, ...(greeted?.stateless && { signal: over.signal }) },
    )
      .catch((error: unknown) => {
        if (again || !(error instanceof SessionEndedError)) throw error;
        return repeat(call, next, session);
      })
      .catch((error: unknown) => fail(call, error, CLOSED));
  }

  /** Sends a call once more, which the server did not process because it had forgotten the session. */
  async function repeat(call: PendingCall, next: NextRound, lost: number): Promise<void> {
    call.inFlight = false;
    await renewal.renew(lost);
    await events.mayRepeat(call.message);
    if (pending.find(call.client, call.id) === call) fly(call, next, true);
  }

  async function continueCall(call: PendingCall, requested: InputNeeded): Promise<void> {
    call.inFlight = false;
    const next = await answerInputRequest(requested, call.rounds, {
      clock,
      signal: call.over.signal,
      elicit: (params) => elicit(call, params),
      roots: async () => ({ roots: await events.rootsOf(call.message) }),
    });
    if (!pending.take(call.upstream)) return;
    call.upstream = host.nextId();
    pending.add(call);
    events.onActivity();
    fly(call, next);
  }

  /** `raw` is unredacted: what goes back to the server must be unchanged. */
  function onAnswer(message: RpcMessage & { id: RpcId }, raw: RpcMessage): void {
    if (host.settle(message) || listening?.settle(message)) return;
    const call = pending.answered(message.id);
    // Nobody waits for this answer: the call was cancelled, or answered twice.
    if (!call) return;
    events.onActivity();
    let requested: InputNeeded | null;
    try {
      requested = readInputNeeded(call.message.method, raw, greeted?.stateless === true);
    } catch (error) {
      return fail(call, error, INTERNAL);
    }
    if (requested) {
      continueCall(call, requested).catch((error: unknown) => fail(call, error, INTERNAL));
      return;
    }
    pending.take(call.upstream);
    call.client.deliver({ ...message, id: call.id }, call.id);
    if (message.error?.code === HEADER_MISMATCH && greeted?.stateless)
      events.onNotification({ jsonrpc: '2.0', method: 'notifications/tools/list_changed' });
  }

  function onNotification(message: RpcMessage): void {
    const params = object(message.params);
    if (message.method === 'notifications/progress') {
      const call = pending.byToken(params['progressToken']);
      if (!call) return;
      events.onActivity();
      call.client.deliver({ ...message, params: { ...params, progressToken: call.token } }, call.id);
    } else if (message.method === 'notifications/cancelled') {
      listening?.onCancelled(params['requestId']);
      for (const [given, one] of asked) {
        if (one.serverId === null || one.serverId !== params['requestId']) continue;
        asked.delete(given);
        one.client.deliver({ ...message, params: { ...params, requestId: given } }, null);
      }
    } else if (message.method === 'notifications/subscriptions/acknowledged') listening?.onAcknowledged(params);
    else events.onNotification(message);
  }

  /** Catches every error: throwing into the stream would lose the messages after this one. */
  function onMessage(raw: RpcMessage): void {
    try {
      take(raw);
    } catch (error) {
      events.onNote('host', reasonText('server.notRead', { reason: errorMessage(error) }));
      const call = raw.id !== undefined && raw.method === undefined ? pending.take(raw.id) : null;
      if (call) call.client.deliver(failedCall(call.id, error, INTERNAL), call.id);
    }
  }

  function take(raw: RpcMessage): void {
    const message = scrub.value(raw);
    const { id, method } = message;
    if (method !== undefined && id !== undefined)
      onServerRequest({ ...message, id, method }).catch((error: unknown) => refuse(id, INTERNAL, String(error)));
    else if (method !== undefined) onNotification(message);
    else if (id !== undefined) onAnswer({ ...message, id }, raw);
  }

  function onClose(reason: string): void {
    if (closed !== null) return;
    closed = reason;
    listening?.close();
    host.failAll(reason);
    for (const call of pending.takeAll()) {
      call.over.abort();
      call.client.deliver(
        rpcError(call.id, CLOSED, `The server stopped during the call. ${reason}`) as RpcMessage,
        call.id,
      );
    }
    asked.clear();
    events.onClose(reason);
  }

  const renewal = createSessionRenewal({
    clock,
    async shakeHands(until) {
      greeted = await shakeHands(greeting(until));
      ({ info } = greeted);
    },
    onNewSession: events.onNewSession,
    restore() {
      for (const uri of followers.uris) host.ask('resources/subscribe', { uri }).catch(onNotSent);
    },
    onLost(reason) {
      onClose(scrub.text(reason));
      void wire.close();
    },
    onNote: (text) => onNote('host', text),
  });

  let info: ServerInfo;
  try {
    await wire.start({ onMessage, onClose, onNote }, signal);
    greeted = await negotiate(greeting(signal));
    ({ info } = greeted);
  } catch (error) {
    await wire.close();
    throw error;
  }
  if (greeted.stateless) {
    listening = createSubscription({
      clock,
      capabilities: info.capabilities,
      nextId: () => host.nextId(),
      send: (message, stop) => send(message, { signal: stop }),
      cancel: (id) => cancelUpstream(id, 'Nobody listens any more.'),
      onNote: (text) => onNote('host', text),
      onMissed: events.onNotification,
    });
    listening.open();
  }
  const mirrors = greeted.stateless && wire.perRequest === true;

  function headersOf(message: RpcMessage, inputSchema: unknown): Record<string, string> {
    if (!mirrors || message.method !== 'tools/call') return {};
    const mirroring = readHeaderParams(inputSchema);
    if ('fault' in mirroring) throw new Error(reasonText('server.toolUncallable', { reason: mirroring.fault }));
    return paramHeaders(mirroring.mirrored, message.params?.['arguments'], (text) => scrub.text(text) !== text);
  }

  function declineAll(client: LinkClient): void {
    for (const [given, one] of asked) {
      if (one.client !== client) continue;
      asked.delete(given);
      one.settle({ jsonrpc: '2.0', result: { action: 'cancel' } });
    }
  }

  function stop(call: PendingCall, reason: string): void {
    call.over.abort();
    if (call.inFlight) cancelUpstream(call.upstream, reason);
  }

  return {
    get info() {
      return info;
    },
    mirrors,
    get busy() {
      return pending.size + host.size;
    },
    get followed() {
      return followers.any;
    },
    request(client, message, inputSchema) {
      const id = message.id ?? '';
      if (closed !== null) {
        client.deliver(rpcError(id, CLOSED, `The server has stopped. ${closed}`) as RpcMessage, id);
        return;
      }
      events.onActivity();
      try {
        followers.note(client, message);
        if (listening && settleFollowing(listening, client, message)) return;
        const progressToken = object(object(message.params)['_meta'])['progressToken'];
        const token = typeof progressToken === 'string' || typeof progressToken === 'number' ? progressToken : null;
        const call: PendingCall = {
          client,
          id,
          upstream: host.nextId(),
          token,
          message,
          headers: headersOf(message, inputSchema),
          inFlight: false,
          rounds: { questions: 0, waits: 0 },
          over: new AbortController(),
        };
        pending.add(call);
        fly(call, {});
      } catch (error) {
        client.deliver(failedCall(id, error, INVALID_PARAMS), id);
      }
    },
    answer(client, message) {
      const one = asked.get(String(message.id));
      if (!one || one.client !== client) return;
      asked.delete(String(message.id));
      events.onActivity();
      one.settle(message);
    },
    cancel(client, id, reason = 'cancelled') {
      const call = pending.find(client, id);
      if (!call) return;
      pending.take(call.upstream);
      stop(call, reason);
      // A form for a cancelled call is of no use.
      if (!pending.has(client)) declineAll(client);
    },
    ask: (method, params, signal) =>
      closed === null
        ? host.ask(method, params, signal)
        : Promise.reject(new Error(`The server has stopped. ${closed}`)),
    notify: (method, params) => post({ jsonrpc: '2.0', method, ...(params ? { params } : {}) }),
    drop(client) {
      for (const call of pending.takeAll(client)) stop(call, 'The client has gone.');
      listening?.drop(client);
      followers.drop(client);
      declineAll(client);
    },
    async close() {
      await wire.close();
      onClose(reasonText('server.stopped'));
    },
  };
}
