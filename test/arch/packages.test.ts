import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, expect, it } from 'vitest';
import { checkPackages } from './packages.ts';

const INTEGRITY = `sha512-${'A'.repeat(86)}==`;
const SOUND = { version: '1.0.0', integrity: INTEGRITY, license: 'MIT' };
const here = fileURLToPath(new URL('../..', import.meta.url));
const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

/** Problems found in a lockfile with these packages, except for unused exceptions. */
function check(packages: Record<string, object>, manifest: object = {}): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'baton-packages-'));
  folders.push(folder);
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
  writeFileSync(join(folder, 'package-lock.json'), JSON.stringify({ packages: { '': {}, ...packages } }));
  return checkPackages(folder).flatMap(({ message }) => (message.includes('is excused') ? [] : [message]));
}

it('has nothing to say of this project', () => {
  expect(checkPackages(here)).toEqual([]);
});

it.each([
  ['a download address', { resolved: 'https://example.invalid/a.tgz' }, 'carries a download address'],
  ['a folder beside the project', { link: true }, 'carries a download address'],
  ['no hash', { integrity: undefined }, 'has no hash'],
  ['a hash that can be forged', { integrity: 'sha1-2jmj7l5rSw0yVb/vlWAYkK/YBwk=' }, 'has no hash'],
  ['a program at installation', { hasInstallScript: true }, 'runs a program'],
  ['no license', { license: undefined }, 'has a license nobody has looked at: none'],
  ['a license that binds the app', { license: 'GPL-3.0-only' }, 'looked at: GPL-3.0-only'],
  ['one license too many', { license: 'MIT AND GPL-3.0-only' }, 'looked at: MIT AND'],
])('refuses %s', (_, change, expected) => {
  const found = check({ 'node_modules/x/node_modules/a': { ...SOUND, ...change } });
  expect(found).toHaveLength(1);
  expect(found[0]).toContain(`a@1.0.0 ${expected.startsWith('looked') ? 'has a license nobody has ' : ''}${expected}`);
});

it('refuses a version that does harm, however deep, and no other', () => {
  const at = (version: string) => check({ 'node_modules/a/node_modules/chalk': { ...SOUND, version } });
  expect(at('5.6.1')).toEqual(['chalk@5.6.1 is a version that does harm']);
  expect(at('5.6.2')).toEqual([]);
});

it('accepts a choice of licenses, and names what needs no excuse any more', () => {
  expect(check({ 'node_modules/a': { ...SOUND, license: '(MIT OR GPL-3.0-or-later)' } })).toEqual([]);
  const folder = mkdtempSync(join(tmpdir(), 'baton-packages-'));
  folders.push(folder);
  writeFileSync(join(folder, 'package.json'), '{}');
  writeFileSync(join(folder, 'package-lock.json'), JSON.stringify({ packages: { 'node_modules/a': SOUND } }));
  expect(checkPackages(folder).map(({ message }) => message)).toContain('protobufjs is excused and not installed');
});

it('refuses loose versions, and a lockfile without packages', () => {
  expect(check({ 'node_modules/a': SOUND }, { devDependencies: { a: '^1.0.0' } })).toEqual(['a is not pinned: ^1.0.0']);
  expect(() => check({})).toThrow('no packages');
});
