import { describe, expect, test } from 'vitest';
import { Connection } from '#contract/connection.ts';
import { PROBLEM_HEADER } from '#contract/headers.ts';
import { HostError } from '#host/base/problem.ts';
import { createMemorySecrets } from '#test/fakes/host-deps.ts';
import { CANARY, type MountKind, useHost } from './context.ts';

/** Connections that the user adds, and what the host sends for them. */
export function describeConnections(kind: MountKind): void {
  describe('connections of the user', () => {
    const context = useHost(kind);
    const add = (json: unknown) => context.call('/api/vendors', { method: 'POST', json });
    const last = () => context.upstream.seen.at(-1);
    const post = (id: string, rest: string, as = {}) =>
      context.call(`/api/vendors/${id}/wire/${rest}`, { method: 'POST', json: { a: 1 }, as });

    test('Azure: the key in its own header, the version in every address, models of the user', async () => {
      const given = {
        label: 'Work',
        protocol: 'openai-chat',
        baseUrl: 'https://res.openai.azure.com/openai/deployments/fast',
        auth: 'api-key',
        apiVersion: '2024-10-21',
        models: ['fast'],
        headers: { 'X-Team': 'research', 'OpenAI-Beta': 'mine' },
        key: CANARY,
      };
      const added = Connection.parse(await (await add(given)).json());
      expect(added).toMatchObject({ vendor: 'openai', models: ['fast'], auth: 'api-key', last4: CANARY.slice(-4) });
      await post(added.id, 'chat/completions', { 'openai-beta': 'of-the-request', 'api-key': 'of-the-page' });
      expect(last()).toMatchObject({
        target: 'https://res.openai.azure.com/openai/deployments/fast/chat/completions?api-version=2024-10-21',
        headers: { 'api-key': CANARY, 'x-team': 'research', 'openai-beta': 'of-the-request' },
      });
      expect(last()?.headers).not.toHaveProperty('authorization');
      await context.call(`/api/secrets/keys/${added.id}/test`, { method: 'POST', json: {} });
      expect(last()?.target).toBe('https://res.openai.azure.com/openai/models?api-version=2024-10-21');
      expect(context.bench.readHome()['connections.json']).toContain('research');
      expect(JSON.stringify(context.bench.readHome())).not.toContain(CANARY);
    });

    test('a second key of a vendor, with the rules of the vendor and a name of its own', async () => {
      const given = {
        label: 'Anthropic at work',
        vendor: 'anthropic',
        protocol: 'anthropic',
        baseUrl: 'https://api.anthropic.com',
        key: `${CANARY}-2`,
      };
      const added = Connection.parse(await (await add(given)).json());
      await post(added.id, 'v1/messages');
      await post('anthropic', 'v1/messages');
      expect(context.upstream.seen.map(({ headers }) => headers['x-api-key'])).toEqual([`${CANARY}-2`, CANARY]);
      expect(added).toMatchObject({ vendor: 'anthropic', custom: true, needsKey: true });
      expect(added.keyUrl).toContain('claude.com');
    });

    describe('changed', () => {
      const first = { label: 'House', protocol: 'openai-chat', baseUrl: 'http://10.0.0.7:8000/v1' };
      const addFirst = async (fields = {}) => Connection.parse(await (await add({ ...first, ...fields })).json());
      const change = (id: string, json: unknown) => context.call(`/api/vendors/${id}`, { method: 'PUT', json });

      test('name, address, protocol and headers are those of the change; the id stays', async () => {
        const { id } = await addFirst({ headers: { 'X-Team': 'a' } });
        const given = { label: 'Mill', protocol: 'anthropic', baseUrl: 'https://mill.example/v1/messages' };
        const changed = Connection.parse(await (await change(id, given)).json());
        expect(changed).toMatchObject({ id, ...given, vendor: 'anthropic', baseUrl: 'https://mill.example' });
        expect(changed).not.toHaveProperty('headers');
        await post(id, 'v1/messages');
        expect(last()?.target).toBe('https://mill.example/v1/messages');
      });

      test('the rules of a vendor stay as long as the protocol does', async () => {
        const { id } = await addFirst({ vendor: 'ollama' });
        const vendorOf = async (fields: object) =>
          Connection.parse(await (await change(id, { ...first, ...fields })).json()).vendor;
        expect(await vendorOf({ baseUrl: 'http://10.0.0.8:8000/v1' })).toBe('ollama');
        expect(await vendorOf({ protocol: 'openai-responses' })).toBe('openai');
      });

      test('a key stays with the server that it was given for', async () => {
        const { id } = await addFirst({ key: CANARY });
        await change(id, { ...first, label: 'Renamed', baseUrl: 'http://10.0.0.7:8000/team/v1' });
        await post(id, 'chat/completions');
        expect(last()).toMatchObject({
          target: 'http://10.0.0.7:8000/team/v1/chat/completions',
          headers: { authorization: `Bearer ${CANARY}` },
        });

        const moved = { ...first, baseUrl: 'http://10.0.0.8:8000/v1' };
        expect(await (await change(id, moved)).json()).toMatchObject({ needsKey: false, last4: null, account: null });
        await post(id, 'chat/completions');
        await context.call(`/api/secrets/keys/${id}/test`, { method: 'POST', json: {} });
        for (const { headers } of context.upstream.seen.slice(-2)) expect(headers).not.toHaveProperty('authorization');
        await change(id, first);
        await post(id, 'chat/completions');
        expect(last()?.headers).not.toHaveProperty('authorization');

        expect(await (await change(id, { ...moved, key: `${CANARY}-2` })).json()).toMatchObject({ needsKey: true });
        await post(id, 'chat/completions');
        expect(last()?.headers).toMatchObject({ authorization: `Bearer ${CANARY}-2` });
      });

      test.for([
        { baseUrl: 'http://evil.example' },
        { headers: { Host: 'evil.example' } },
        { label: '' },
        { key: 'ä' },
      ])('%j is refused, and nothing is changed', async (fields) => {
        const { id } = await addFirst({ key: CANARY });
        const given = { ...first, baseUrl: 'https://other.example/v1', ...fields };
        expect((await change(id, given)).headers.get(PROBLEM_HEADER)).toBe('bad_request');
        await post(id, 'chat/completions');
        expect(last()).toMatchObject({
          target: `${first.baseUrl}/chat/completions`,
          headers: { authorization: `Bearer ${CANARY}` },
        });
      });

      test('a built-in connection, or one that is gone, is refused', async () => {
        expect((await change('anthropic', first)).headers.get(PROBLEM_HEADER)).toBe('bad_request');
        expect((await change('custom-000000000000', first)).headers.get(PROBLEM_HEADER)).toBe('unknown_connection');
      });
    });

    test('one whose key went with the place for keys can be moved and removed', async () => {
      const server = { label: 'House', protocol: 'openai-chat', baseUrl: 'http://10.0.0.7:8000/v1' };
      const { id } = Connection.parse(await (await add({ ...server, key: CANARY })).json());
      const { secrets } = context.bench.deps;
      const unset = () => Promise.reject(new HostError('secrets_unset'));
      Object.assign(secrets, { state: async () => ({ ...(await createMemorySecrets().state()), kind: 'unset' }) });
      Object.assign(secrets, { get: unset, delete: unset });
      const json = { ...server, baseUrl: 'http://10.0.0.8:8000/v1' };
      expect((await context.call(`/api/vendors/${id}`, { method: 'PUT', json })).status).toBe(200);
      expect((await context.call(`/api/vendors/${id}`, { method: 'DELETE' })).status).toBe(204);
    });

    test.for([
      { headers: { Authorization: 'Bearer x' } },
      { headers: { Host: 'evil.example' } },
      { headers: { Cookie: 'a=b' } },
      { headers: { 'X-Team': 'a\r\nHost: evil.example' } },
      { headers: Object.fromEntries(Array.from({ length: 21 }, (_, at) => [`X-${at}`, 'x'])) },
      { apiVersion: '1&key=x' },
      { auth: 'x-evil' },
      { vendor: 'nobody' },
      { models: [' '] },
    ])('%j is refused, and nothing is stored', async (fields) => {
      const given = { label: 'Bad', protocol: 'openai-chat', baseUrl: 'https://llm.example/v1', ...fields };
      expect((await add(given)).headers.get(PROBLEM_HEADER)).toBe('bad_request');
      expect(context.bench.readHome()).not.toHaveProperty('connections.json');
    });
  });
}
