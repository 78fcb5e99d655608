import { describe, expect, it } from 'vitest';
import { ownConnectionEndpoints } from '#contract/own-connections.ts';
import { createHostClient } from '#host-client/create-host-client.ts';
import { HostAnswerUnreadable, HostProblemError, HostUnreachableError } from '#host-client/host-error.ts';
import { FakeClock, settle, until } from '#test/fakes/fake-clock.ts';

const ORIGIN = 'http://127.0.0.1:4127';

interface Call {
  url: string;
  method: string;
  headers: Headers;
  body: string | null;
  signal: AbortSignal | null;
  keepalive: boolean;
}

const STANDING = { secret: 's', number: 1, known: true, resume: 'r' };

type Answer = (call: Call) => Response | Promise<Response>;

/** A host that answers from a function; the test controls page-hide and time. */
function host(answer: Answer) {
  const calls: Call[] = [];
  const clock = new FakeClock();
  const leave: (() => void)[] = [];
  let run = 0;
  const client = createHostClient({
    origin: ORIGIN,
    token: 'secret-token',
    fetch: async (url, init = {}) => {
      const { body } = init;
      const call: Call = {
        url,
        method: init.method ?? 'GET',
        headers: new Headers(init.headers),
        body: body == null ? null : await new Response(body).text(),
        signal: init.signal ?? null,
        keepalive: init.keepalive ?? false,
      };
      calls.push(call);
      return answer(call);
    },
    newRunId: () => `run-${(run += 1)}`,
    setTimeout: clock.setTimeout,
    clearTimeout: clock.clearTimeout,
    random: () => 1,
    onPageHide: (fn) => leave.push(fn),
  });
  return { client, calls, clock, leave: () => leave.forEach((fn) => fn()) };
}

const connection = {
  id: 'openai',
  label: 'OpenAI',
  vendor: 'openai',
  protocol: 'openai-responses',
  baseUrl: 'https://api.openai.com/v1',
  practice: false,
  custom: false,
  needsKey: true,
  configured: true,
  last4: '1234',
  account: 'abc',
  keyUrl: null,
} as const;

const problem = (status: number, code: string, detail?: string) =>
  Response.json(
    { type: 'about:blank', title: 'No', status, code, ...(detail ? { detail } : {}) },
    { status, headers: { 'x-baton-problem': code, 'content-type': 'application/problem+json' } },
  );

describe('calls to the host', () => {
  it('carry token and application header, and give parsed answers', async () => {
    const { client, calls } = host(() => Response.json({ connections: [connection] }));
    expect(await client.connections()).toEqual([connection]);
    expect(calls[0]).toMatchObject({ url: `${ORIGIN}/api/vendors`, method: 'GET', body: null });
    expect(calls[0]?.headers.get('x-baton')).toBe('1');
    expect(calls[0]?.headers.get('x-baton-token')).toBe('secret-token');
  });

  it('reach the agreed routes with the agreed bodies', async () => {
    const secrets = { kind: 'session', locked: false, choices: ['session'], backend: null, problem: null };
    const answers: Record<string, unknown> = {
      'POST /api/vendors': connection,
      'PUT /api/vendors/own': connection,
      'PUT /api/secrets/keys/openai': connection,
      'DELETE /api/secrets/keys/openai': connection,
      'POST /api/secrets/keys/openai/test': { ok: true, message: '', status: 200 },
      'GET /api/secrets': secrets,
      'POST /api/secrets/choose': secrets,
      'POST /api/secrets/unlock': secrets,
      'POST /api/secrets/reset': secrets,
      'GET /api/config': { config: { version: 1, practiceCharsPerSecond: 5 }, warnings: [] },
      'PATCH /api/config': { config: { version: 1, practiceCharsPerSecond: 9 }, warnings: [] },
      'POST /api/shell/open-external': { opened: true, url: 'https://a.b' },
    };
    const { client, calls } = host(({ method, url }) => {
      if (method === 'DELETE' && url.endsWith('/api/vendors/own')) return new Response(null, { status: 204 });
      return Response.json(answers[`${method} ${url.slice(ORIGIN.length)}`]);
    });
    const own = client.group(ownConnectionEndpoints);
    await own.addConnection({ label: 'Own', protocol: 'openai-chat', baseUrl: 'http://127.0.0.1:1' });
    await own.changeConnection('own', { label: 'Own', protocol: 'ollama', baseUrl: 'http://127.0.0.1:2' });
    await own.removeConnection('own');
    await client.putKey('openai', { key: 'sk-1' });
    await client.deleteKey('openai');
    await client.testKey('openai', { key: 'sk-2' });
    await client.testKey('openai');
    await client.secrets();
    await client.chooseSecretStore({ kind: 'session' });
    await client.unlockSecrets({ passphrase: 'pass' });
    await client.resetSecrets();
    await client.config();
    expect((await client.putConfig({ practiceCharsPerSecond: 9 })).config.practiceCharsPerSecond).toBe(9);
    await client.openExternal({ url: 'https://a.b' });
    expect(calls.map(({ method, url, body }) => `${method} ${url.slice(ORIGIN.length)} ${body ?? '-'}`)).toEqual([
      'POST /api/vendors {"label":"Own","protocol":"openai-chat","baseUrl":"http://127.0.0.1:1"}',
      'PUT /api/vendors/own {"label":"Own","protocol":"ollama","baseUrl":"http://127.0.0.1:2"}',
      'DELETE /api/vendors/own -',
      'PUT /api/secrets/keys/openai {"key":"sk-1"}',
      'DELETE /api/secrets/keys/openai -',
      'POST /api/secrets/keys/openai/test {"key":"sk-2"}',
      'POST /api/secrets/keys/openai/test {}',
      'GET /api/secrets -',
      'POST /api/secrets/choose {"kind":"session"}',
      'POST /api/secrets/unlock {"passphrase":"pass"}',
      'POST /api/secrets/reset {}',
      'GET /api/config -',
      'PATCH /api/config {"practiceCharsPerSecond":9}',
      'POST /api/shell/open-external {"url":"https://a.b"}',
    ]);
  });

  it('turn a refusal into a HostProblem with its code and words', async () => {
    const { client } = host(() => problem(401, 'wrong_passphrase', 'That is not the passphrase.'));
    const failure = await client.unlockSecrets({ passphrase: 'x' }).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(HostProblemError);
    expect(failure).toMatchObject({ status: 401, code: 'wrong_passphrase', message: 'That is not the passphrase.' });
  });

  it('turn silence into HostUnreachable and nonsense into HostAnswerUnreadable', async () => {
    const silent = host(() => Promise.reject(new TypeError('Failed to fetch')));
    await expect(silent.client.secrets()).rejects.toThrow(HostUnreachableError);
    for (const answer of [
      () => Response.json({ kind: 'who knows' }),
      () => new Response('<html>'),
      () => new Response('no', { status: 502 }),
      () => new Response(null, { status: 204 }),
    ]) {
      await expect(host(answer).client.secrets()).rejects.toThrow(HostAnswerUnreadable);
    }
  });
});

describe('the fetch for an SDK', () => {
  it('sends addresses below the base URL through the proxy, with a run id of their own', async () => {
    const { client, calls } = host(() => new Response('ok', { status: 201, headers: { 'request-id': 'r' } }));
    const fetch = client.vendorFetch(connection);
    const response = await fetch('https://api.openai.com/v1/responses?x=1', {
      method: 'POST',
      headers: { authorization: 'Bearer placeholder', 'content-type': 'application/json' },
      body: '{"a":1}',
    });
    expect([response.status, response.headers.get('request-id'), await response.text()]).toEqual([201, 'r', 'ok']);
    await fetch(new Request('https://api.openai.com/v1/models'));
    expect(calls.map(({ url, method, body }) => [url, method, body])).toEqual([
      [`${ORIGIN}/api/vendors/openai/wire/responses?x=1`, 'POST', '{"a":1}'],
      [`${ORIGIN}/api/vendors/openai/wire/models`, 'GET', null],
    ]);
    expect(calls.map(({ headers }) => headers.get('x-baton-run'))).toEqual(['run-1', 'run-2']);
    expect(calls[0]?.headers.get('content-type')).toBe('application/json');
  });

  it.each([
    'https://evil.example/v1/responses',
    'https://api.openai.com/v2/responses',
    'https://api.openai.com/v1evil/responses',
    '/api/secrets',
  ])('refuses %s', async (address) => {
    const { client, calls } = host(() => new Response('ok'));
    await expect(client.vendorFetch(connection)(address)).rejects.toThrow(TypeError);
    expect(calls).toEqual([]);
  });

  it('tells the host of an abort before there are headers', async () => {
    const { client, calls } = host(
      ({ method, signal }) =>
        new Promise<Response>((resolve, reject) => {
          if (method === 'DELETE') resolve(new Response(null, { status: 204 }));
          signal?.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError')));
        }),
    );
    const stop = new AbortController();
    const pending = client.vendorFetch(connection)('https://api.openai.com/v1/responses', {
      method: 'POST',
      signal: stop.signal,
    });
    pending.catch(() => undefined);
    await settle();
    stop.abort();
    await expect(pending).rejects.toThrow('aborted');
    expect(calls.map(({ method, url }) => `${method} ${url.slice(ORIGIN.length)}`)).toEqual([
      'POST /api/vendors/openai/wire/responses',
      'DELETE /api/runs/run-1',
    ]);
    expect(calls[1]?.headers.get('x-baton-token')).toBe('secret-token');
  });

  it('tells the host of an abort in the middle, and of none after the end', async () => {
    const bodies: ReadableStreamDefaultController<Uint8Array>[] = [];
    const { client, calls, leave } = host(({ method }) =>
      method === 'DELETE'
        ? new Response(null, { status: 204 })
        : new Response(new ReadableStream<Uint8Array>({ start: (controller) => void bodies.push(controller) })),
    );
    const deletes = () => calls.filter(({ method }) => method === 'DELETE').map(({ url }) => url.slice(ORIGIN.length));
    const fetch = client.vendorFetch(connection);
    const stop = new AbortController();
    const address = 'https://api.openai.com/v1/responses';
    const first = await fetch(address, { method: 'POST', signal: stop.signal });
    bodies[0]?.enqueue(new TextEncoder().encode('whole'));
    bodies[0]?.close();
    expect(await first.text()).toBe('whole');
    stop.abort();
    leave();
    expect(deletes()).toEqual([]);

    const again = new AbortController();
    await fetch(address, { method: 'POST', signal: again.signal });
    again.abort();
    expect(deletes()).toEqual(['/api/runs/run-2']);
  });

  it.each([204, 205, 304])(
    'hands on an answer with %i, which Chromium gives a stream and nobody may wrap',
    async (status) => {
      const answered = new Response(null, { status });
      Object.defineProperty(answered, 'body', { value: new ReadableStream() });
      const { client, calls, leave } = host(() => answered);
      expect(await client.vendorFetch(connection)('https://api.openai.com/v1/models')).toMatchObject({ status });
      leave();
      expect(calls).toHaveLength(1);
    },
  );

  it('ends what is running when the page goes away, in requests that outlive it', async () => {
    const { client, calls, leave } = host(() => new Response(new ReadableStream()));
    await client.vendorFetch(connection)('https://api.openai.com/v1/responses', { method: 'POST' });
    leave();
    expect(calls.at(-1)).toMatchObject({ method: 'DELETE', url: `${ORIGIN}/api/runs/run-1`, keepalive: true });
  });
});

describe('the event stream', () => {
  const stream = (...lines: string[]) => new Response(new Blob(lines).stream());
  const event = (data: unknown) => `data: ${JSON.stringify(data)}\n\n`;

  it('hands on what it knows, skips what it does not, and comes back after an end', async () => {
    let opened = 0;
    const { client, clock } = host(() => {
      opened += 1;
      return stream(
        event({ type: 'hello', version: '1', mount: 'test', window: STANDING }),
        event({ type: 'from the future' }),
        'data: {\n\n',
      );
    });
    const seen: string[] = [];
    const reachable: boolean[] = [];
    const stop = new AbortController();
    client.events(
      ({ type }) => seen.push(type),
      stop.signal,
      (now) => reachable.push(now),
    );
    // What reads the stream is loaded with its first use.
    await until(() => seen.length > 0);
    await settle(40);
    expect(seen).toEqual(['hello']);
    await clock.advance(600);
    await settle(40);
    expect(opened).toBe(2);
    expect(seen).toEqual(['hello', 'hello']);
    expect(reachable).toEqual([]);
    stop.abort();
    await settle();
    await clock.advance(60_000);
    expect(opened).toBe(2);
  });

  it('says once that the host has gone and once that it is back, asking ever less often', async () => {
    let alive = false;
    const times: number[] = [];
    const { client, clock } = host(() => {
      times.push(clock.monotonic());
      if (!alive) return Promise.reject(new TypeError('Failed to fetch'));
      return stream(event({ type: 'hello', version: '1', mount: 'test', window: STANDING }));
    });
    const reachable: boolean[] = [];
    const stop = new AbortController();
    client.events(
      () => undefined,
      stop.signal,
      (now) => reachable.push(now),
    );
    await clock.advance(60_000);
    expect(reachable).toEqual([false]);
    const gaps = times.slice(1).map((time, index) => time - (times[index] ?? 0));
    expect(gaps.slice(0, 6)).toEqual([500, 1_000, 2_000, 4_000, 8_000, 15_000]);
    alive = true;
    await clock.advance(16_000);
    await settle(40);
    expect(reachable).toEqual([false, true]);
    stop.abort();
  });

  it('gives up a stream that has gone silent', async () => {
    let opened = 0;
    const { client, clock } = host(({ signal }) => {
      opened += 1;
      return new Response(
        new ReadableStream({
          start: (controller) => {
            signal?.addEventListener('abort', () => controller.error(new Error('aborted')));
          },
        }),
      );
    });
    const stop = new AbortController();
    client.events(() => undefined, stop.signal);
    await settle(40);
    await clock.advance(61_000);
    await settle(40);
    await clock.advance(1_000);
    expect(opened).toBe(2);
    stop.abort();
  });
});
