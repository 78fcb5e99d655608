import { describe, expect, test } from 'vitest';
import { Connection, ConnectionList } from '#contract/connection.ts';
import { PROBLEM_HEADER } from '#contract/headers.ts';
import { KeyTest } from '#contract/secrets.ts';
import { CANARY, type MountKind, useHost } from './context.ts';

/** S34 and the connections with their keys. */
export function describeSecrets(kind: MountKind): void {
  describe('connections and keys', () => {
    const context = useHost(kind);
    const { call } = context;
    const list = async () => ConnectionList.parse(await (await call('/api/vendors')).json()).connections;
    const put = (id: string, key: string) => call(`/api/secrets/keys/${id}`, { method: 'PUT', json: { key } });
    const testKey = async (id: string, key?: string) => {
      const response = await call(`/api/secrets/keys/${id}/test`, { method: 'POST', json: key ? { key } : {} });
      return KeyTest.parse(await response.json());
    };

    test('all built-in connections are there', async () => {
      const connections = await list();
      expect(connections.filter(({ practice }) => practice).map(({ id }) => id)).toEqual([
        'practice-anthropic',
        'practice-openai',
        'practice-chat',
        'practice-gemini',
      ]);
      const real = connections.filter(({ practice }) => !practice);
      expect(real.map(({ id }) => id)).toEqual(
        'anthropic openai gemini groq cerebras fireworks deepseek mistral xai openrouter ollama'.split(' '),
      );
      expect(real.filter(({ configured }) => configured).map(({ id }) => id)).toEqual([
        'anthropic',
        'openai',
        'gemini',
        'ollama',
      ]);
      expect(connections.every(({ practice, account }) => !practice || account === 'practice')).toBe(true);
    });

    test('a key is put, described and removed; the same key has the same fingerprint', async () => {
      const before = (await list()).find(({ id }) => id === 'groq');
      expect(before).toMatchObject({ configured: false, last4: null, account: null });
      const connection = Connection.parse(await (await put('groq', ` ${CANARY}\n`)).json());
      expect(connection).toMatchObject({ id: 'groq', configured: true, last4: CANARY.slice(-4) });
      expect(connection.account).toMatch(/^[0-9a-f]{16}$/);
      expect(connection.account).toBe((await list()).find(({ id }) => id === 'openai')?.account);
      const other = Connection.parse(await (await put('groq', 'gsk-another-key-of-mine')).json());
      expect(other.account).not.toBe(connection.account);
      const removed = await call('/api/secrets/keys/groq', { method: 'DELETE' });
      expect(Connection.parse(await removed.json())).toMatchObject({ configured: false, last4: null, account: null });
    });

    test('of a short key nothing is shown', async () => {
      expect(Connection.parse(await (await put('groq', 'short')).json())).toMatchObject({
        configured: true,
        last4: null,
      });
    });

    test.for([
      ['groq', 'sk-한글', 'bad_request'],
      ['groq', 'sk-two words', 'bad_request'],
      ['groq', 'sk-a\nx-other: 1', 'bad_request'],
      ['groq', '', 'bad_request'],
      ['ollama', 'needs-none', 'bad_request'],
      ['practice-chat', 'needs-none', 'bad_request'],
      ['nope', 'sk-1', 'unknown_connection'],
    ])('putting %s %j is refused: %s', async ([id = '', key = '', code]) => {
      const response = await put(id, key);
      expect(response.headers.get(PROBLEM_HEADER)).toBe(code);
      expect(await response.text()).not.toContain(key || 'nothing to find');
    });

    test('a key is tested before and after it is stored, in the vendor’s own words', async () => {
      context.upstream.answer = (request, response) => {
        if (request.headers['x-api-key'] === 'good-key-good-key') {
          response.end('{"data":[]}');
          return;
        }
        response.writeHead(401, { 'content-type': 'application/json' });
        const message = `invalid x-api-key ${String(request.headers['x-api-key'])}`;
        response.end(JSON.stringify({ type: 'error', error: { type: 'authentication_error', message } }));
      };
      expect(await testKey('anthropic', 'good-key-good-key')).toEqual({ ok: true, message: '', status: 200 });
      expect(await testKey('anthropic')).toEqual({ ok: false, message: 'invalid x-api-key [key]', status: 401 });
      expect(context.upstream.seen[0]).toMatchObject({ target: 'https://api.anthropic.com/v1/models?limit=1' });
      expect((await list()).find(({ id }) => id === 'anthropic')?.last4).toBe(CANARY.slice(-4));
    });

    test('a web page is no answer to a test, and of one that refuses only the title is said', async () => {
      let status = 200;
      context.upstream.answer = (_request, response) => {
        response.writeHead(status, { 'content-type': 'text/html' });
        response.end('<!doctype html><title>Sign in</title><style>body { color: red }</style><p>Welcome');
      };
      expect(await testKey('openai', 'a-key-a-key')).toMatchObject({
        ok: false,
        status: 200,
        message: expect.stringContaining('OpenAI at api.openai.com responded with a web page'),
      });
      status = 403;
      expect(await testKey('openai', 'a-key-a-key')).toEqual({ ok: false, status: 403, message: 'Sign in' });
    });

    test('a server without a list of models says nothing about a key', async () => {
      const { origin } = context.upstream;
      context.upstream.answer = (_request, response) => response.writeHead(404).end('Not Found');
      const json = { label: 'Cloud', protocol: 'anthropic', baseUrl: `${origin}/anthropic`, key: CANARY };
      const { id } = Connection.parse(await (await call('/api/vendors', { method: 'POST', json })).json());
      expect(await testKey(id)).toEqual({
        ok: false,
        status: 404,
        message: expect.stringContaining('send a message to test the key'),
      });
      expect(context.upstream.seen.at(-1)?.url).toBe('/anthropic/v1/models?limit=1');
      await call(`/api/vendors/${id}`, { method: 'DELETE' });
    });

    test('a test without a key, with a redirect, without a network', async () => {
      const none = await call('/api/secrets/keys/groq/test', { method: 'POST', json: {} });
      expect(none.headers.get(PROBLEM_HEADER)).toBe('key_missing');
      context.upstream.answer = (_request, response) => response.writeHead(302, { location: '/x' }).end();
      expect(await testKey('openai')).toMatchObject({ ok: false, status: null });
      await context.upstream.close();
      expect(await testKey('openai')).toMatchObject({
        ok: false,
        status: null,
        message: expect.stringContaining('didn’t respond'),
      });
    });

    test('a server of one’s own: added with its key, used, kept out of the built-in ones, removed', async () => {
      const { origin } = context.upstream;
      const added = await call('/api/vendors', {
        method: 'POST',
        json: { label: 'My server', protocol: 'openai-chat', baseUrl: `${origin}/v1/chat/completions`, key: CANARY },
      });
      expect(added.status).toBe(201);
      const connection = Connection.parse(await added.json());
      expect(connection).toMatchObject({ label: 'My server', vendor: 'openai', custom: true, configured: true });
      expect(connection).toMatchObject({ baseUrl: `${origin}/v1`, network: 'loopback' });
      const sent = await call(`/api/vendors/${connection.id}/wire/chat/completions`, { method: 'POST', json: {} });
      expect(sent.status).toBe(200);
      expect(context.upstream.seen.at(-1)?.headers['authorization']).toBe(`Bearer ${CANARY}`);
      expect((await call(`/api/vendors/${connection.id}`, { method: 'DELETE' })).status).toBe(204);
      expect(await context.bench.deps.secrets.get(connection.id)).toBeNull();
      expect((await list()).some(({ custom }) => custom)).toBe(false);
      expect((await call('/api/vendors/openai', { method: 'DELETE' })).status).toBe(400);
    });

    test('the key turns up nowhere: no answer, no error, no log, no file', async () => {
      const echo = (status: number) => {
        context.upstream.answer = (request, response) => {
          const key = String(request.headers['authorization'] ?? request.headers['x-api-key']);
          response.writeHead(status, {
            'content-type': 'text/event-stream',
            'x-request-id': key,
            'openai-version': key,
          });
          // Split in the middle of the key: a filter that checks single chunks would miss it.
          response.write(`data: you sent ${key.slice(0, 20)}`);
          setTimeout(() => response.end(`${key.slice(20)} to me\n\n`), 20);
        };
      };
      const answers: Response[] = [];
      for (const status of [200, 401]) {
        echo(status);
        answers.push(await call('/api/vendors/openai/wire/responses', { method: 'POST', json: {} }));
        answers.push(await call('/api/vendors/anthropic/wire/v1/models'));
        answers.push(await call('/api/secrets/keys/openai/test', { method: 'POST', json: {} }));
      }
      answers.push(await put('groq', CANARY), await call('/api/vendors'), await call('/api/secrets'));
      answers.push(await call('/api/secrets/keys/openai/test', { method: 'POST', json: { key: `${CANARY} bad` } }));
      await context.upstream.close();
      answers.push(await call('/api/vendors/openai/wire/models'));
      answers.push(await call('/api/secrets/keys/openai/test', { method: 'POST', json: {} }));
      const texts = await Promise.all(
        answers.map(async (one) => `${JSON.stringify([...one.headers])}${await one.text()}`),
      );
      expect(texts[0]).toContain('you sent Bearer *****');
      const everything = [...texts, ...context.bench.deps.log.lines, JSON.stringify(context.bench.readHome())].join(
        '\n',
      );
      expect(everything).not.toContain('CANARY');
    });
  });
}
