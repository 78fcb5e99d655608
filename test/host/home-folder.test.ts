import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { HomeUnusableError, prepareHome, resolveHome } from '#host/base/home-folder.ts';

let root = '';
const mode = (path: string) => statSync(path).mode & 0o777;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'baton-home-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

test('an option goes before BATON_HOME, and that before the platform’s folder', () => {
  expect(resolveHome('here', { BATON_HOME: '/there' })).toBe(resolve('here'));
  expect(resolveHome(null, { BATON_HOME: '/there' })).toBe(resolve('/there'));
  expect(resolveHome(null, { BATON_HOME: '' })).toMatch(/Baton/);
});

test('a new folder is private, its parents too', async () => {
  const home = join(root, 'a', 'b');
  await prepareHome(home);
  expect(mode(home)).toBe(0o700);
  expect(mode(join(root, 'a'))).toBe(0o700);
});

test('an open folder is closed when it is empty or Baton’s own, and left alone otherwise', async () => {
  const [empty, own, shared] = ['empty', 'own', 'shared'].map((name) => join(root, name)) as [string, string, string];
  for (const path of [empty, own, shared]) {
    mkdirSync(path);
    chmodSync(path, 0o755);
  }
  writeFileSync(join(own, 'config.jsonc'), '{}');
  writeFileSync(join(shared, 'somebody.txt'), '');
  for (const path of [empty, own, shared]) await prepareHome(path);
  expect([empty, own, shared].map(mode)).toEqual([0o700, 0o700, 0o755]);
});

test('a file in the way is said in words', async () => {
  const file = join(root, 'file');
  writeFileSync(file, '');
  await expect(prepareHome(join(file, 'home'))).rejects.toThrow(HomeUnusableError);
  await expect(prepareHome(join(file, 'home'))).rejects.toThrow(/a part of its path is a file.*--home/);
});
