import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openArchive } from '#archive/read-archive.ts';
import type { RestoreDeps } from '#history/archive/merge-history.ts';
import { restoreArchive } from '#history/archive/restore-archive.ts';
import { writeRaw } from '#history/recovery/write-raw.ts';
import type { SnapshotDisk } from '#host/snapshots/snapshot-disk.ts';
import { systemDisk } from '#host/snapshots/snapshot-disk.ts';
import { checkSnapshot } from '#snapshots/check-snapshot.ts';
import { historyFingerprint } from '#snapshots/history-fingerprint.ts';
import { makeSnapshot, type SnapshotProgress } from '#snapshots/make-snapshot.ts';
import { toSnapshotError } from '#snapshots/snapshot-error.ts';
import type { BatonDatabase } from '#storage/database.ts';
import { renameSession, trashSession } from '#storage/session-repository.ts';
import { newestVersion, SCHEMA_STEPS } from '#storage/schema.ts';
import { createSessionWriters } from '#storage/session-writers.ts';
import { FakeLockManager } from '#test/fakes/lock-manager.ts';
import { collectReports, createWriterBus, openTestDatabase } from '#test/fakes/page-storage.ts';
import { openSnapshotBench, type SnapshotBench } from '#test/fakes/snapshot-bench.ts';
import { zipFiles } from '#transfer/zip/zip-files.ts';
import { createZipSink } from '#transfer/zip/zip-sink.ts';
import { CLAUDE, GPT, PracticeWorld } from '../flows/practice-world.ts';

const TABLES = ['sessions', 'messages', 'overlays', 'sends', 'usage', 'outputs', 'plans', 'drafts'];
const rowsOf = (db: BatonDatabase) => Promise.all(TABLES.map((name) => db.table<unknown>(name).toArray()));

describe('snapshots of a history', () => {
  let world: PracticeWorld;
  let bench: SnapshotBench;
  let disk: SnapshotDisk;
  beforeEach(async () => {
    disk = { ...systemDisk };
    bench = openSnapshotBench({ free: (folder) => disk.free(folder), write: (...given) => disk.write(...given) });
    world = await PracticeWorld.open();
    await world.talk([CLAUDE, '!think 1\nOne question.']);
    const { id } = await world.talk([GPT, 'Another.']);
    await trashSession(world.db, id, 5);
  });
  afterEach(async () => {
    world.db.close();
    await bench.dispose();
  });

  const files = () => readdirSync(join(bench.home.home, 'snapshots')).toSorted();
  const deps = (db = world.db) => ({
    db,
    host: bench.client,
    writtenBy: 'Baton 1',
    now: () => Date.UTC(2026, 10, 21),
    pause: async () => undefined,
    onUnreadableRow: collectReports().onUnreadableRow,
  });
  const make = (options = {}) => makeSnapshot(deps(), 'manual', options);

  it('hold everything that is stored, and bring it back into an empty history as it was', async () => {
    const seen: SnapshotProgress[] = [];
    const made = await make({ onProgress: (progress: SnapshotProgress) => seen.push({ ...progress }) });
    expect(made).toMatchObject({
      reason: 'manual',
      state: 'verified',
      schemaVersion: newestVersion(SCHEMA_STEPS),
      counts: { conversations: 2, messages: 4 },
      fingerprint: await historyFingerprint(world.db),
    });
    expect(new Set(seen.map(({ phase }) => phase))).toEqual(new Set(['writing', 'verifying']));
    expect(seen.at(-1)).toMatchObject({ phase: 'verifying', bytes: made.bytes });

    const db = await openTestDatabase();
    const writers = createSessionWriters({
      db,
      locks: new FakeLockManager(),
      channel: createWriterBus()(),
      setTimeout: (fn, ms) => globalThis.setTimeout(fn, ms),
      clearTimeout: (handle) => globalThis.clearTimeout(handle as NodeJS.Timeout),
      onError: () => undefined,
    });
    const into: RestoreDeps = { db, writers, onUnreadableRow: collectReports().onUnreadableRow };
    const archive = await openArchive(await zipFiles(await bench.client.read(made.id)));
    const report = await restoreArchive(into, archive, archive.manifest.conversations);
    expect(report).toMatchObject({ stopped: null, lost: [] });
    expect(await rowsOf(db)).toEqual(await rowsOf(world.db));
    db.close();
  });

  it('tell by a fingerprint whether anything has changed since', async () => {
    const before = await historyFingerprint(world.db);
    expect(await historyFingerprint(world.db)).toBe(before);
    const [id = ''] = await world.db.sessions.toCollection().primaryKeys();
    await renameSession(world.db, id, 'A new title');
    const renamed = await historyFingerprint(world.db);
    expect(renamed).not.toBe(before);
    await world.say(id, CLAUDE, 'More.');
    const asked = await historyFingerprint(world.db);
    expect(asked).not.toBe(renamed);
    await world.db.messages.delete((await world.db.messages.toCollection().primaryKeys())[0] ?? '');
    expect(await historyFingerprint(world.db)).not.toBe(asked);
    const deleted = await historyFingerprint(world.db);
    await world.db.table('prompts').put({ id: 'p', title: 'A prompt' });
    expect(await historyFingerprint(world.db)).not.toBe(deleted);
    const prompted = await historyFingerprint(world.db);
    const last = await world.db.messages.toCollection().last();
    await world.db.messages.update(last?.id ?? '', { status: 'interrupted' });
    const interrupted = await historyFingerprint(world.db);
    expect(interrupted, 'an archive may complete it without another change').not.toBe(prompted);
    const overlay = { sessionId: id, target: { message: last?.id ?? '' }, kind: 'hidden', reason: '', at: 1 };
    await world.db.overlays.add({ ...overlay, id: 'one' });
    const hidden = await historyFingerprint(world.db);
    await world.db.overlays.delete('one');
    await world.db.overlays.add({ ...overlay, id: 'another' });
    expect(await historyFingerprint(world.db)).not.toBe(hidden);
    const empty = await openTestDatabase();
    expect(await historyFingerprint(empty)).toBe(null);
    await expect(makeSnapshot(deps(empty), 'daily')).rejects.toMatchObject({ code: 'nothing' });
    empty.close();
  });

  it('come about although calls to the host are lost on the way', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom('before' as const, 'after' as const), { maxLength: 4 }),
        async (faults) => {
          const left = [...faults];
          bench.cut = (url) => (/\/(parts|finish)/.test(url) ? (left.shift() ?? null) : null);
          const { id, state } = await make();
          expect(state).toBe('verified');
          await bench.client.remove(id);
        },
      ),
      { numRuns: 8 },
    );
  });

  it.for(['parts', 'finish', 'verify'] as const)('leave nothing when the host goes away at %s', async (where) => {
    const missing = (url: string) => url.includes(`/${where}`);
    bench.cut = (url) => (missing(url) ? 'before' : null);
    const error: unknown = await make().catch((caught: unknown) => caught);
    expect(toSnapshotError(error).code).toBe('host-away');
    expect(files()).toEqual([]);
  });

  it('leave nothing when the disk is full, and say so', async () => {
    disk.write = () => Promise.reject(Object.assign(new Error('no space'), { code: 'ENOSPC' }));
    const error: unknown = await make().catch((caught: unknown) => caught);
    expect(toSnapshotError(error).code).toBe('disk-full');
    expect(files()).toEqual([]);
  });

  it('leave nothing when they are stopped', async () => {
    for (const phase of ['writing', 'verifying']) {
      const stop = new AbortController();
      const onProgress = (progress: SnapshotProgress) => {
        if (progress.phase === phase) stop.abort();
      };
      await expect(make({ signal: stop.signal, onProgress })).rejects.toMatchObject({ name: 'AbortError' });
      expect(files()).toEqual([]);
    }
  });

  it('are not trusted when the disk has changed a single byte of them', async () => {
    const { id } = await make();
    const path = join(bench.home.home, 'snapshots', `${id}.zip`);
    const bytes = readFileSync(path);
    await fc.assert(
      fc.asyncProperty(fc.nat(bytes.length - 1), fc.integer({ min: 1, max: 255 }), async (at, flip) => {
        const changed = Buffer.from(bytes);
        changed[at] = (changed[at] ?? 0) ^ flip;
        writeFileSync(path, changed);
        expect((await checkSnapshot(bench.client, id)).state).toBe('damaged');
      }),
      { numRuns: 20 },
    );
    writeFileSync(path, bytes);
    expect((await checkSnapshot(bench.client, id)).state).toBe('verified');
  });

  it('that copy the database as it was before an upgrade are read back and counted as well', async () => {
    await make();
    const id = '2026-11-20T030405Z-before-upgrade-0123abcd';
    const path = join(bench.home.home, 'snapshots', `${id}.zip`);
    const pieces: Uint8Array[] = [];
    const sink = createZipSink(
      new WritableStream({ write: (piece: Uint8Array) => void pieces.push(piece) }),
      new Date(0),
    );
    await writeRaw(world.db.backendDB(), sink, { writtenBy: 'Baton 1', writtenAt: 1 });
    await sink.end();
    const bytes = Buffer.concat(pieces);
    writeFileSync(path, bytes);
    expect(await checkSnapshot(bench.client, id)).toMatchObject({
      state: 'verified',
      counts: { conversations: 2, messages: 4 },
    });
    bytes[200] = (bytes[200] ?? 0) ^ 1;
    writeFileSync(path, bytes);
    expect((await checkSnapshot(bench.client, id)).state).toBe('damaged');
  });

  it('are not trusted when they were written damaged, and are removed at once', async () => {
    // The host stored what it was sent, but that isn't a valid archive.
    const { read } = bench.client;
    bench.client.read = async (id, signal) => (await read(id, signal)).slice(0, -10);
    await expect(make()).rejects.toMatchObject({ code: 'not-verified' });
    expect(files()).toEqual([]);
  });
});
