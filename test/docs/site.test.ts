import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
const run = promisify(execFile);
let site = '';

// It fails on a link that leads nowhere.
beforeAll(async () => {
  site = await mkdtemp(join(tmpdir(), 'baton-site-'));
  await run(
    process.execPath,
    [join(root, 'node_modules/vitepress/bin/vitepress.js'), 'build', 'docs', '--outDir', site],
    {
      cwd: root,
    },
  );
}, 300_000);

afterAll(() => rm(site, { recursive: true, force: true }));

it.each([
  ['index.html', 'One conversation, any model'],
  ['README.html', 'Three promises'],
  ['docs/user/starting.html', 'Ways to start'],
  ['docs/user/changing-vendor.html', 'Changing vendor'],
  ['ARCHITECTURE.html', 'Imports point inwards'],
  ['docs/decisions/0008-practice-vendors.html', 'practice'],
  ['docs/performance.html', 'Performance'],
  ['CHANGELOG.html', 'Keep a Changelog'],
])('%s is a page of the site', async (path, words) => {
  const html = await readFile(join(site, path), 'utf8');
  expect(html).toContain(words);
  expect(html).not.toContain('This page could not be found');
  // A picture that is named outside of the text is not part of the build.
  const pictures = [...html.matchAll(/<img[^>]* src="(\/[^"]+)"/g)].map(([, src = '']) => src);
  expect(pictures.filter((src) => !existsSync(join(site, src)))).toEqual([]);
});
