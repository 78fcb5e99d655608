import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { SnapshotReason } from '#contract/snapshot.ts';
import { type SnapshotDisk, systemDisk } from '#host/snapshots/snapshot-disk.ts';
import { createSnapshotStore, DISK_RESERVE, type SnapshotStore } from '#host/snapshots/snapshot-store.ts';
import { FakeClock } from '#test/fakes/fake-clock.ts';
import { createHostBench, type HostBench } from '#test/fakes/host-deps.ts';

const COUNTS = { conversations: 1, messages: 1, blobs: 0 };
const DAY = 24 * 60 * 60 * 1000;
const GIB = 1024 ** 3;

describe('the store of snapshots', () => {
  let bench: HostBench;
  let clock: FakeClock;
  let disk: SnapshotDisk;
  let store: SnapshotStore;
  let changes: number;
  beforeEach(() => {
    bench = createHostBench();
    clock = new FakeClock();
    disk = { ...systemDisk, free: async () => 100 * GIB };
    changes = 0;
    store = createSnapshotStore({
      needed: async () => new Set(),
      ...bench.deps,
      clock,
      disk: { free: (folder) => disk.free(folder), write: (...given) => disk.write(...given) },
      onChange: () => (changes += 1),
    });
  });
  afterEach(async () => {
    await store.close();
    bench.dispose();
  });

  const files = () => readdirSync(join(bench.home, 'snapshots'));
  const begin = (reason: SnapshotReason = 'daily') => store.begin({ reason, schemaVersion: 7, fingerprint: null });
  const sent = (bytes: Uint8Array) => ({
    bytes: bytes.length,
    sha256: createHash('sha256').update(bytes).digest('hex'),
    counts: COUNTS,
  });
  async function make(text: string, reason: SnapshotReason = 'daily'): Promise<string> {
    const { id } = await begin(reason);
    const bytes = Buffer.from(text);
    await store.add(id, 0, bytes);
    await store.finish(id, sent(bytes));
    return id;
  }
  const verify = (id: string) => store.verify(id, { archive: 'good', counts: COUNTS });
  const ids = async () => (await store.list()).snapshots.map(({ id }) => id);

  test('cut and sent again anywhere, what arrives is what was sent', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uint8Array({ maxLength: 300 }),
        fc.array(fc.record({ length: fc.integer({ min: 1, max: 80 }), lost: fc.boolean(), fails: fc.boolean() })),
        async (bytes, steps) => {
          const { id } = await begin();
          let at = 0;
          const said: string[] = [];
          for (const { length, lost, fails } of [...steps, { length: bytes.length, lost: false, fails: false }]) {
            const part = bytes.subarray(at, at + length);
            if (fails && part.length > 0) {
              // Some of it was written to disk before it failed.
              disk.write = async (file, given, where) => {
                await systemDisk.write(file, given.subarray(0, given.length / 2), where);
                throw Object.assign(new Error('broken'), { code: 'EIO' });
              };
              said.push(await store.add(id, at, part).then(String, String));
              disk.write = systemDisk.write;
            }
            await store.add(id, at, part);
            if (lost) await store.add(id, at, part);
            at += part.length;
          }
          expect(said.filter((one) => one !== 'Error: broken')).toEqual([]);
          const done = await store.finish(id, sent(bytes));
          expect(done).toMatchObject({ bytes: bytes.length, sha256: sent(bytes).sha256 });
          expect(await verify(id)).toMatchObject({ state: 'verified' });
          await store.remove(id);
          expect(files()).toEqual([]);
        },
      ),
      { numRuns: 25 },
    );
  });

  test('a full disk is said so, counts nothing, and can be gone on from', async () => {
    const { id } = await begin();
    await store.add(id, 0, Buffer.from('one'));
    disk.write = () => Promise.reject(Object.assign(new Error('no space'), { code: 'ENOSPC' }));
    await expect(store.add(id, 3, Buffer.from('two'))).rejects.toMatchObject({ code: 'disk_full' });
    disk.write = systemDisk.write;
    expect(await store.add(id, 3, Buffer.from('two'))).toBe(6);
    // The history must be able to continue: the last free space isn't for snapshots.
    disk.free = async () => DISK_RESERVE - 1;
    await expect(store.add(id, 6, Buffer.from('three'))).rejects.toMatchObject({ code: 'disk_full' });
    await expect(begin()).rejects.toMatchObject({ code: 'disk_full' });
  });

  test('the room is a fifth of the free disk, 5 GB at most, or what was chosen; one larger than that is refused', async () => {
    expect((await store.list()).cap).toBe(5e9);
    disk.free = async () => GIB;
    expect((await store.list()).cap).toBe(Math.floor(GIB / 5));
    const cap = 64 * 1024 ** 2;
    await store.change({ cap });
    expect((await store.list()).cap).toBe(cap);
    const { id } = await begin();
    const part = new Uint8Array(8 * 1024 ** 2);
    for (let at = 0; at < cap; at += part.length) await store.add(id, at, part);
    await expect(store.add(id, cap, Buffer.from('x'))).rejects.toMatchObject({ code: 'snapshot_too_large' });
  });

  test('what is verified makes room, but never what is being restored from', async () => {
    const made: string[] = [];
    for (let day = 0; day < 12; day++) {
      made.push(await make(`day ${day}`));
      await clock.advance(DAY);
    }
    expect(await ids()).toEqual(made.toReversed());
    const [oldest = '', second = ''] = made;
    // One is read, slowly; another was read a while ago.
    const { body } = await store.read(oldest);
    const reader = body.getReader();
    await (await store.read(second)).body.cancel();
    await verify(made.at(-1) ?? '');
    // Of the rest the last seven days stay, and the last of the week before: which one that is depends on the time zone
    // of the machine.
    const places = made.slice(5);
    const left = async () => (await ids()).toReversed().filter((id) => id !== made[2] && id !== made[3]);
    expect(await left()).toEqual([oldest, second, ...places]);
    await clock.advance(2 * 60 * 60_000);
    await verify(made.at(-1) ?? '');
    expect(await left()).toEqual([oldest, ...places]);
    for (;;) if ((await reader.read()).done) break;
    await clock.advance(2 * 60 * 60_000);
    await verify(made.at(-1) ?? '');
    expect(await left()).toEqual(places);
    expect(changes).toBeGreaterThan(0);
  });

  test('two of one second are told apart by their names', async () => {
    const first = await make('one');
    const second = await make('two');
    expect(await ids()).toEqual([second, first]);
  });

  test('an upload nobody goes on with is removed with the next one', async () => {
    await begin();
    await clock.advance(16 * 60_000);
    const { id } = await begin();
    expect(files()).toEqual([`${id}.part`]);
  });
});
