import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createPendingLooks } from '#host/checkpoints/pending-looks.ts';

test('one that can’t be read doesn’t keep the others from being recovered', async () => {
  const home = mkdtempSync(join(tmpdir(), 'baton-pending-'));
  onTestFinished(() => rmSync(home, { recursive: true }));
  const scan = { entries: new Map(), complete: new Set<string>(), ignored: new Set<string>(), partial: null };
  const look = { scan, hashes: new Map(), targets: new Map(), uncopied: 0 };
  const facts = { session: 's', run: 'r', call: 'c', command: 'make', at: 1, roots: ['/work'], ignored: false };
  const id = await createPendingLooks(home, () => undefined).add({ ...facts, look });
  for (const name of ['0.json', '1']) mkdirSync(join(home, 'checkpoints', 'pending', name));
  const unreadable: unknown[] = [];
  const left = await createPendingLooks(home, (error) => unreadable.push(error)).left();
  expect(left.map((one) => one.id)).toEqual([id]);
  expect(unreadable).toHaveLength(2);
});
