import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { Release } from '#contract/updates.ts';
import { checkSignature } from '#host/updates/signed-feed.ts';
import builder from '../../electron-builder.js';
import { newFeedKey } from './sign-feed.ts';
import { makeFeed, notesOf, writeFeed } from './write-feed.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const changelog = readFileSync(join(root, 'CHANGELOG.md'), 'utf8');
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'baton-feed-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const values = {
  version,
  download: 'https://baton.example/d',
  page: 'https://baton.example/p',
  share: 25,
  now: Date.now(),
};

/** Names as electron-builder makes them; it calls an AppImage’s x64 `x86_64`. */
const installers = [
  `Baton-${version}-linux-x86_64.AppImage`,
  `Baton-${version}-linux-amd64.deb`,
  `Baton-${version}-win-x64.exe`,
  `Baton-${version}-win-arm64.exe`,
  `Baton-${version}-win-x64-portable.exe`,
  `Baton-${version}-mac-x64.zip`,
  `Baton-${version}-mac-arm64.zip`,
  `Baton-${version}-mac-arm64.dmg`,
];

it('names each package that Baton installs itself, once, and no other', () => {
  for (const name of installers) writeFileSync(join(folder, name), name);
  const feed = makeFeed(values, folder, changelog);
  expect(feed.files?.map(({ target, url }) => `${target} ${url.split('/').at(-1)}`).toSorted()).toEqual([
    `appimage-x64 Baton-${version}-linux-x86_64.AppImage`,
    `mac-arm64 Baton-${version}-mac-arm64.zip`,
    `mac-x64 Baton-${version}-mac-x64.zip`,
    `nsis-arm64 Baton-${version}-win-arm64.exe`,
    `nsis-x64 Baton-${version}-win-x64.exe`,
  ]);
  expect(builder.artifactName).toBe('${productName}-${version}-${os}-${arch}.${ext}');
});

it('is written so that the app reads it, and signed so that the app trusts it', () => {
  writeFileSync(join(folder, installers[0] ?? ''), 'x');
  const { pem, publicKey } = newFeedKey();
  writeFeed(makeFeed(values, folder, changelog), pem, join(folder, 'out'));
  const bytes = readFileSync(join(folder, 'out/feed.json'));
  const signature = readFileSync(join(folder, 'out/feed.json.sig'), 'utf8');
  expect(() => checkSignature(bytes, signature, [publicKey])).not.toThrow();
  expect(() => checkSignature(bytes, signature, [newFeedKey().publicKey])).toThrow('isn’t signed');
  expect(Release.parse(JSON.parse(bytes.toString()))).toMatchObject({ version, share: 25 });
});

it('has the notes of its version as they stand in the changelog, and none is written without', () => {
  expect(notesOf('# C\n\n## 1.1.0 - 2026-01-01\n\n- New.\n\n## 1.0.0 - 2025-01-01\n\n- Old.\n', '1.1.0')).toBe(
    '- New.',
  );
  expect(() => notesOf('# C\n\n## 1.1.0\n', '1.1')).toThrow('no section for 1.1');
});

it('is not written without a package, or with a share that is none', () => {
  expect(() => makeFeed(values, folder, changelog)).toThrow('no installers');
  writeFileSync(join(folder, installers[0] ?? ''), 'x');
  expect(() => makeFeed({ ...values, share: 101 }, folder, changelog)).toThrow('share');
});

it('the script says what it needs, and writes nothing without the key', () => {
  mkdirSync(join(folder, 'nothing'));
  const { BATON_FEED_KEY: _key, ...env } = process.env;
  const { status, stderr } = spawnSync(
    process.execPath,
    ['test/packaging/write-feed.ts', 'v1', 'https://d', 'https://p'],
    {
      cwd: root,
      env,
      encoding: 'utf8',
    },
  );
  expect(status).toBe(1);
  expect(stderr).toContain('BATON_FEED_KEY');
});
