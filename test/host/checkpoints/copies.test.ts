import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createCopies, hashOf } from '#host/checkpoints/copies.ts';

test('files and folders of other programs beside the copies change nothing', async () => {
  const home = mkdtempSync(join(tmpdir(), 'baton-copies-'));
  onTestFinished(() => rmSync(home, { recursive: true }));
  const bytes = Buffer.from('what was there before');
  const hash = hashOf(bytes);
  await createCopies(home).put(hash, bytes, true);
  const place = join(home, 'checkpoints', 'copies');
  // As Finder leaves them.
  writeFileSync(join(place, '.DS_Store'), 'x');
  mkdirSync(join(place, hash.slice(0, 2), 'folder'));
  writeFileSync(join(place, hash.slice(0, 2), '.0123456789abcdef.tmp'), 'cut off by a crash');
  const copies = createCopies(home);
  expect(await copies.has(hash, bytes.length)).toBe(true);
  expect(await copies.bytes()).toBe(bytes.length);
  expect(await copies.read(hash)).toEqual(bytes);
});
