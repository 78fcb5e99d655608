import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type McpDefinition, McpSignIn } from '#contract/mcp.ts';
import { errorMessage } from '#core/thrown.ts';
import { checkReach } from '#host/mcp/remote/address-rules.ts';
import { createRemoteServers } from '#host/mcp/remote/create-remote-servers.ts';
import { createOutgoingFetch } from '#host/base/outgoing-fetch.ts';
import { FakeClock } from '#test/fakes/fake-clock.ts';
import { createMemorySecrets } from '#test/fakes/host-deps.ts';
import { type McpBench, createMcpBench, eventually, textOf } from './support/bench.ts';
import { type OAuthWorld, createOAuthWorld } from './support/oauth-world.ts';

let world: OAuthWorld;
let bench: McpBench;
const opened = vi.fn<(url: string) => Promise<boolean>>();
const secrets = createMemorySecrets();

beforeEach(async () => {
  opened.mockReset().mockResolvedValue(true);
  await secrets.reset();
  world = await createOAuthWorld();
  bench = await createMcpBench({ deps: { fetch: createOutgoingFetch({}), openExternal: opened, secrets } });
});
afterEach(async () => {
  await bench.close();
  await world.close();
});

const remote = (): McpDefinition => ({ kind: 'http', url: world.url, headers: {} });
const signIn = async (id: string) => bench.call('POST', `/api/mcp/servers/${id}/sign-in`);

/** Acts like a browser: opens the sign-in page, which redirects back. */
async function walkThrough(url: string, change: (back: URL) => void = () => undefined): Promise<Response> {
  const { headers } = await fetch(url, { redirect: 'manual' });
  const back = new URL(headers.get('location') ?? '');
  change(back);
  return fetch(back);
}

async function signedIn(): Promise<{ id: string }> {
  const { id } = await bench.ready('Locked', remote());
  await expect(bench.connect(id)).rejects.toMatchObject({ data: { reason: 'sign-in' } });
  const { url } = McpSignIn.parse(await (await signIn(id)).json());
  await walkThrough(url);
  await eventually(async () => (await bench.server(id)).signedIn, 'signed in');
  return { id };
}

describe('signing in', () => {
  test('by the one opener, with PKCE, state, registration and resource; then the server works', async () => {
    const { id } = await signedIn();
    const address = new URL(opened.mock.calls[0]?.[0] ?? '');
    expect(address.origin).toBe(world.origin);
    expect(address.searchParams.get('code_challenge_method')).toBe('S256');
    expect(address.searchParams.get('state')?.length).toBeGreaterThan(20);
    expect(address.searchParams.get('resource')).toBe(world.url);
    expect(address.searchParams.get('redirect_uri')).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/oauth\/callback$/);
    expect(world.registered).toMatchObject([{ client_name: 'Baton', token_endpoint_auth_method: 'none' }]);
    const client = await bench.connect(id);
    // The server repeats the token; the page receives none.
    expect(textOf(await bench.run(client, id, 'whoami'))).toBe('token [redacted]');
    const received = [
      JSON.stringify(bench.bench.readHome()),
      bench.bench.deps.log.lines.join(),
      await (await bench.call('GET', '/api/mcp/servers')).text(),
      await (await bench.call('GET', `/api/mcp/servers/${id}/log`)).text(),
    ];
    expect(received.join()).not.toMatch(/access-|refresh-[0-9a-f]/);
  });

  test('an expired token is refreshed without asking; a revoked one asks again', async () => {
    const { id } = await signedIn();
    const client = await bench.connect(id);
    world.expire();
    // The page doesn't receive the new token either.
    expect(textOf(await bench.run(client, id, 'whoami'))).toBe('token [redacted]');
    expect(world.tokenRequests.map((form) => form.get('grant_type'))).toEqual(['authorization_code', 'refresh_token']);
    expect(opened).toHaveBeenCalledTimes(1);
    world.revoke();
    // The server didn't execute the call, and no restart is needed.
    await expect(bench.run(client, id, 'whoami')).rejects.toMatchObject({ data: { reason: 'sign-in' } });
    expect((await bench.server(id)).health.state).toBe('sign-in');
    const { url } = McpSignIn.parse(await (await signIn(id)).json());
    await walkThrough(url);
    await eventually(async () => (await bench.server(id)).health.state === 'running', 'running again');
    expect(textOf(await bench.run(client, id, 'whoami'))).toBe('token [redacted]');
  });

  test('a revoked token asks again, whatever the sign-in server calls it', async () => {
    const { id } = await signedIn();
    const client = await bench.connect(id);
    world.refusal = 'invalid_request';
    world.revoke();
    await expect(bench.run(client, id, 'whoami')).rejects.toMatchObject({ data: { reason: 'sign-in' } });
    expect((await bench.server(id)).health.state).toBe('sign-in');
  });

  test('a call that wants more rights says which; the next sign-in asks for all of them together', async () => {
    const { id } = await signedIn();
    const client = await bench.connect(id);
    await expect(bench.run(client, id, 'admin')).rejects.toMatchObject({ data: { reason: 'sign-in', scope: 'admin' } });
    // Everything else still works in the meantime.
    expect((await bench.server(id)).health.state).toBe('running');
    expect(textOf(await bench.run(client, id, 'whoami'))).toBe('token [redacted]');
    const { url } = McpSignIn.parse(await (await signIn(id)).json());
    expect(new URL(url).searchParams.get('scope')).toBe('tools admin');
    await walkThrough(url);
    await eventually(async () => {
      try {
        return textOf(await bench.run(client, id, 'admin')) === 'token [redacted]';
      } catch {
        return false;
      }
    }, 'the call works');
  });

  test('a client of the user is used where nobody can register; its secret is never told', async () => {
    world.metadata = {
      ...world.metadata,
      registration_endpoint: undefined,
      token_endpoint_auth_methods_supported: ['client_secret_basic'],
    };
    world.clients.set('mine', 'CANARY-client-secret');
    const client = { id: 'mine', secret: 'CANARY-client-secret' };
    const { id } = await bench.ready('Locked', { ...remote(), client } as McpDefinition);
    const { url } = McpSignIn.parse(await (await signIn(id)).json());
    expect(new URL(url).searchParams.get('client_id')).toBe('mine');
    await walkThrough(url);
    await eventually(async () => (await bench.server(id)).signedIn, 'signed in');
    expect(world.registered).toEqual([]);
    expect((await bench.server(id)).definition).toMatchObject({ client: { id: 'mine', hasSecret: true } });
    const received = [
      JSON.stringify(bench.bench.readHome()),
      await (await bench.call('GET', '/api/mcp/servers')).text(),
      await secrets.get(`mcp/${id}/oauth`),
    ];
    expect(received.join()).not.toContain('CANARY');
    // An edit that doesn't mention the secret keeps it.
    await bench.call('PATCH', `/api/mcp/servers/${id}`, {
      definition: { ...remote(), client: { id: 'mine', secret: null } },
    });
    expect(await secrets.get(`mcp/${id}/oauth/clientSecret`)).toBe('CANARY-client-secret');
    await bench.call('PATCH', `/api/mcp/servers/${id}`, { definition: remote() });
    expect(await secrets.get(`mcp/${id}/oauth/clientSecret`)).toBeNull();
  });

  test('the registration is used again, at the same address', async () => {
    const { id } = await signedIn();
    world.revoke();
    const { url } = McpSignIn.parse(await (await signIn(id)).json());
    await walkThrough(url);
    await eventually(() => world.tokenRequests.length === 2, 'a second code');
    expect(world.registered).toHaveLength(1);
  });

  test('a registration that the sign-in page no longer knows is made again after a cancel', async () => {
    const { id } = await signedIn();
    const client = await bench.connect(id);
    world.revoke();
    world.registered[0] = {};
    await expect(bench.run(client, id, 'whoami')).rejects.toMatchObject({ data: { reason: 'sign-in' } });
    const first = McpSignIn.parse(await (await signIn(id)).json());
    expect((await fetch(first.url)).status).toBe(400);
    await bench.call('DELETE', `/api/mcp/servers/${id}/sign-in`);
    const { url } = McpSignIn.parse(await (await signIn(id)).json());
    await walkThrough(url);
    await eventually(async () => (await bench.server(id)).signedIn, 'signed in');
    expect(world.registered).toHaveLength(2);
  });

  test('nobody is asked anything before keys have a place', async () => {
    const { id } = await bench.ready('Locked', remote());
    await expect(bench.connect(id)).rejects.toMatchObject({ data: { reason: 'sign-in' } });
    const before = world.seen.length;
    const { state } = secrets;
    secrets.state = async () => ({ ...(await state()), kind: 'unset' });
    try {
      expect((await signIn(id)).headers.get('x-baton-problem')).toBe('secrets_unset');
    } finally {
      secrets.state = state;
    }
    expect(world.seen).toHaveLength(before);
    expect(world.registered).toEqual([]);
  });

  test('why a standing stream did not open is in the log', async () => {
    world.standing = 503;
    const { id } = await signedIn();
    await bench.connect(id);
    const log = async () => (await bench.call('GET', `/api/mcp/servers/${id}/log`)).text();
    await eventually(async () => (await log()).includes('Failed to open SSE stream'), 'said');
    expect(await log()).toMatch(/Failed to open SSE stream.*503/);
  });

  test('the server starts by itself once somebody has signed in', async () => {
    const { id } = await signedIn();
    await eventually(async () => (await bench.server(id)).health.state === 'running', 'running');
    expect((await bench.server(id)).tools?.map(({ name }) => name)).toEqual(['whoami', 'admin']);
  });

  test('a refusal is told in the words of the host; a cancel is no failure', async () => {
    const { id } = await bench.ready('Locked', remote());
    await expect(bench.connect(id)).rejects.toMatchObject({ data: { reason: 'sign-in' } });
    const health = async () => (await bench.server(id)).health;
    expect(await health()).toMatchObject({ state: 'sign-in', reason: null });
    await signIn(id);
    await bench.call('DELETE', `/api/mcp/servers/${id}/sign-in`);
    world.deny = true;
    const { url } = McpSignIn.parse(await (await signIn(id)).json());
    expect((await health()).reason).toBeNull();
    await walkThrough(url);
    await eventually(async () => (await health()).reason !== null, 'told');
    expect(await health()).toMatchObject({ state: 'sign-in', reason: 'The sign-in was refused (access_denied).' });
  });

  test('signing out forgets the tokens', async () => {
    const { id } = await signedIn();
    const client = await bench.connect(id);
    await bench.call('POST', `/api/mcp/servers/${id}/sign-out`);
    expect((await bench.server(id)).signedIn).toBe(false);
    await expect(bench.run(client, id, 'whoami')).rejects.toMatchObject({ data: { reason: 'sign-in' } });
  });

  test('another address gets none of the tokens', async () => {
    const { id } = await signedIn();
    const other = await createOAuthWorld();
    const { hash } = (await (
      await bench.call('PATCH', `/api/mcp/servers/${id}`, { definition: { ...remote(), url: other.url } })
    ).json()) as { hash: string };
    await bench.call('POST', `/api/mcp/servers/${id}/approval`, { hash });
    await expect(bench.connect(id)).rejects.toMatchObject({ data: { reason: 'sign-in' } });
    expect(other.seen.map(({ authorization }) => authorization)).toEqual([undefined]);
    await other.close();
  });
});

describe('a forged answer', () => {
  async function begin() {
    const { id } = await bench.ready('Locked', remote());
    const { url } = McpSignIn.parse(await (await signIn(id)).json());
    return { id, url };
  }

  test.for<[string, (back: URL) => void]>([
    ['without state', (back) => back.searchParams.delete('state')],
    ['with another state', (back) => back.searchParams.set('state', 'x'.repeat(32))],
    ['with two states', (back) => back.searchParams.append('state', 'x')],
    ['to another path', (back) => (back.pathname = '/oauth/callback/x')],
  ])('%s is refused, and the real one still counts', async ([, change]) => {
    const { id, url } = await begin();
    let real = '';
    const forged = await walkThrough(url, (back) => {
      real = back.href;
      change(back);
    });
    expect(forged.status).toBe(400);
    expect(world.tokenRequests).toEqual([]);
    expect((await fetch(real)).status).toBe(200);
    await eventually(async () => (await bench.server(id)).signedIn, 'signed in');
  });

  test('under another name of this machine is refused', async () => {
    const { url } = await begin();
    const back = new URL(new URL(url).searchParams.get('redirect_uri') ?? '');
    const state = new URL(url).searchParams.get('state') ?? '';
    const status = await new Promise<number | undefined>((resolve, reject) => {
      request(
        {
          host: '127.0.0.1',
          port: back.port,
          path: `/oauth/callback?code=x&state=${state}`,
          headers: { host: 'evil.test' },
        },
        (response) => {
          response.resume();
          resolve(response.statusCode);
        },
      )
        .on('error', reject)
        .end();
    });
    expect(status).toBe(400);
    expect(world.tokenRequests).toEqual([]);
  });

  test.for<[string, (back: URL) => void]>([
    ['of another issuer', (back) => back.searchParams.set('iss', 'https://evil.example')],
    ['without the issuer that was promised', (back) => back.searchParams.delete('iss')],
  ])('%s is not exchanged', async ([, change]) => {
    const { id, url } = await begin();
    await walkThrough(url, change);
    await eventually(
      async () => (await (await bench.call('GET', `/api/mcp/servers/${id}/log`)).text()).match(/issuer/i) !== null,
      'refused',
    );
    expect(world.tokenRequests).toEqual([]);
    expect((await bench.server(id)).signedIn).toBe(false);
  });

  test('after its server was removed nobody listens any more, and nothing is stored', async () => {
    const { id, url } = await begin();
    await bench.call('DELETE', `/api/mcp/servers/${id}`);
    await expect(walkThrough(url)).rejects.toThrow(/fetch failed/);
    expect(await secrets.ids()).toEqual([]);
  });

  test('after a cancel nobody listens any more', async () => {
    const { id, url } = await begin();
    await bench.call('DELETE', `/api/mcp/servers/${id}/sign-in`);
    await expect(walkThrough(url)).rejects.toThrow(/fetch failed/);
    expect((await bench.server(id)).signedIn).toBe(false);
  });
});

describe('a sign-in server', () => {
  /** Why it was given up. */
  const endOf = (work: Promise<unknown>): Promise<string> =>
    work.then(
      () => 'it succeeded',
      (error: unknown) => errorMessage(error),
    );

  /** A sign-in at a server whose paths in `mute` accept a request and say nothing, or are answered by `instead`. */
  function signInAt(mute: (path: string) => boolean, instead?: () => Promise<Response>) {
    const clock = new FakeClock();
    const ended: (string | null)[] = [];
    const { promise: asked, resolve: ask } = Promise.withResolvers<AbortSignal>();
    const outgoing = createOutgoingFetch({});
    const remotes = createRemoteServers({
      deps: {
        ...bench.bench.deps,
        secrets,
        clock,
        openExternal: opened,
        fetch(sent, reach) {
          if (!mute(new URL(sent.url).pathname)) return outgoing(sent, reach);
          ask(sent.signal);
          return instead ? instead() : new Promise(() => undefined);
        },
      },
      lookup: async () => ['127.0.0.1'],
      onChange: (_id, failure) => void ended.push(failure),
    });
    const server = { kind: 'http' as const, url: world.url, headers: {}, client: null, secrets: [] };
    return { remotes, clock, ended, asked, begin: () => remotes.signIn('server', server) };
  }

  test('that never answers is given up before the page opens, with the reason', async () => {
    const { remotes, clock, asked, begin } = signInAt((path) => path === '/register');
    const end = endOf(begin());
    const request = await asked;
    await clock.advance(20_000);
    expect(await end).toMatch('The sign-in server didn’t answer in time.');
    expect([request.aborted, clock.pending]).toEqual([true, 0]);
    expect(opened).not.toHaveBeenCalled();
    remotes.close();
  });

  test('that never answers is given up after the user came back, and nothing is stored', async () => {
    const { remotes, clock, ended, asked, begin } = signInAt((path) => path === '/token');
    await walkThrough((await begin()).url);
    await asked;
    await clock.advance(20_000);
    expect(ended).toEqual(['The sign-in server didn’t answer in time.']);
    expect([await remotes.signedIn('server'), clock.pending]).toEqual([null, 0]);
    remotes.close();
  });

  test('that never answers is left alone at once by a cancel', async () => {
    const { remotes, clock, ended, asked, begin } = signInAt((path) => path === '/register');
    const end = endOf(begin());
    const request = await asked;
    remotes.cancelSignIn('server');
    expect(await end).toMatch('The sign-in was canceled.');
    expect([request.aborted, ended, clock.pending]).toEqual([true, [], 0]);
  });

  test.for<[string, () => Promise<Response>]>([
    ['has an error of its own', async () => Response.json({ error: 'server_error' }, { status: 503 })],
    ['can’t be reached', () => Promise.reject(new TypeError('fetch failed'))],
  ])('that %s costs nobody the sign-in', async ([, answer]) => {
    const { id } = await signedIn();
    const { remotes } = signInAt((path) => path === '/token', answer);
    world.expire();
    const server = { kind: 'http' as const, url: world.url, headers: {}, client: null, secrets: [] };
    const { wire } = await remotes.connect(id, server, 'Locked');
    const ignore = () => undefined;
    await wire.start({ onMessage: ignore, onClose: ignore, onNote: ignore }, new AbortController().signal);
    const end = await endOf(wire.send({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} }));
    expect(end).toMatch('The sign-in server can’t renew your sign-in right now. Try again later.');
    expect(await remotes.signedIn(id)).not.toBeNull();
    remotes.close();
  });

  test('that never answers does not keep a call waiting for a new token', async () => {
    const { id } = await signedIn();
    const { remotes, clock, asked } = signInAt((path) => path === '/token');
    world.expire();
    const server = { kind: 'http' as const, url: world.url, headers: {}, client: null, secrets: [] };
    const { wire } = await remotes.connect(id, server, 'Locked');
    const ignore = () => undefined;
    await wire.start({ onMessage: ignore, onClose: ignore, onNote: ignore }, new AbortController().signal);
    const end = endOf(wire.send({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} }));
    await asked;
    await clock.advance(20_000);
    expect(await end).toMatch('The sign-in server didn’t answer in time.');
    remotes.close();
  });
});

describe('hostile metadata', () => {
  test.for([
    'file:///etc/passwd',
    'javascript:alert(1)',
    'http://evil.example/authorize',
    'https://user:pw@evil.example/',
    'ms-msdt:/id',
    'https://169.254.169.254/',
    '$(touch /tmp/x)',
  ])('an authorization endpoint of %s reaches no opener', async (endpoint) => {
    const { id } = await bench.ready('Locked', remote());
    world.metadata = { ...world.metadata, authorization_endpoint: endpoint };
    const response = await signIn(id);
    expect(response.status).toBeGreaterThanOrEqual(400);
    expect(opened).not.toHaveBeenCalled();
  });

  const misfits: [string, (elsewhere: OAuthWorld) => void, RegExp][] = [
    ['name another issuer', () => (world.metadata = { ...world.metadata, issuer: 'https://issuer.example' }), /Issuer/],
    ['are of another resource', ({ url }) => (world.resource = { ...world.resource, resource: url }), /resource/],
    [
      'know no PKCE',
      () => (world.metadata = { ...world.metadata, code_challenge_methods_supported: ['plain'] }),
      /S256/,
    ],
    ['are silent on PKCE', () => delete world.metadata['code_challenge_methods_supported'], /PKCE/],
    ['lack half', () => (world.metadata = { issuer: world.origin }), /authorization_endpoint/],
  ];
  test.for(misfits)('metadata that %s end the sign-in before anything is opened', async ([, spoil, expected]) => {
    const elsewhere = await createOAuthWorld();
    spoil(elsewhere);
    const { id } = await bench.ready('Locked', remote());
    const response = await signIn(id);
    expect(await response.text()).toMatch(expected);
    expect(response.status).toBe(502);
    expect(opened).not.toHaveBeenCalled();
    expect([...world.tokenRequests, ...world.registered, ...elsewhere.seen]).toEqual([]);
    expect((await bench.server(id)).signedIn).toBe(false);
    await elsewhere.close();
  });

  test.for([
    '/.well-known/oauth-authorization-server',
    '/.well-known/oauth-protected-resource/mcp',
    '/register',
    '/token',
  ])('nobody follows when %s is moved to another origin', async (path) => {
    const elsewhere = await createOAuthWorld();
    world.redirects[path] = elsewhere.origin + path;
    const { id } = await bench.ready('Locked', remote());
    const response = await signIn(id);
    if (response.ok) {
      await walkThrough(McpSignIn.parse(await response.json()).url);
      await eventually(
        async () => (await bench.server(id)).signedIn || world.seen.some((one) => one.path === '/token'),
        'the end of the sign-in',
      );
    }
    // Without metadata only the older, fixed addresses of the server itself are left.
    expect(opened.mock.calls.filter(([url]) => new URL(url).origin !== world.origin)).toEqual([]);
    expect(elsewhere.seen).toEqual([]);
    await elsewhere.close();
  });

  test('a token endpoint on plain http elsewhere gets no code', async () => {
    const { id } = await bench.ready('Locked', remote());
    world.metadata = { ...world.metadata, token_endpoint: 'http://evil.example/token' };
    const response = await signIn(id);
    if (response.ok) await walkThrough(McpSignIn.parse(await response.json()).url);
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(world.tokenRequests).toEqual([]);
    expect((await bench.server(id)).signedIn).toBe(false);
  });

  test('a name that resolves to the inside only once it was looked at leads nowhere', async () => {
    const touched: string[] = [];
    const inside = createServer((request, response) => {
      touched.push(request.url ?? '');
      response.end('{}');
    });
    inside.on('connection', () => touched.push('connected'));
    await new Promise<void>((resolve) => inside.listen(0, '127.0.0.1', resolve));
    const { port } = inside.address() as AddressInfo;
    const asked: string[] = [];
    const reached: [host: string, reach: string][] = [];
    const outgoing = createOutgoingFetch({}, (name, done) => {
      asked.push(name);
      done(null, [{ address: '127.0.0.1', family: 4 }]);
    });
    const signInAt = async (serverUrl: string, refusal: RegExp) => {
      const resource = { resource: serverUrl, authorization_servers: [`https://rebound.example:${port}`] };
      const servers = createRemoteServers({
        deps: {
          ...bench.bench.deps,
          secrets,
          async fetch(request, reach) {
            const { host } = new URL(request.url);
            reached.push([host, reach]);
            return host === new URL(serverUrl).host ? Response.json(resource) : outgoing(request, reach);
          },
        },
        lookup: async () => ['93.184.216.34'],
        onChange: () => undefined,
      });
      const server = { kind: 'http' as const, url: serverUrl, headers: {}, client: null, secrets: [] };
      await expect(servers.signIn('server', server)).rejects.toThrow(refusal);
      servers.close();
    };
    await signInAt('https://mcp.example/', /own network/);
    expect(new Map(reached)).toEqual(
      new Map([
        ['mcp.example', 'loopback'],
        [`rebound.example:${port}`, 'public'],
      ]),
    );
    expect([new Set(asked), touched]).toEqual([new Set(['rebound.example']), []]);
    // The same name may resolve to this machine for a server on this machine: only the destination was refused.
    await signInAt('http://127.0.0.1:1/', /Couldn’t sign in/);
    expect(touched).toContain('connected');
    inside.closeAllConnections();
    inside.close();
  });

  const resolves = (table: Record<string, string[]>) => async (name: string) => table[name] ?? [];
  test('a server on the internet leads nowhere inside, by name or by what the name resolves to', async () => {
    const lookup = resolves({
      'rebound.example': ['93.184.216.34', '127.0.0.1'],
      'inside.example': ['10.0.0.7'],
      'meta.example': ['169.254.169.254'],
      'six.example': ['::ffff:7f00:1'],
      'written.example': ['::ffff:127.0.0.1'],
      'zone.example': ['fe80::1%eth0'],
      'nat.example': ['64:ff9b::a00:7'],
      'tunnel.example': ['2002:c0a8:101::1'],
      'old.example': ['::10.0.0.7'],
      'local.example': ['fd00::1'],
      'good.example': ['93.184.216.34'],
    });
    const inside = [
      'http://127.0.0.1:8080/token',
      'http://localhost/token',
      'https://127.0.0.1/',
      'https://10.1.2.3/',
      'https://[::1]/',
      'https://router.local/',
      'https://rebound.example/',
      'https://inside.example/',
      'https://meta.example/',
      ...['six', 'written', 'zone', 'nat', 'tunnel', 'old', 'local'].map((name) => `https://${name}.example/`),
      'https://2130706433/',
      'https://0x7f.1/',
    ];
    const reached: string[] = [];
    for (const url of inside)
      await checkReach(url, 'public', false, lookup).then(
        () => void reached.push(url),
        () => undefined,
      );
    expect(reached).toEqual([]);
    expect((await checkReach('https://good.example/token', 'public', false, lookup)).url.host).toBe('good.example');
    expect((await checkReach('https://[2606:4700::1111]/', 'public', false, lookup)).reach).toBe('public');
    // The user's own server may be in their network, but never at the address of cloud metadata.
    expect((await checkReach('https://inside.example/mcp', 'public', true, lookup)).url.host).toBe('inside.example');
    await expect(checkReach('https://meta.example/mcp', 'public', true, lookup)).rejects.toThrow(/own network/);
    expect((await checkReach('http://127.0.0.1:1/', 'loopback', false, lookup)).url.port).toBe('1');
  });
});
