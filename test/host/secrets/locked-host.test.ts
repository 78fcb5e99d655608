import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ConnectionList } from '#contract/connection.ts';
import { PROBLEM_HEADER } from '#contract/headers.ts';
import { McpServer } from '#contract/mcp.ts';
import { SecretsState } from '#contract/secrets.ts';
import { createHost } from '#host/create-host.ts';
import { createChosenStore } from '#host/secrets/chosen-store.ts';
import { type HostBench, createHostBench, pageHeaders } from '#test/fakes/host-deps.ts';
import { openTestWindow } from '#test/fakes/host-window.ts';

const KEY = 'gsk-CANARY0123456789abcdef';
let bench: HostBench;
beforeEach(() => {
  bench = createHostBench();
});
afterEach(() => bench.dispose());

function startHost() {
  const secrets = createChosenStore({ home: bench.home, now: Date.now, logN: 14 });
  const host = createHost({ ...bench.deps, secrets, fetch: async () => Response.json({ data: [] }) });
  const window = openTestWindow((path, init) => host.fetch(new Request(`app://ui${path}`, init)));
  const call = async (method: string, path: string, json?: unknown) =>
    host.fetch(
      new Request(`app://ui${path}`, {
        method,
        headers: pageHeaders({
          ...(await window).approving(),
          ...(json !== undefined && { 'content-type': 'application/json' }),
        }),
        ...(json === undefined ? {} : { body: JSON.stringify(json) }),
      }),
    );
  const groq = async () =>
    ConnectionList.parse(await (await call('GET', '/api/vendors')).json()).connections.find(({ id }) => id === 'groq');
  const wire = async () => (await call('GET', '/api/vendors/groq/wire/models')).headers.get(PROBLEM_HEADER);
  return { call, groq, wire };
}

test('from the first key to a new start: choose, store, lock, unlock, forget', async () => {
  const first = startHost();
  const refused = await first.call('PUT', '/api/secrets/keys/groq', { key: KEY });
  expect(refused.headers.get(PROBLEM_HEADER)).toBe('secrets_unset');
  const short = await first.call('POST', '/api/secrets/choose', { kind: 'passphrase', passphrase: 'short' });
  expect(short.status).toBe(400);
  const chosen = await first.call('POST', '/api/secrets/choose', { kind: 'passphrase', passphrase: 'long enough' });
  expect(SecretsState.parse(await chosen.json())).toMatchObject({ kind: 'passphrase', locked: false });
  expect((await first.call('PUT', '/api/secrets/keys/groq', { key: KEY })).status).toBe(200);
  const stored = await first.groq();
  expect(stored).toMatchObject({ configured: true, last4: 'cdef' });
  expect(await first.wire()).toBeNull();

  const second = startHost();
  expect(await second.groq()).toEqual(stored);
  expect(await second.wire()).toBe('secrets_locked');
  const wrong = await second.call('POST', '/api/secrets/unlock', { passphrase: 'not this one' });
  expect(wrong.headers.get(PROBLEM_HEADER)).toBe('wrong_passphrase');
  const unlocked = await second.call('POST', '/api/secrets/unlock', { passphrase: 'long enough' });
  expect(SecretsState.parse(await unlocked.json())).toMatchObject({ locked: false });
  expect(await second.wire()).toBeNull();

  rmSync(join(bench.home, 'key-facts.json'));
  expect(await second.groq()).toEqual(stored);
  const reset = await second.call('POST', '/api/secrets/reset', {});
  expect(SecretsState.parse(await reset.json())).toMatchObject({ kind: 'unset' });
  expect(await second.groq()).toMatchObject({ configured: false, last4: null, account: null });
  expect(JSON.stringify([bench.readHome(), bench.deps.log.lines])).not.toContain('CANARY');
});

test('an approval that is locked with the keys is neither asked for again nor replaced', async () => {
  const definition = { kind: 'stdio', command: 'node', args: [], cwd: null, env: {} };
  const serverOf = async ({ call }: ReturnType<typeof startHost>) =>
    McpServer.parse(await (await call('GET', '/api/mcp/servers/notes')).json());
  const approve = async ({ call }: ReturnType<typeof startHost>, hash: string) =>
    (await call('POST', '/api/mcp/servers/notes/approval', { hash })).headers.get(PROBLEM_HEADER);
  const first = startHost();
  await first.call('POST', '/api/secrets/choose', { kind: 'passphrase', passphrase: 'long enough' });
  const { hash } = McpServer.parse(
    await (await first.call('POST', '/api/mcp/servers', { label: 'Notes', definition })).json(),
  );
  expect(await approve(first, hash)).toBeNull();

  const second = startHost();
  expect(await serverOf(second)).toMatchObject({ approved: false, locked: true });
  expect(await approve(second, hash)).toBe('secrets_locked');

  const third = startHost();
  await third.call('POST', '/api/secrets/unlock', { passphrase: 'long enough' });
  expect(await serverOf(third)).toMatchObject({ approved: true });
  expect((await serverOf(third)).locked).toBeUndefined();

  // Another definition is another question.
  const fourth = startHost();
  const changed = await fourth.call('PATCH', '/api/mcp/servers/notes', {
    definition: { ...definition, args: ['x'] },
  });
  const other = McpServer.parse(await changed.json());
  expect(other.locked).toBeUndefined();
  expect(await approve(fourth, other.hash)).toBeNull();
});

test('this run only leaves no trace of a key, not even its last characters', async () => {
  const host = startHost();
  await host.call('POST', '/api/secrets/choose', { kind: 'session' });
  await host.call('PUT', '/api/secrets/keys/groq', { key: KEY });
  expect(await host.groq()).toMatchObject({ configured: true, last4: 'cdef' });
  expect(Object.keys(bench.readHome())).toEqual(['secret-store.json']);
  expect(await startHost().groq()).toMatchObject({ configured: false, last4: null });
});

test('a server is not added when its key cannot be kept', async () => {
  const host = startHost();
  const server = { label: 'Mine', protocol: 'openai-chat', baseUrl: 'https://llm.example/v1', key: KEY };
  expect((await host.call('POST', '/api/vendors', server)).headers.get(PROBLEM_HEADER)).toBe('secrets_unset');
  const { connections } = ConnectionList.parse(await (await host.call('GET', '/api/vendors')).json());
  expect(connections.some(({ custom }) => custom)).toBe(false);
});
