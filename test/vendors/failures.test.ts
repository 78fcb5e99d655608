import { describe, expect, it, vi } from 'vitest';
import { PROTOCOLS, type Protocol } from '#core/vendors/base/protocol.ts';
import { toModelError, VendorError } from '#vendors/base/model-error.ts';
import type { VendorFetch } from '#vendors/base/base-ai-service.ts';
import { retryAfterMs } from '#vendors/base/retry-after.ts';
import { tapFetch } from '#vendors/base/tap-fetch.ts';
import { answering, answerOf, eventsOf, fixture, HELLO, serviceFor, targetOf } from './support.ts';

const json = { 'content-type': 'application/json' };
const refused = (protocol: Protocol, status: number, body: unknown, headers: Record<string, string> = {}) =>
  eventsOf(
    protocol,
    answering(typeof body === 'string' ? body : JSON.stringify(body), { status, headers: { ...json, ...headers } }),
  ).then((events) => {
    expect(events.map((event) => event.type)).toEqual(['end']);
    return answerOf(events).error;
  });

it.each<[Protocol, object, object]>([
  [
    'anthropic',
    { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } },
    { kind: 'overloaded', message: 'Overloaded' },
  ],
  ['openai-responses', { type: 'error', code: 'server_error', message: 'It broke' }, { message: 'It broke' }],
  [
    'openai-chat',
    { object: 'error', message: 'It broke', type: 'BadRequestError', code: 400 },
    { message: 'It broke', status: 400 },
  ],
  ['ollama', { model: 'm', error: 'It broke' }, { message: 'It broke' }],
])('an error of a compatible server that is no event of %s is told in its words', async (protocol, error, expected) => {
  const small = new TextDecoder().decode(fixture(`${protocol.replace('openai-', '')}-small`));
  const lines = small.trimEnd().split(/(?<=\n)/);
  const line = protocol === 'ollama' ? JSON.stringify(error) : `data: ${JSON.stringify(error)}\n\n`;
  const begun = lines.slice(0, Math.floor(lines.length / 6) * 3).join('');
  expect(answerOf(await eventsOf(protocol, answering(`${begun}\n\n${line}`)))).toMatchObject({
    stop: 'error',
    error: expected,
  });
});

it.each(PROTOCOLS)('an error that %s sends with status 200 is told in its words', async (protocol) => {
  const body = { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } };
  for (const headers of [json, {}])
    expect(answerOf(await eventsOf(protocol, answering(JSON.stringify(body, null, 2), { headers })))).toMatchObject({
      stop: 'error',
      error: { message: 'Overloaded' },
    });
});

describe('a refused request ends in the words of the vendor', () => {
  const anthropic = (type: string, message: string) => ({
    type: 'error',
    error: { type, message },
    request_id: 'req_b',
  });
  const openai = (message: string, code: string | null, type = 'invalid_request_error') => ({
    error: { message, type, param: null, code },
  });
  const google = (code: number, status: string, message: string) => ({ error: { code, message, status } });

  it.each<[Protocol, number, unknown, Record<string, string>, object]>([
    ['anthropic', 401, anthropic('authentication_error', 'invalid x-api-key'), {}, { kind: 'auth', retryable: false }],
    [
      'anthropic',
      429,
      anthropic('rate_limit_error', 'Number of request tokens has exceeded your limit'),
      { 'retry-after': '13' },
      { kind: 'rate_limit', retryable: true, retryAfterMs: 13_000, code: 'rate_limit_error' },
    ],
    ['anthropic', 529, anthropic('overloaded_error', 'Overloaded'), {}, { kind: 'overloaded', retryable: true }],
    [
      'anthropic',
      400,
      anthropic('invalid_request_error', 'prompt is too long: 213462 tokens > 200000 maximum'),
      {},
      { kind: 'context_overflow', retryable: false },
    ],
    [
      'anthropic',
      400,
      anthropic('invalid_request_error', 'messages.1.content.0: Invalid `signature` in `thinking` block'),
      {},
      { kind: 'invalid_signature', retryable: false },
    ],
    [
      'openai-responses',
      400,
      openai('The encrypted content gAAA could not be verified.', 'invalid_encrypted_content'),
      { 'x-request-id': 'req_o' },
      { code: 'invalid_encrypted_content', requestId: 'req_1', retryable: false },
    ],
    [
      'openai-responses',
      500,
      openai('The server had an error', null, 'server_error'),
      {},
      { kind: 'server', retryable: true },
    ],
    [
      'openai-chat',
      400,
      {
        object: 'error',
        message: "Unexpected role 'user' after role 'tool'",
        type: 'invalid_request_message_order',
        code: '3230',
      },
      {},
      { message: "Unexpected role 'user' after role 'tool'", code: '3230', retryable: false },
    ],
    [
      'openai-chat',
      422,
      { detail: [{ loc: ['body', 'messages', 0], msg: 'Field required', type: 'missing' }] },
      {},
      { message: 'body.messages.0: Field required', retryable: false },
    ],
    [
      'openai-chat',
      400,
      { error: 'registry/gemma3:4b does not support tools' },
      {},
      { kind: 'unsupported_parameter', message: expect.stringContaining('does not support tools') },
    ],
    [
      'openai-chat',
      429,
      {
        error: {
          message: 'Provider returned error',
          code: 429,
          metadata: { raw: '{"error":{"message":"slow down"}}' },
        },
      },
      {},
      { kind: 'rate_limit', message: 'slow down' },
    ],
    ['openai-chat', 413, '', {}, { kind: 'context_overflow', message: 'HTTP 413' }],
    [
      'openai-chat',
      502,
      '<html><head><title>502 Bad Gateway</title></head><body>nginx</body></html>',
      { 'content-type': 'text/html' },
      { kind: 'server', retryable: true, message: '502 Bad Gateway' },
    ],
    [
      'gemini',
      429,
      {
        error: {
          ...google(429, 'RESOURCE_EXHAUSTED', 'You exceeded your current quota').error,
          details: [{ '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '41.5s' }],
        },
      },
      {},
      { retryAfterMs: 41_500, code: 'RESOURCE_EXHAUSTED', message: 'You exceeded your current quota' },
    ],
    [
      'gemini',
      400,
      [google(400, 'INVALID_ARGUMENT', 'Corrupted thought signature.')],
      {},
      { message: 'Corrupted thought signature.' },
    ],
    [
      'gemini',
      503,
      google(503, 'UNAVAILABLE', 'The model is overloaded.'),
      {},
      { kind: 'overloaded', retryable: true },
    ],
  ])('%s %i', async (protocol, status, body, headers, expected) => {
    const error = await refused(protocol, status, body, headers);
    expect(error).toMatchObject({ status, requestId: 'req_1', vendor: targetOf(protocol).vendor, ...expected });
    expect(error?.message).toMatch(/\w/);
  });
});

describe.each(PROTOCOLS)('%s', (protocol) => {
  const name = {
    anthropic: 'anthropic',
    'openai-responses': 'responses',
    'openai-chat': 'chat',
    gemini: 'gemini',
    ollama: 'ollama',
  }[protocol];
  const small = fixture(`${name}-small`);

  it('tells a problem of the host from an error of the vendor', async () => {
    const problem = {
      type: 'about:blank',
      title: 'No key',
      status: 424,
      code: 'key_missing',
      detail: 'Add a key first.',
    };
    const error = await refused(protocol, 424, problem, {
      'content-type': 'application/problem+json',
      'x-baton-problem': 'key_missing',
    });
    expect(error).toEqual({
      kind: 'auth',
      retryable: false,
      message: 'Add a key first.',
      code: 'key_missing',
      status: 424,
    });
  });

  it('ends as aborted when the host says that the run was cancelled', async () => {
    const events = await eventsOf(
      protocol,
      answering('{"code":"run_cancelled","title":"x"}', {
        status: 499,
        headers: { ...json, 'x-baton-problem': 'run_cancelled' },
      }),
    );
    expect(events).toEqual([{ type: 'end', stop: 'aborted' }]);
  });

  it('reports a host that is not there, not a vendor', async () => {
    const events = await eventsOf(protocol, () =>
      Promise.reject(new TypeError('fetch failed', { cause: new Error('ECONNREFUSED') })),
    );
    expect(events).toEqual([
      {
        type: 'end',
        stop: 'error',
        error: {
          kind: 'network',
          retryable: true,
          message: expect.stringMatching(/^(?!.*\.:).*ECONNREFUSED/),
          code: 'host_unreachable',
        },
      },
    ]);
  });

  it('tells a window that the host does not know from a key that the vendor does not accept', async () => {
    const unauthorized = (headers: Record<string, string>) =>
      eventsOf(protocol, answering('{"code":"unauthorized","title":"x"}', { status: 401, headers }));
    expect(await unauthorized({ ...json, 'x-baton-problem': 'unauthorized' })).toMatchObject([
      { stop: 'error', error: { kind: 'auth', retryable: false, code: 'earlier_window' } },
    ]);
    expect(await unauthorized(json)).toMatchObject([{ stop: 'error', error: { kind: 'auth', code: 'unauthorized' } }]);
  });

  it('keeps what had arrived when the connection is reset', async () => {
    const half = small.slice(0, Math.floor(small.length * 0.7));
    const events = await eventsOf(protocol, () => {
      let sent = false;
      const body = new ReadableStream<Uint8Array>({
        pull(controller) {
          if (sent) controller.error(new TypeError('terminated'));
          else controller.enqueue(half);
          sent = true;
        },
      });
      return Promise.resolve(new Response(body, { headers: { 'content-type': 'text/event-stream' } }));
    });
    const answer = answerOf(events);
    expect(answer).toMatchObject({ stop: 'error', error: { kind: 'cut_off', retryable: true } });
    expect(answer.parts.length).toBeGreaterThan(0);
  });

  it('calls an unreadable stream malformed and keeps what had arrived', async () => {
    const lines = protocol === 'ollama';
    const events = new TextDecoder().decode(small).split(lines ? /(?<=\n)/ : /(?<=\n\r?\n)/);
    const until = events.findIndex((event) => event.includes('답')) + 1;
    expect(until).toBeGreaterThan(0);
    const named = protocol === 'anthropic' ? 'event: content_block_delta\n' : '';
    const unreadable = lines ? '{"oops": \n' : `${named}data: {"oops": \n\n`;
    const broken = `${events.slice(0, until).join('')}${unreadable}${events.slice(until).join('')}`;
    const answer = answerOf(await eventsOf(protocol, answering(broken)));
    expect(answer).toMatchObject({
      stop: 'error',
      error: { kind: 'server', retryable: true, code: 'malformed_stream' },
    });
    expect(answer.parts).toContainEqual(expect.objectContaining({ type: 'text', text: expect.stringContaining('답') }));
  });

  it.each([
    ['{"choices":[]}', 'application/json', 'unexpected_content_type', 'application/json: {"choices":[]}'],
    ['[]', 'application/json; charset=utf-8', 'unexpected_content_type', 'application/json; charset=utf-8: []'],
    ['hello', 'text/plain', 'unexpected_content_type', 'text/plain: hello'],
    ['<html><title> Hotel Wi-Fi </title>login</html>', 'text/html', 'web_page', 'Hotel Wi-Fi'],
    ['<!DOCTYPE html><p>Sign in', 'text/event-stream', 'web_page', 'A web page without a title.'],
  ])('says what %s is instead of an answer', async (body, type, code, message) => {
    const events = await eventsOf(protocol, answering(body, { headers: { 'content-type': type } }));
    expect(answerOf(events)).toMatchObject({
      stop: 'error',
      parts: [],
      error: { kind: 'not_an_answer', retryable: false, code, message },
    });
  });

  it.each([204, 205, 304])('says that %i came without content', async (status) => {
    const events = await eventsOf(protocol, () => Promise.resolve(new Response(null, { status })));
    expect(events).toEqual([
      {
        type: 'end',
        stop: 'error',
        error: expect.objectContaining({ kind: 'not_an_answer', retryable: false, code: 'no_content', status }),
      },
    ]);
  });

  it.each([401, 403, 404])('does not blame the key or the model for a page with status %i', async (status) => {
    const error = await refused(protocol, status, '<html><title>Access denied</title></html>', {
      'content-type': 'text/html',
    });
    expect(error).toMatchObject({ kind: 'not_an_answer', code: 'web_page', message: 'Access denied', status });
  });

  it('says of a list of models what came instead', async () => {
    const list = async (fetch: VendorFetch) =>
      (await serviceFor(protocol, fetch)).listModels('https://llm.example/v1', new AbortController().signal);
    const page = answering('<html><title>Sign in</title></html>', { headers: { 'content-type': 'text/html' } });
    await expect(list(page)).rejects.toMatchObject({ error: { kind: 'not_an_answer', message: 'Sign in' } });
    const nothing = () => Promise.resolve(new Response(null, { status: 204 }));
    await expect(list(nothing)).rejects.toMatchObject({ error: { code: 'no_content' } });
  });

  it('reads an empty body as a broken answer', async () => {
    expect(answerOf(await eventsOf(protocol, answering('')))).toMatchObject({
      stop: 'error',
      error: { kind: 'cut_off', code: 'incomplete_stream' },
    });
  });

  it('stops before headers, though the network ignores the signal', async () => {
    const abort = new AbortController();
    setTimeout(() => abort.abort(), 20);
    const never = () => new Promise<Response>(() => undefined);
    expect(await eventsOf(protocol, never, { signal: abort.signal })).toEqual([{ type: 'end', stop: 'aborted' }]);
  });

  it('sends nothing when stopped before the start', async () => {
    let asked = 0;
    const events = await eventsOf(
      protocol,
      () => {
        asked++;
        return Promise.reject(new Error('asked'));
      },
      { signal: AbortSignal.abort() },
    );
    expect(events).toEqual([{ type: 'end', stop: 'aborted' }]);
    expect(asked).toBe(0);
  });

  /** Sends two thirds of the small answer and then nothing. */
  const stalling =
    (seen: { signal?: AbortSignal; cancelled?: boolean } = {}) =>
    (_input: unknown, init?: RequestInit) => {
      if (init?.signal) seen.signal = init.signal;
      const body = new ReadableStream<Uint8Array>({
        start: (controller) => controller.enqueue(small.slice(0, Math.floor(small.length * 0.7))),
        cancel: () => {
          seen.cancelled = true;
        },
      });
      return Promise.resolve(new Response(body, { headers: { 'content-type': 'text/event-stream' } }));
    };

  it('stops mid-stream at once, keeps what had arrived and lets go of the connection', async () => {
    const abort = new AbortController();
    const seen: { signal?: AbortSignal; cancelled?: boolean } = {};
    setTimeout(() => abort.abort(), 30);
    const answer = answerOf(await eventsOf(protocol, stalling(seen), { signal: abort.signal }));
    expect(answer.stop).toBe('aborted');
    expect(answer.error).toBeUndefined();
    expect(answer.parts.length).toBeGreaterThan(0);
    expect(seen.signal?.aborted).toBe(true);
  });

  it('lets go of the connection when the reader leaves', async () => {
    const seen: { signal?: AbortSignal } = {};
    const service = await serviceFor(protocol, stalling(seen));
    for await (const event of service.stream(HELLO, targetOf(protocol), new AbortController().signal))
      if (event.type === 'part_start') break;
    expect(seen.signal?.aborted).toBe(true);
  });

  it('gives up after the idle time when one is asked for', async () => {
    const answer = answerOf(await eventsOf(protocol, stalling(), { options: { idleMs: 40 } }));
    expect(answer).toMatchObject({ stop: 'error', error: { kind: 'cut_off', retryable: true, code: 'idle_timeout' } });
    expect(answer.parts.length).toBeGreaterThan(0);
  });

  it('ends with the answer on a connection that stays open', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      const staysOpen = () => {
        const body = new ReadableStream<Uint8Array>({ start: (controller) => controller.enqueue(small) });
        return Promise.resolve(new Response(body, { headers: { 'content-type': 'text/event-stream' } }));
      };
      const ended = eventsOf(protocol, staysOpen, { options: { idleMs: 600_000 } });
      for (let second = 0; second < 40; second++) await vi.advanceTimersByTimeAsync(1_000);
      expect(answerOf(await ended)).toEqual(answerOf(await eventsOf(protocol, answering(small))));
    } finally {
      vi.useRealTimers();
    }
  });

  it('does not abort a connection that ended well', async () => {
    let signal: AbortSignal | null | undefined;
    const complete = answering(small);
    await eventsOf(protocol, (input, init) => {
      signal = init?.signal;
      return complete(input, init);
    });
    expect(signal?.aborted).toBe(false);
  });

  it.each([500, 429, 200])('asks once and never again by itself, status %i', async (status) => {
    let asked = 0;
    const body = protocol === 'gemini' ? fixture('gemini-continuation') : small.slice(0, small.length / 2);
    const answer = answering(body, { status });
    await eventsOf(protocol, (input, init) => {
      asked++;
      return answer(input, init);
    });
    expect(asked).toBe(1);
  });

  it('leaves no key and no telemetry in what it sends', async () => {
    let sent: Headers | undefined;
    await eventsOf(protocol, (_input, init) => {
      sent = new Headers(init?.headers);
      return Promise.reject(new Error('enough'));
    });
    const allowed = new Set(['accept', 'anthropic-version', 'anthropic-beta', 'content-type']);
    expect([...(sent?.keys() ?? [])].filter((key) => !allowed.has(key))).toEqual([]);
  });
});

describe('retry-after', () => {
  const now = Date.UTC(2026, 10, 21, 9, 0, 0);
  it.each<[Record<string, string>, unknown, number | undefined]>([
    [{ 'retry-after': '2' }, undefined, 2000],
    [{ 'retry-after': '0.5' }, undefined, 500],
    [{ 'retry-after-ms': '1500', 'retry-after': '9' }, undefined, 1500],
    [{ 'retry-after': 'Sat, 21 Nov 2026 09:00:30 GMT' }, undefined, 30_000],
    [{ 'retry-after': 'Sat, 21 Nov 2026 08:00:00 GMT' }, undefined, 0],
    [{ 'retry-after': 'soon' }, undefined, undefined],
    [{}, { error: { details: [{ retryDelay: '3s' }] } }, 3000],
    [{}, undefined, undefined],
  ])('%o %o', (headers, body, expected) => {
    expect(retryAfterMs(new Headers(headers), body, now)).toBe(expected);
  });
});

describe('errors outside a stream', () => {
  it('carries the vendor error of a refused model list', async () => {
    const service = await serviceFor(
      'anthropic',
      answering('{"type":"error","error":{"type":"authentication_error","message":"bad key"}}', {
        status: 401,
        headers: json,
      }),
    );
    const failure = await service
      .listModels('https://api.anthropic.com', new AbortController().signal, 'anthropic')
      .catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(VendorError);
    expect(failure).toMatchObject({ message: 'bad key', error: { kind: 'auth', status: 401 } });
  });

  it('makes words of anything that was thrown', () => {
    const tap = tapFetch(
      () => Promise.reject(new Error('unused')),
      () => undefined,
    );
    for (const thrown of [null, undefined, 'x', 7, {}, new Error(''), { error: null }])
      expect(toModelError(thrown, tap, 'openai')).toMatchObject({
        kind: 'network',
        message: expect.stringMatching(/./),
      });
  });
});
