import { describe, expect, test } from 'vitest';
import { APP_HEADER, TOKEN_HEADER } from '#contract/headers.ts';
import { PROBLEM_HEADER } from '#contract/headers.ts';
import { TEST_TOKEN, pageHeaders } from '#test/fakes/host-deps.ts';
import { type MountKind, useHost } from './context.ts';

const without = (name: string) => {
  const { [name]: _, ...rest } = pageHeaders();
  return rest;
};

/** S27-S30. Each row differs from a valid call in one thing. */
export function describeGuard(kind: MountKind): void {
  describe('guard', () => {
    const context = useHost(kind);

    test('a good call passes', async () => {
      const response = await context.mount.fetch('/api/ping', { headers: pageHeaders() });
      expect(response.status).toBe(200);
      expect(response.headers.get(PROBLEM_HEADER)).toBeNull();
      expect(await response.json()).toEqual({ ok: true, version: '9.9.9', mount: 'test' });
    });

    test('the page’s own origin passes', async () => {
      const headers = pageHeaders({ origin: context.mount.origin, 'sec-fetch-site': 'same-origin' });
      expect((await context.mount.fetch('/api/ping', { headers })).status).toBe(200);
    });

    const refused: [string, string, Record<string, string>][] = [
      ['no custom header', 'forbidden', without(APP_HEADER)],
      ['another value of the custom header', 'forbidden', pageHeaders({ [APP_HEADER]: '2' })],
      ['no token', 'unauthorized', without(TOKEN_HEADER)],
      ['an empty token', 'unauthorized', pageHeaders({ [TOKEN_HEADER]: '' })],
      [
        'a wrong token of the same length',
        'unauthorized',
        pageHeaders({ [TOKEN_HEADER]: `${TEST_TOKEN.slice(0, -1)}X` }),
      ],
      ['the beginning of the token', 'unauthorized', pageHeaders({ [TOKEN_HEADER]: TEST_TOKEN.slice(0, -1) })],
      ['more than the token', 'unauthorized', pageHeaders({ [TOKEN_HEADER]: `${TEST_TOKEN}x` })],
      ['a token of another script', 'unauthorized', pageHeaders({ [TOKEN_HEADER]: 'é'.repeat(TEST_TOKEN.length) })],
      ['another origin', 'forbidden', pageHeaders({ origin: 'https://evil.example' })],
      ['another port as origin', 'forbidden', pageHeaders({ origin: 'http://127.0.0.1:1' })],
      ['an origin that begins alike', 'forbidden', pageHeaders({ origin: 'app://ui.evil.example' })],
      ['a cross-site fetch', 'forbidden', pageHeaders({ 'sec-fetch-site': 'cross-site' })],
      ['a fetch from another port', 'forbidden', pageHeaders({ 'sec-fetch-site': 'same-site' })],
      [
        'a cross-site navigation to the API',
        'forbidden',
        pageHeaders({ 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' }),
      ],
    ];
    test.for(refused)('%s is refused', async ([, code, headers]) => {
      for (const [method, path] of [
        ['GET', '/api/secrets'],
        ['DELETE', '/api/secrets/keys/openai'],
      ] as const) {
        const response = await context.mount.fetch(path, { method, headers });
        expect(response.headers.get(PROBLEM_HEADER)).toBe(code);
        expect(await response.json()).toMatchObject({ code, status: response.status });
      }
      expect(await context.bench.deps.secrets.get('openai')).not.toBeNull();
    });

    test('Origin: null gains nothing, whether or not the mount shows it', async () => {
      const plain = await context.mount.fetch('/api/secrets', { headers: { origin: 'null' } });
      expect(plain.status).toBe(403);
      const headers = pageHeaders({ origin: 'null' });
      const full = await context.mount.fetch('/api/secrets', { headers });
      expect(full.status).toBe(kind.keepsNullOrigin ? 403 : 200);
    });

    test('the page opens from a link elsewhere, its files are not for other sites', async () => {
      const from = { 'sec-fetch-site': 'cross-site' };
      const navigation = { ...from, 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' };
      expect((await context.mount.fetch('/', { headers: navigation })).status).toBe(200);
      const framed = { ...navigation, 'sec-fetch-dest': 'iframe' };
      expect((await context.mount.fetch('/', { headers: framed })).status).toBe(403);
      const script = { ...from, 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'script' };
      expect((await context.mount.fetch('/assets/main-AbCd1234.js', { headers: script })).status).toBe(403);
    });

    test('an encoded spelling of /api is no way around', async () => {
      for (const path of [
        '/%61pi/secrets',
        '/API/secrets',
        '//api/secrets',
        '/./%61pi/secrets',
        '/x/..%2fapi/secrets',
      ]) {
        const response = await context.mount.fetch(path);
        expect([400, 404]).toContain(response.status);
        expect(await response.text()).not.toContain('choices');
      }
    });
  });
}
