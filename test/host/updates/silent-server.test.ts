import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { downloadPackage } from '#host/updates/download-package.ts';
import { FakeClock, until } from '#test/fakes/fake-clock.ts';

test('a server that never answers ends the download, and the request with it', async () => {
  const home = mkdtempSync(join(tmpdir(), 'baton-download-'));
  onTestFinished(() => rmSync(home, { recursive: true }));
  const clock = new FakeClock();
  let asked: Request | null = null;
  const file = { target: 'linux-x64-deb', url: 'https://example.com/a', size: 9, sha512: '0'.repeat(128) } as never;
  const download = downloadPackage(file, {
    clock,
    path: join(home, 'a.package'),
    signal: new AbortController().signal,
    onProgress: () => undefined,
    fetch: (request) => {
      asked = request;
      return new Promise(() => undefined);
    },
  });
  const failed = download.catch((error: unknown) => String(error));
  // It looks first for what an earlier try left.
  await until(() => asked !== null && clock.pending > 0);
  await clock.advance(60_000);
  expect(await failed).toMatch(/Nothing arrived/);
  expect((asked as Request | null)?.signal.aborted).toBe(true);
});
