import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { PROBLEM_HEADER, RUN_HEADER } from '#contract/headers.ts';
import { BROKEN, CANARY, type MountKind, until, useHost } from './context.ts';

const MESSAGES = '/api/vendors/anthropic/wire/v1/messages';

/** S33, S34: what is sent to the vendor and what comes back. */
export function describeWire(kind: MountKind): void {
  describe('vendor proxy', () => {
    const context = useHost(kind);
    const last = () => context.upstream.seen.at(-1);

    const places: [string, string, string, Record<string, string>][] = [
      [
        'anthropic',
        'v1/messages?beta=true',
        'https://api.anthropic.com/v1/messages?beta=true',
        { 'x-api-key': CANARY },
      ],
      ['openai', 'responses', 'https://api.openai.com/v1/responses', { authorization: `Bearer ${CANARY}` }],
      [
        'gemini',
        'v1beta/models/gemini-3-pro:streamGenerateContent?alt=sse',
        'https://generativelanguage.googleapis.com/v1beta/models/gemini-3-pro:streamGenerateContent?alt=sse',
        { 'x-goog-api-key': CANARY },
      ],
      ['openai', 'embeddings', 'https://api.openai.com/v1/embeddings', { authorization: `Bearer ${CANARY}` }],
      [
        'gemini',
        'v1beta/models/gemini-embedding-001:batchEmbedContents',
        'https://generativelanguage.googleapis.com/v1beta/models/gemini-embedding-001:batchEmbedContents',
        { 'x-goog-api-key': CANARY },
      ],
      ['ollama', 'api/chat', 'http://127.0.0.1:11434/api/chat', {}],
      ['ollama', 'api/embed', 'http://127.0.0.1:11434/api/embed', {}],
    ];
    test.for(places)('%s gets its key in its own way, at its own address', async ([id, rest, target, auth]) => {
      const response = await context.call(`/api/vendors/${id}/wire/${rest}`, { method: 'POST', json: { a: 1 } });
      expect(response.status).toBe(200);
      expect(last()).toMatchObject({ method: 'POST', target, body: '{"a":1}' });
      const names = ['x-api-key', 'authorization', 'x-goog-api-key'].filter((name) => last()?.headers[name]);
      expect(Object.fromEntries(names.map((name) => [name, last()?.headers[name]]))).toEqual(auth);
    });

    test('of the page’s headers only the listed ones go out', async () => {
      await context.call(MESSAGES, {
        method: 'POST',
        json: {},
        as: {
          accept: 'text/event-stream',
          'anthropic-version': '2023-06-01',
          'anthropic-beta': 'thinking-binding-controls-2026-08-01',
          'anthropic-dangerous-direct-browser-access': 'true',
          authorization: 'Bearer of-the-page',
          'x-api-key': 'of-the-page',
          'x-goog-api-key': 'of-the-page',
          cookie: 'a=b',
          origin: context.mount.origin,
          referer: `${context.mount.origin}/`,
          'x-stainless-os': 'MacOS',
          'x-goog-api-client': 'genai/3',
          'user-agent': 'SDK/1',
          [RUN_HEADER]: 'run-1',
        },
      });
      const { host: _host, connection: _connection, ...headers } = last()?.headers ?? {};
      expect(headers).toEqual({
        accept: 'text/event-stream',
        'accept-encoding': 'identity',
        'anthropic-beta': 'thinking-binding-controls-2026-08-01',
        'anthropic-version': '2023-06-01',
        'content-length': '2',
        'content-type': 'application/json',
        'user-agent': 'Baton/9.9.9',
        'x-api-key': CANARY,
      });
    });

    test('of the vendor’s headers only the listed ones come back', async () => {
      context.upstream.answer = (_request, response) => {
        response.writeHead(429, {
          'content-type': 'application/json',
          'retry-after': '7',
          'request-id': 'req_1',
          'x-request-id': 'req_2',
          'anthropic-ratelimit-requests-remaining': '0',
          'x-ratelimit-limit-tokens': '5',
          'openai-processing-ms': '3',
          location: 'https://elsewhere.example',
          'set-cookie': 'a=b',
          'strict-transport-security': 'max-age=1',
          server: 'x',
        });
        response.end('{"error":{"message":"slow down"}}');
      };
      const response = await context.call(MESSAGES, { method: 'POST', json: {} });
      expect(response.status).toBe(429);
      expect(response.headers.get(PROBLEM_HEADER)).toBeNull();
      const forwarded = ['retry-after', 'request-id', 'x-request-id', 'anthropic-ratelimit-requests-remaining'];
      expect(forwarded.map((name) => response.headers.get(name))).toEqual(['7', 'req_1', 'req_2', '0']);
      expect(response.headers.get('x-ratelimit-limit-tokens')).toBe('5');
      for (const name of ['location', 'set-cookie', 'strict-transport-security', 'server'])
        expect(response.headers.get(name)).toBeNull();
      expect(await response.text()).toBe('{"error":{"message":"slow down"}}');
    });

    test.for([
      ['GET', 'v1/messages'],
      ['POST', 'v1/complete'],
      ['POST', 'v1/models'],
      ['POST', 'v1/messages/batches'],
      ['POST', 'v1/files'],
      ['GET', 'v1/organizations/api_keys'],
      ['POST', ''],
      ['POST', 'v1/messages/..%2f..%2fadmin'],
      ['GET', 'v1/models/..%2f..%2fadmin'],
      ['GET', 'v1/models/%2e%2e%2fadmin'],
      ['POST', 'v1%2fmessages'],
      ['POST', 'v1/messages%00'],
      ['POST', '@evil.example/v1/messages'],
      ['POST', '/evil.example/v1/messages'],
      ['POST', 'v1/messages?$httpMethod=GET'],
      ['POST', 'v1/messages?key=sk-of-the-page'],
    ])('%s %s is not on the list', async ([method = '', rest = '']) => {
      const response = await context.call(`/api/vendors/anthropic/wire/${rest}`, {
        method,
        ...(method === 'POST' ? { json: {} } : {}),
      });
      expect(response.headers.get(PROBLEM_HEADER)).toBe('path_not_allowed');
      expect(context.upstream.seen).toEqual([]);
    });

    test('only JSON goes to a vendor', async () => {
      for (const type of ['text/plain', 'multipart/form-data; boundary=x', 'application/x-www-form-urlencoded']) {
        const response = await context.call(MESSAGES, { method: 'POST', body: '{}', as: { 'content-type': type } });
        expect(response.headers.get(PROBLEM_HEADER)).toBe('unsupported_media_type');
      }
      expect(context.upstream.seen).toEqual([]);
    });

    test('model ids with slashes and colons pass, encoded or not', async () => {
      for (const rest of ['models/accounts/fireworks/models/kimi-k3', 'models/meta%2Fllama', 'models/llama3.1:8b'])
        expect((await context.call(`/api/vendors/openai/wire/${rest}`)).status).toBe(200);
    });

    test('without a key, with locked keys, unknown: problems of the host, nothing sent', async () => {
      const ask = async (id: string) => {
        const response = await context.call(`/api/vendors/${id}/wire/models`);
        expect(response.headers.get(PROBLEM_HEADER)).toBe(((await response.json()) as { code: string }).code);
        return response.headers.get(PROBLEM_HEADER);
      };
      expect(await ask('groq')).toBe('key_missing');
      expect(await ask('nope')).toBe('unknown_connection');
      expect(context.upstream.seen).toEqual([]);
    });

    test('a body of 20 MB arrives byte for byte; one that is too large does not', async () => {
      const big = JSON.stringify({ image: 'a'.repeat(20 * 1024 * 1024) });
      const post = (body: string) =>
        context.call(MESSAGES, { method: 'POST', body, as: { 'content-type': 'application/json' } });
      expect((await post(big)).status).toBe(200);
      expect(last()?.body === big).toBe(true);
      const seen = context.upstream.seen.length;
      const refused = await post(`"${'a'.repeat(65 * 1024 * 1024)}"`);
      expect(refused.headers.get(PROBLEM_HEADER)).toBe('payload_too_large');
      expect(context.upstream.seen.length).toBe(seen);
    });

    test('what arrives is handed on at once', async () => {
      let finish = () => undefined as void;
      context.upstream.answer = (_request, response) => {
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        response.write('data: one\n\n');
        finish = () => void response.end('data: two\n\n');
      };
      const response = await context.call(MESSAGES, { method: 'POST', json: {} });
      const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
      expect((await reader?.read())?.value).toBe('data: one\n\n');
      finish();
      expect((await reader?.read())?.value).toBe('data: two\n\n');
      expect((await reader?.read())?.done).toBe(true);
    });

    test('a reader that does not read stops the vendor from sending', async () => {
      let sent = 0;
      let paused = false;
      context.upstream.answer = (_request, response) => {
        response.writeHead(200, { 'content-type': 'application/json' });
        const chunk = Buffer.alloc(64 * 1024, 97);
        const pump = () => {
          while (sent < 200 * 1024 * 1024) {
            sent += chunk.length;
            if (!response.write(chunk)) {
              paused = true;
              response.once('drain', pump);
              return;
            }
          }
          response.end();
        };
        pump();
      };
      const response = await context.call('/api/vendors/openai/wire/models');
      await until(() => paused, 'the vendor is told to wait');
      await new Promise((resolve) => setTimeout(resolve, 300));
      expect(sent).toBeLessThan(40 * 1024 * 1024);
      await response.body?.cancel();
    });

    test('a compressed answer arrives readable, without the headers of its compression', async () => {
      context.upstream.answer = (_request, response) => {
        response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' });
        response.end(gzipSync('{"data":[]}'));
      };
      const response = await context.call('/api/vendors/openai/wire/models');
      expect(response.headers.get('content-encoding')).toBeNull();
      expect(await response.text()).toBe('{"data":[]}');
    });

    test.for([204, 205, 304])('an answer with %i, which cannot have a body, arrives as it is', async (status) => {
      context.upstream.answer = (_request, response) => response.writeHead(status, { 'request-id': 'req_1' }).end();
      for (const rest of ['messages', 'models']) {
        const response = await context.call(`/api/vendors/anthropic/wire/v1/${rest}`, {
          method: rest === 'models' ? 'GET' : 'POST',
          ...(rest === 'models' ? {} : { json: {} }),
        });
        expect(response.status).toBe(status);
        expect(response.headers.get(PROBLEM_HEADER)).toBeNull();
        expect(response.headers.get('request-id')).toBe('req_1');
        expect(await response.text()).toBe('');
      }
    });

    test.for([301, 302, 303, 307, 308])('a redirect with %i is not followed and carries no key', async (status) => {
      context.upstream.answer = (request, response) => {
        if (request.url === '/elsewhere') response.end('{}');
        else response.writeHead(status, { location: `${context.upstream.origin}/elsewhere` }).end();
      };
      for (const [method, rest] of [
        ['POST', 'v1/messages'],
        ['GET', 'v1/models'],
      ] as const) {
        const response = await context.call(`/api/vendors/anthropic/wire/${rest}`, {
          method,
          ...(method === 'POST' ? { json: {} } : {}),
        });
        expect(response.status).toBe(502);
        expect(response.headers.get(PROBLEM_HEADER)).toBe('upstream_redirect');
        expect(await response.text()).not.toContain('elsewhere"');
      }
      expect(context.upstream.seen.map(({ url }) => url)).toEqual(['/v1/messages', '/v1/models']);
    });

    test('a vendor that cannot be reached is a problem in words', async () => {
      await context.upstream.close();
      const response = await context.call('/api/vendors/openai/wire/models');
      expect(response.status).toBe(502);
      expect(await response.json()).toMatchObject({
        code: 'upstream_unreachable',
        detail: expect.stringMatching(
          /^OpenAI at api\.openai\.com didn’t respond: nothing is listening there.*ECONNREFUSED/,
        ),
      });
    });

    test('an answer that breaks off is a failure, never a short answer that looks whole', async () => {
      context.upstream.answer = (_request, response) => {
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        response.write('data: one\n\n');
        setTimeout(() => response.destroy(), 30);
      };
      const response = await context.call(MESSAGES, { method: 'POST', json: {} });
      await expect(response.text()).rejects.toThrow(BROKEN);
    });

    test('practice connections stay inside the host', async () => {
      const response = await context.call('/api/vendors/practice-chat/wire/chat/completions', {
        method: 'POST',
        json: {},
      });
      expect(await response.json()).toEqual({ practice: 'https://chat.practice.invalid/v1/chat/completions' });
      expect(context.upstream.seen).toEqual([]);
    });
  });
}
