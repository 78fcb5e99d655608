import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createJournalFolder } from '#host/journal/journal-folder.ts';
import { newDataKey } from '#host/at-rest/data-key.ts';
import { type AtRestKeys, PLAIN } from '#host/base/at-rest-keys.ts';
import { systemClock } from '#host/base/system-clock.ts';
import { systemDisk } from '#host/snapshots/snapshot-disk.ts';
import { createSnapshotStore } from '#host/snapshots/snapshot-store.ts';
import { createRecordingLog, openTestAtRest } from '../fakes/host-deps.ts';
import { median, print } from './print.ts';

/** What encryption on the disk costs: `node test/bench/at-rest.ts`. Every figure beside the same one in plain text. */
const RECORDS = 400;
const BYTES = 100 * 1024 ** 2;
const PART = 8 * 1024 ** 2;
const RUNS = 5;

const key = newDataKey();
const SEALED: AtRestKeys = { writing: async () => key, open: async () => [key] };
const root = mkdtempSync(join(tmpdir(), 'baton-at-rest-bench-'));
let count = 0;
const folder = () => join(root, String((count += 1)));

async function journal(keys: AtRestKeys): Promise<{ append: number; read: number }> {
  const one = createJournalFolder(folder(), keys);
  const row = { text: 'a line of an answer '.repeat(100) };
  const times: number[] = [];
  for (let index = 0; index < RECORDS; index++) {
    const from = performance.now();
    await one.append([{ table: 'messages', key: String(index), digest: '0123456789abcdef', schema: 7, row }]);
    times.push(performance.now() - from);
  }
  const from = performance.now();
  let read = 0;
  for await (const _ of one.records()) read += 1;
  const ms = performance.now() - from;
  await one.close();
  return { append: median(times), read: ms / read };
}

const content = Buffer.alloc(BYTES, 'an archive ');
const sha256 = createHash('sha256').update(content).digest('hex');

async function snapshot(keys: AtRestKeys): Promise<{ write: number; read: number }> {
  const home = folder();
  const store = createSnapshotStore({
    home,
    clock: systemClock,
    log: createRecordingLog(),
    atRest: { ...openTestAtRest(home), ...keys },
    version: '0',
    disk: { ...systemDisk, free: async () => 1e12 },
    needed: async () => new Set(),
    onChange: () => undefined,
  });
  const from = performance.now();
  const { id } = await store.begin({ reason: 'manual', schemaVersion: 1, fingerprint: null });
  for (let at = 0; at < BYTES; at += PART) await store.add(id, at, content.subarray(at, at + PART));
  await store.finish(id, { bytes: BYTES, sha256, counts: { conversations: 1, messages: 1, blobs: 0 } });
  const write = performance.now() - from;
  const again = performance.now();
  const found = createHash('sha256');
  for await (const piece of (await store.read(id)).body) found.update(piece);
  if (found.digest('hex') !== sha256) throw new Error('The snapshot was not read as it was written');
  const read = performance.now() - again;
  await store.remove(id);
  return { write, read };
}

const of = async <T>(run: () => Promise<T>): Promise<T[]> => {
  const all: T[] = [];
  for (let index = 0; index < RUNS; index++) all.push(await run());
  return all;
};
const ms = (values: readonly number[], digits = 0) => `${median([...values]).toFixed(digits)} ms`;

try {
  for (const [name, keys] of [
    ['plain', PLAIN],
    ['encrypted', SEALED],
  ] as const) {
    const journals = await of(() => journal(keys));
    print(
      `${name}: a record of 2 kB on the disk in ${ms(
        journals.map(({ append }) => append),
        3,
      )}, read in ${ms(
        journals.map(({ read }) => read),
        3,
      )}`,
    );
    const snapshots = await of(() => snapshot(keys));
    print(
      `${name}: a snapshot of 100 MB written in ${ms(snapshots.map(({ write }) => write))}, read in ${ms(snapshots.map(({ read }) => read))}`,
    );
  }
} finally {
  rmSync(root, { recursive: true, force: true });
}
