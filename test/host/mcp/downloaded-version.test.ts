import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { findDownloadedVersion } from '#host/mcp/registry/downloaded-version.ts';

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'baton-npx-'));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

/** As npx of npm 11 leaves it. */
function download(folder: string, asked: string, installed: Record<string, string>, seconds: number): void {
  const root = join(home, '_npx', folder);
  for (const [name, version] of Object.entries(installed)) {
    const file = join(root, 'node_modules', name, 'package.json');
    mkdirSync(join(file, '..'), { recursive: true });
    writeFileSync(file, JSON.stringify({ name, version }));
    utimesSync(file, seconds, seconds);
  }
  writeFileSync(join(root, 'package.json'), JSON.stringify({ dependencies: { [asked]: '^1.0.0' } }));
}
const find = (name: string, from: 'npm' | 'pypi' = 'npm') =>
  findDownloadedVersion('linux', { npm_config_cache: home, HOME: '/nowhere' }, from, name);

test('is the newest that npx was asked for, not one that came along with something else', async () => {
  download('a', '@x/y', { '@x/y': '1.2.3', dep: '9.9.9' }, 1000);
  download('b', '@x/y', { '@x/y': '1.4.0' }, 3000);
  download('c', '@x/y', { '@x/y': '1.3.0' }, 2000);
  expect(await find('@x/y')).toBe('1.4.0');
  expect(await find('dep')).toBeNull();
  expect(await find('never')).toBeNull();
  expect(await find('@x/y', 'pypi')).toBeNull();
});

test('is never read from elsewhere, nor passed on when it is no version', async () => {
  download('a', '../../../etc', { evil: '1.0.0' }, 1000);
  download('b', 'odd', { odd: '1.0.0 --eval=x' }, 1000);
  expect(await find('../../../etc')).toBeNull();
  expect(await find('odd')).toBeNull();
});
