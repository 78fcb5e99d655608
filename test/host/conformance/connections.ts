import { describe, expect, test } from 'vitest';
import { Connection } from '#contract/connection.ts';
import { PROBLEM_HEADER } from '#contract/headers.ts';
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
