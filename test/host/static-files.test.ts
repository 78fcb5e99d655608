import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createStaticFiles } from '#host/static-files.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'baton-page-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('another build is another page, even with the size and the time of the one before', async () => {
  const put = (text: string) => {
    writeFileSync(join(folder, 'index.html'), text);
    utimesSync(join(folder, 'index.html'), 1, 1);
  };
  const files = createStaticFiles(folder, { compressed: true });
  const ask = (tag: string) => files(new Request('http://a.test/', { headers: { 'if-none-match': tag } }));
  put('<script src="/assets/a-12345678.js">');
  const tag = (await ask('')).headers.get('etag') ?? '';
  expect((await ask(tag)).status).toBe(304);
  put('<script src="/assets/a-87654321.js">');
  expect(await (await ask(tag)).text()).toContain('87654321');
});
