import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { McpDefinition } from '#contract/mcp.ts';
import { createServerFile } from '#host/mcp/registry/server-file.ts';
import { createMemorySecrets } from '#test/fakes/host-deps.ts';

test('values are those of the definition that was agreed to, or none', async () => {
  const home = mkdtempSync(join(tmpdir(), 'baton-servers-'));
  onTestFinished(() => rmSync(home, { recursive: true }));
  const write = (args: string[], env: Record<string, string>) =>
    writeFileSync(
      join(home, 'mcp.json'),
      JSON.stringify({ mcpServers: { one: { command: 'node', args, env, baton: { enabled: true } } } }),
    );
  const file = createServerFile(home, { now: () => 0 }, createMemorySecrets());
  write(['server.js'], { MODE: 'a' });
  const row = await file.find('one');
  // The consent covers the names of variables, not their values.
  write(['server.js'], { MODE: 'b' });
  expect(await file.values(row)).toMatchObject({ args: ['server.js'], env: { MODE: 'b' } });
  // Another program writes between the check of the consent and the start.
  write(['-e', 'other code'], { MODE: 'b' });
  await expect(file.values(row)).rejects.toMatchObject({ code: 'approval_stale' });
});

/** A server with one stored value, and what the store holds. */
async function withSecrets() {
  const home = mkdtempSync(join(tmpdir(), 'baton-servers-'));
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  const secrets = createMemorySecrets();
  const file = createServerFile(home, { now: () => 0 }, secrets);
  const stdio = (env: Record<string, string | null>): McpDefinition => ({
    kind: 'stdio',
    command: 'node',
    args: [],
    cwd: null,
    env,
  });
  const { id } = await file.add('one', stdio({ KEY: 'old' }));
  await secrets.set(`mcp/${id}/oauth`, 'a sign-in');
  const stored = async () =>
    Object.fromEntries(await Promise.all((await secrets.ids()).map(async (name) => [name, await secrets.get(name)])));
  return { home, secrets, file, id, stdio, stored };
}

const BEFORE = { 'mcp/one/env/KEY': 'old', 'mcp/one/oauth': 'a sign-in' };

test('a change that the file does not take leaves the values as they were', async () => {
  const { home, secrets, file, id, stdio, stored } = await withSecrets();
  const { set } = secrets;
  secrets.set = async (name, value) => {
    await set(name, value);
    rmSync(home, { recursive: true, force: true });
  };
  await expect(file.change(id, { definition: stdio({ KEY: 'new', MORE: 'more' }) })).rejects.toThrow('ENOENT');
  expect(await stored()).toEqual(BEFORE);
});

test('a change of which only some values can be stored changes nothing', async () => {
  const { home, secrets, file, id, stdio, stored } = await withSecrets();
  const written = () => readFileSync(join(home, 'mcp.json'), 'utf8');
  const before = written();
  const { set } = secrets;
  secrets.set = (name, value) => (value === 'more' ? Promise.reject(new Error('refused')) : set(name, value));
  await expect(file.change(id, { definition: stdio({ KEY: 'new', MORE: 'more' }) })).rejects.toThrow('refused');
  await expect(file.add('two', stdio({ KEY: 'new', MORE: 'more' }))).rejects.toThrow('refused');
  expect([await stored(), written()]).toEqual([BEFORE, before]);
});

test('a change is complete when an old value can’t be deleted, which the next one makes up for', async () => {
  const { secrets, file, id, stdio, stored } = await withSecrets();
  const { delete: remove } = secrets;
  secrets.delete = () => Promise.reject(new Error('refused'));
  await file.change(id, { definition: stdio({ OTHER: 'new' }) });
  expect(await file.values(await file.find(id))).toMatchObject({ env: { OTHER: 'new' } });
  await expect(file.remove(id)).rejects.toThrow('refused');
  expect((await file.find(id)).label).toBe('one');

  secrets.delete = remove;
  await file.change(id, { definition: stdio({ OTHER: null }) });
  expect(await stored()).toEqual({ 'mcp/one/env/OTHER': 'new', 'mcp/one/oauth': 'a sign-in' });
  await file.remove(id);
  expect(await stored()).toEqual({});
});
