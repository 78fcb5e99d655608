import { beforeEach, describe, expect, test } from 'vitest';
import type { ConnectEvents } from '#host/mcp/bridge/connection.ts';
import type { LinkClient } from '#host/mcp/bridge/pending.ts';
import { connectServer } from '#host/mcp/bridge/server-connection.ts';
import { createSecretRedactor } from '#host/mcp/base/redact-secrets.ts';
import type { RpcMessage, SendOptions, Wire, WireEvents } from '#host/mcp/base/wire.ts';
import { FakeClock, settle } from '#test/fakes/fake-clock.ts';

/* A server without the handshake that answers as instructed, on a clock that moves only when told to. */

const SECRET = 'CANARY-of-the-server';

let clock: FakeClock;
let notes: string[];
let received: RpcMessage[];
let sent: { message: RpcMessage; options: SendOptions }[];
let server: WireEvents;
/** The answer to a request, or `null` for none. */
let reply: (message: RpcMessage, round: number) => Record<string, unknown> | null;

beforeEach(() => {
  clock = new FakeClock();
  notes = [];
  received = [];
  sent = [];
  reply = () => ({});
});

const asksFor = (inputRequests: unknown, requestState?: unknown) => ({
  resultType: 'input_required',
  inputRequests,
  ...(requestState === undefined ? {} : { requestState }),
});
const question = { method: 'elicitation/create', params: { message: 'Who?' } };
const callsOf = (method: string) => sent.filter(({ message }) => message.method === method);

async function open(perRequest = false) {
  const wire: Wire = {
    perRequest,
    start: async (events) => void (server = events),
    async send(message, options = {}) {
      sent.push({ message, options });
      if (message.id === undefined || message.method === 'subscriptions/listen') return;
      const result =
        message.method === 'server/discover'
          ? {
              supportedVersions: ['2026-07-28'],
              capabilities: { tools: { listChanged: true }, resources: { subscribe: true } },
            }
          : reply(message, callsOf(message.method ?? '').length);
      // `initialize` is refused.
      const answer = message.method === 'initialize' ? { error: { code: -1, message: 'no' } } : { result };
      if (result !== null || message.method === 'initialize')
        queueMicrotask(() => server.onMessage({ jsonrpc: '2.0', id: message.id, ...answer }));
    },
    close: async () => server.onClose('closed'),
  };
  const events: ConnectEvents = {
    onNotification: (message) => void received.push(message),
    onActivity: () => undefined,
    onClose: () => undefined,
    onSendFailed: () => undefined,
    onNote: (_from, text) => void notes.push(text),
    onNewSession: async () => undefined,
    mayRepeat: async () => undefined,
    rootsOf: async () => [{ uri: 'file:///work', name: 'work' }],
  };
  const scrub = createSecretRedactor([SECRET]);
  const link = await connectServer({ wire, scrub, version: '0', clock }, events, new AbortController().signal);
  await settle();
  return link;
}

/** A page that answers every question at once; if `answers` is `null`, it leaves them open. */
function page(answers: Record<string, unknown> | null = { action: 'accept', content: { name: 'Ada' } }) {
  const delivered: RpcMessage[] = [];
  const link: { answer: (message: RpcMessage) => void } = { answer: () => undefined };
  const client: LinkClient = {
    elicits: true,
    deliver(message) {
      delivered.push(message);
      if (message.method !== undefined && message.id !== undefined && answers !== null)
        link.answer({ jsonrpc: '2.0', id: message.id, result: answers });
    },
  };
  return { client, delivered, link, last: () => delivered.at(-1) };
}

async function call(answers?: Record<string, unknown> | null, perRequest = false, inputSchema?: unknown, args = {}) {
  const link = await open(perRequest);
  const at = page(answers);
  at.link.answer = (message) => link.answer(at.client, message);
  const message: RpcMessage = { jsonrpc: '2.0', id: 7, method: 'tools/call', params: { name: 't', arguments: args } };
  link.request(at.client, message, inputSchema);
  await settle();
  return { open: link, ...at };
}

describe('a result that asks', () => {
  test('is answered by the same call under a new id, with the state as it came, also where it holds a secret', async () => {
    const state = `{"k":"${SECRET}"} \u0000`;
    reply = (_message, round) => (round === 1 ? asksFor({ who: question }, state) : { content: [] });
    const { delivered, last } = await call();
    const [first, second] = callsOf('tools/call').map(({ message }) => message);
    expect(second?.params).toMatchObject({
      name: 't',
      requestState: state,
      inputResponses: { who: { action: 'accept', content: { name: 'Ada' } } },
    });
    expect(second?.id).not.toBe(first?.id);
    expect(first?.params).not.toHaveProperty('requestState');
    expect(last()).toMatchObject({ id: 7, result: { content: [] } });
    expect(JSON.stringify(delivered)).not.toContain('requestState');
    expect(JSON.stringify([delivered, notes])).not.toContain(SECRET);
  });

  test('without a state or without questions is answered without them', async () => {
    reply = (_message, round) =>
      round === 1 ? asksFor({ who: question }) : round === 2 ? asksFor(undefined, 's') : { content: [] };
    const { last } = await call();
    await clock.advance(1000);
    const [, second, third] = callsOf('tools/call').map(({ message }) => message.params);
    expect(second).not.toHaveProperty('requestState');
    expect(third).toMatchObject({ requestState: 's' });
    expect(third).not.toHaveProperty('inputResponses');
    expect(last()).toMatchObject({ result: { content: [] } });
  });

  test.for<[string, (round: number) => unknown, RegExp]>([
    ['asks forever', () => asksFor({ who: question }), /10 times and still wants more/],
    ['puts it off forever', (round) => asksFor({}, `s${round}`), /kept postponing/],
    ['asks for nothing', () => asksFor({}), /didn’t say what/],
    ['asks for a list of questions', () => asksFor([question]), /didn’t say what/],
    [
      'asks for too much at once',
      () => asksFor(Object.fromEntries(Array.from({ length: 11 }, (_, n) => [n, question]))),
      /more than 10/,
    ],
    [
      'wants a model',
      () => asksFor({ a: { method: 'sampling/createMessage', params: {} } }),
      /sampling\/createMessage, which Baton does not offer/,
    ],
    ['wants what is no request', () => asksFor({ a: 'x' }), /undefined, which Baton does not offer/],
    ['keeps a huge state', () => asksFor({}, 'x'.repeat(1_000_001)), /more than 1000000 characters/],
  ])('of a server that %s ends in words', async ([, answer, expected]) => {
    reply = (_message, round) => answer(round) as Record<string, unknown>;
    const { last } = await call();
    await clock.advance(20 * 60_000);
    expect(last()).toMatchObject({ id: 7, error: { message: expect.stringMatching(expected) as string } });
    expect(callsOf('tools/call').length).toBeLessThanOrEqual(101);
  });

  test('to another request than those that may ask ends in words', async () => {
    reply = () => asksFor({ who: question });
    const link = await open();
    const { client, last } = page();
    link.request(client, { jsonrpc: '2.0', id: 1, method: 'completion/complete', params: {} });
    await settle();
    expect(last()).toMatchObject({ error: { message: expect.stringMatching(/where that isn’t allowed/) as string } });
  });

  test('a question that cannot be shown ends the call', async () => {
    reply = () => asksFor({ who: question });
    const { client, open: link, delivered, last } = await call(null);
    const asked = delivered.find(({ method }) => method === 'elicitation/create');
    link.answer(client, { jsonrpc: '2.0', id: asked?.id ?? '', error: { code: -32602, message: 'no such form' } });
    await settle();
    expect(last()).toMatchObject({ id: 7, error: { message: expect.stringMatching(/no such form/) as string } });
  });

  test('nothing is sent for a call that was cancelled while it asked, and a late answer to it counts for nothing', async () => {
    reply = () => asksFor({ who: question });
    const { client, open: link, delivered } = await call(null);
    const before = sent.length;
    const heard = delivered.length;
    link.cancel(client, 7);
    const asked = delivered.find(({ method }) => method === 'elicitation/create');
    link.answer(client, { jsonrpc: '2.0', id: asked?.id ?? '', result: { action: 'accept' } });
    server.onMessage({ jsonrpc: '2.0', id: callsOf('tools/call')[0]?.message.id ?? 0, result: { content: [] } });
    await clock.advance(60_000);
    expect(sent.slice(before)).toEqual([]);
    expect(delivered.slice(heard)).toEqual([]);
    expect(link.busy).toBe(0);
  });

  test('an answer that comes twice counts once', async () => {
    reply = (_message, round) => (round === 1 ? asksFor({ who: question }) : null);
    const { delivered } = await call(null);
    const [first] = callsOf('tools/call');
    server.onMessage({ jsonrpc: '2.0', id: first?.message.id ?? 0, result: { content: [] } });
    server.onMessage({ jsonrpc: '2.0', id: first?.message.id ?? 0, result: asksFor({ again: question }) });
    await settle();
    expect(delivered).toHaveLength(1);
  });

  test('a server that ends while it asks ends the call', async () => {
    reply = () => asksFor({ who: question });
    const { last } = await call(null);
    server.onClose('It ended.');
    await settle();
    expect(last()).toMatchObject({ id: 7, error: { code: -32000 } });
    expect(callsOf('tools/call')).toHaveLength(1);
  });

  test('a request of such a server is not answered', async () => {
    const link = await open();
    const before = sent.length;
    server.onMessage({ jsonrpc: '2.0', id: 'x', method: 'elicitation/create', params: question.params });
    await settle();
    expect(sent.slice(before)).toEqual([]);
    expect(notes.join()).toMatch(/elicitation\/create/);
    expect(link.busy).toBe(0);
  });
});

describe('cancelling', () => {
  test.for([true, false])('closes the stream of the request, or says so where it has none (%s)', async (perRequest) => {
    reply = () => null;
    const { client, open: link } = await call(undefined, perRequest);
    link.cancel(client, 7);
    await settle();
    const [request] = callsOf('tools/call');
    expect(request?.options.signal?.aborted).toBe(true);
    expect(callsOf('notifications/cancelled').map(({ message }) => message.params?.['requestId'])).toEqual(
      perRequest ? [] : [request?.message.id],
    );
  });
});

describe('headers', () => {
  const schema = { type: 'object', properties: { region: { type: 'string', 'x-mcp-header': 'Region' } } };
  const refusal = async (inputSchema: unknown, args: Record<string, unknown>) => {
    const { last } = await call(undefined, true, inputSchema, args);
    expect(callsOf('tools/call')).toEqual([]);
    return last()?.error?.message;
  };

  test('go with every round of a call', async () => {
    reply = (_message, round) => (round === 1 ? asksFor({ who: question }) : { content: [] });
    await call(undefined, true, schema, { region: 'eu' });
    expect(callsOf('tools/call').map(({ options }) => options.headers)).toEqual([
      { 'Mcp-Param-Region': 'eu' },
      { 'Mcp-Param-Region': 'eu' },
    ]);
  });

  test('hold no secret of the server, no long value and nothing of a tool that asks for them wrongly', async () => {
    expect(await refusal(schema, { region: `x ${SECRET}` })).toMatch(/region .* must not hold a secret/);
    expect(await refusal(schema, { region: '서'.repeat(3000) })).toMatch(/region .* too long/);
    const wrong = { properties: { region: { type: 'string', 'x-mcp-header': 'a\r\nb' } } };
    expect(await refusal(wrong, { region: 'eu' })).toMatch(/can’t be called/);
  });

  test('are for connections that have them', async () => {
    await call(undefined, false, schema, { region: 'eu' });
    expect(callsOf('tools/call')[0]?.options.headers).toEqual({});
  });

  test('that the server finds wrong have its tools listed again', async () => {
    const link = await open(true);
    const { client, last } = page();
    reply = () => null;
    link.request(client, { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 't' } });
    await settle();
    const id = callsOf('tools/call')[0]?.message.id ?? 0;
    server.onMessage({ jsonrpc: '2.0', id, error: { code: -32020, message: 'Header mismatch' } });
    expect(last()).toMatchObject({ error: { message: 'Header mismatch' } });
    expect(received.map(({ method }) => method)).toEqual(['notifications/tools/list_changed']);
  });
});

describe('listening', () => {
  const listens = () => callsOf('subscriptions/listen');
  const acknowledge = (at = -1, notifications: unknown = { toolsListChanged: true }) =>
    server.onMessage({
      jsonrpc: '2.0',
      method: 'notifications/subscriptions/acknowledged',
      params: { _meta: { 'io.modelcontextprotocol/subscriptionId': listens().at(at)?.message.id }, notifications },
    });
  const end = (how: Partial<RpcMessage> = { result: {} }) =>
    server.onMessage({ jsonrpc: '2.0', id: listens().at(-1)?.message.id ?? 0, ...how });

  test('asks for what the server said it can tell', async () => {
    await open();
    expect(listens().map(({ message }) => message.params)).toMatchObject([
      { notifications: { toolsListChanged: true } },
    ]);
    acknowledge(-1, {});
    expect(notes.join()).toMatch(/does not tell when its tools change/);
  });

  test('begins again ever later when it ends at once, and asks for the lists that may have changed', async () => {
    await open();
    for (let n = 0; n < 30; n++) {
      acknowledge();
      end();
      await clock.advance(60_000);
    }
    expect(listens().length).toBeLessThan(16);
    expect(new Set(received.map(({ method }) => method))).toEqual(new Set(['notifications/tools/list_changed']));
    expect(received.length).toBeLessThan(listens().length);
  });

  test('one that stood for long begins again at once and without a word', async () => {
    await open();
    acknowledge();
    await clock.advance(5 * 60_000);
    end({ error: { code: -32000, message: 'The connection broke.' } });
    await clock.advance(0);
    expect(listens()).toHaveLength(2);
    expect(notes).toEqual([]);
  });

  test('is given up where the server does not know it, and after the server took it back it begins again', async () => {
    await open();
    server.onMessage({
      jsonrpc: '2.0',
      method: 'notifications/cancelled',
      params: { requestId: listens()[0]?.message.id },
    });
    await clock.advance(2000);
    expect(listens()).toHaveLength(2);
    end({ error: { code: -32601, message: 'unknown' } });
    await clock.advance(60 * 60_000);
    expect(listens()).toHaveLength(2);
  });

  test('a resource is followed by a new one, and the old one stands until it does', async () => {
    const link = await open(true);
    acknowledge();
    const { client, last } = page();
    link.request(client, { jsonrpc: '2.0', id: 1, method: 'resources/subscribe', params: { uri: 'a://b' } });
    expect(last()).toMatchObject({ id: 1, result: {} });
    expect(listens().at(-1)?.message.params?.['notifications']).toMatchObject({ resourceSubscriptions: ['a://b'] });
    expect(listens()[0]?.options.signal?.aborted).toBe(false);
    acknowledge();
    expect(listens()[0]?.options.signal?.aborted).toBe(true);
    expect(received).toEqual([]);
    link.drop(client);
    expect(listens().at(-1)?.message.params?.['notifications']).not.toHaveProperty('resourceSubscriptions');
    await link.close();
    expect(listens().at(-1)?.options.signal?.aborted).toBe(true);
    expect(clock.pending).toBe(0);
  });
});
