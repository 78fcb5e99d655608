import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { serveSnapshots } from '#snapshots/serve-snapshots.ts';
import { isDue } from '#snapshots/is-due.ts';
import { createSnapshotClient } from '#snapshots/snapshot-client.ts';
import type { SnapshotPort, SnapshotReply } from '#snapshots/snapshot-messages.ts';
import { createSnapshots, type Snapshots } from '#state/snapshots.ts';
import { openDatabase, type BatonDatabase } from '#storage/database.ts';
import { createSession, renameSession } from '#storage/session-repository.ts';
import { FakeClock } from '#test/fakes/fake-clock.ts';
import { FakeLockManager } from '#test/fakes/lock-manager.ts';
import { openTestDatabase } from '#test/fakes/page-storage.ts';
import { openSnapshotBench, type SnapshotBench } from '#test/fakes/snapshot-bench.ts';

const HOUR = 60 * 60_000;
const DAY = 24 * HOUR;

const HOST = { origin: 'app://ui', token: null };

describe('a snapshot a day', () => {
  let clock: FakeClock;
  let bench: SnapshotBench;
  let db: BatonDatabase;
  let locks: FakeLockManager;
  let ports: number;
  let busy: boolean;
  let errors: unknown[];
  let window: Snapshots;
  beforeEach(async () => {
    clock = new FakeClock();
    bench = openSnapshotBench(undefined, { clock });
    db = await openTestDatabase();
    locks = new FakeLockManager();
    ports = 0;
    busy = false;
    errors = [];
    window = openWindow();
  });
  afterEach(async () => {
    db.close();
    await bench.dispose();
  });

  /** The worker, in this thread. */
  function startWorker(): SnapshotPort {
    ports += 1;
    let onMessage: (reply: SnapshotReply) => void = () => undefined;
    const answer = serveSnapshots({
      openDatabase: () => openDatabase({ name: db.name }),
      connect: () => bench.client,
      now: clock.now,
      pause: async () => undefined,
      onUnreadableRow: () => undefined,
      post: (reply) => onMessage(structuredClone(reply)),
    });
    return {
      post: (request) => void answer(structuredClone(request)),
      listen: (on) => {
        onMessage = on;
      },
      end: () => {
        ports -= 1;
      },
    };
  }

  function openWindow(): Snapshots {
    return createSnapshots({
      host: bench.client,
      client: createSnapshotClient(startWorker, HOST),
      locks,
      now: clock.now,
      setTimeout: clock.setTimeout,
      clearTimeout: clock.clearTimeout,
      idle: async () => undefined,
      isBusy: () => busy,
      writtenBy: () => 'Baton',
      beginBase: async () => null,
      onError: (error) => errors.push(error),
    });
  }

  const reasons = async () => (await bench.client.list()).snapshots.map(({ reason }) => reason);
  const talk = () => createSession(db, { target: null, at: clock.now() });
  /** Advances the time and waits until the work it started has ended. */
  async function pass(ms: number): Promise<void> {
    await clock.advance(ms);
    await expect.poll(() => window.store.getState().active === null && ports === 0 && clock.pending > 0).toBe(true);
  }

  it('is made when the day begins to be used and something has changed, and only then', async () => {
    window.refresh();
    await pass(HOUR);
    expect(await reasons()).toEqual([]);
    await talk();
    await pass(HOUR);
    expect(await reasons()).toEqual(['daily']);
    await talk();
    await pass(2 * HOUR);
    expect(await reasons()).toEqual(['daily']);
    await pass(DAY);
    expect(await reasons()).toEqual(['daily', 'daily']);
    // A day without changes needs none.
    await pass(DAY);
    expect(await reasons()).toEqual(['daily', 'daily']);
    expect(window.store.getState().list?.snapshots[0]).toMatchObject({
      state: 'verified',
      counts: { conversations: 2 },
    });
    expect(errors).toEqual([]);
  });

  it('lists them only for somebody who has asked, and then also after a change elsewhere', async () => {
    await talk();
    const elsewhere = openWindow();
    const listed = () => window.store.getState().list?.snapshots.length;
    window.update();
    await elsewhere.make();
    expect(listed()).toBe(undefined);
    window.reload();
    await expect.poll(listed).toBe(1);
    await talk();
    await elsewhere.make();
    window.update();
    await expect.poll(listed).toBe(2);
  });

  it('waits while something is going on, and for the window that makes one already', async () => {
    await talk();
    busy = true;
    window.refresh();
    await pass(10 * 60_000);
    expect(await reasons()).toEqual([]);
    busy = false;
    let release = () => undefined as void;
    const other = locks.request('baton-snapshot', () => new Promise<void>((done) => (release = done)));
    await pass(60_000);
    expect(await reasons()).toEqual([]);
    await expect(window.make()).rejects.toMatchObject({ code: 'busy' });
    release();
    await other;
    await pass(HOUR);
    expect(await reasons()).toEqual(['daily']);
    expect(window.store.getState().failure).toBe(null);
  });

  it('is not made where it is switched off, and neither is one before a restore', async () => {
    await talk();
    await window.change({ automatic: false });
    window.refresh();
    await pass(2 * HOUR);
    await window.protect(new AbortController().signal);
    expect(await reasons()).toEqual([]);
    await window.change({ automatic: true });
    await window.protect(new AbortController().signal);
    expect(await reasons()).toEqual(['before-restore']);
  });

  it('is made before an install even where it is switched off, once for all windows, and waits for its turn', async () => {
    const { signal } = new AbortController();
    await expect(window.secure(signal)).rejects.toMatchObject({ code: 'nothing' });
    await talk();
    await window.change({ automatic: false });
    const held = Promise.withResolvers<undefined>();
    void locks.request('baton-snapshot', () => held.promise);
    const asked = Promise.all([window.secure(signal), window.secure(signal)]);
    expect(await reasons()).toEqual([]);
    held.resolve(undefined);
    const [first, second] = await asked;
    expect(second).toEqual(first);
    expect(await reasons()).toEqual(['before-install']);
  });

  it('verifies what a window left behind that was closed too early', async () => {
    await talk();
    const { snapshot } = await window.make();
    rmSync(join(bench.home.home, 'snapshots', `${snapshot.id}.json`));
    expect((await bench.client.list()).snapshots[0]?.state).toBe('unchecked');
    window.refresh();
    await pass(HOUR);
    expect((await bench.client.list()).snapshots).toMatchObject([{ id: snapshot.id, state: 'verified' }]);
  });

  it('says why it failed until it succeeds, and once a day when the user has heard of it', async () => {
    await talk();
    const { begin } = bench.client;
    bench.client.begin = () => Promise.reject(new TypeError('odd'));
    window.refresh();
    await pass(HOUR);
    expect(window.store.getState().failure).toMatchObject({ code: 'unknown' });
    expect(errors).toHaveLength(1);
    window.dismiss();
    await pass(HOUR);
    expect(errors).toHaveLength(2);
    expect(window.store.getState().failure).toBe(null);
    await pass(DAY);
    expect(window.store.getState().failure).toMatchObject({ code: 'unknown' });
    bench.client.begin = begin;
    await pass(HOUR);
    expect(window.store.getState().failure).toBe(null);
    expect(await reasons()).toEqual(['daily']);
  });

  it('by hand, makes none when nothing has changed, and can be stopped', async () => {
    await expect(window.make()).rejects.toMatchObject({ code: 'nothing' });
    const row = await talk();
    const first = await window.make();
    expect(first).toMatchObject({ isNew: true, snapshot: { reason: 'manual' } });
    expect(await window.make()).toEqual({ isNew: false, snapshot: first.snapshot });
    await renameSession(db, row.id, 'Renamed');
    const { put } = bench.client;
    bench.client.put = (...given) => {
      window.stop();
      return put(...given);
    };
    await expect(window.make()).rejects.toMatchObject({ name: 'AbortError' });
    expect(await reasons()).toEqual(['manual']);
    expect(window.store.getState()).toMatchObject({ active: null, failure: null });
  });

  it('a worker that breaks down is said so, and the next one is a new one', async () => {
    await talk();
    const client = createSnapshotClient(
      () => ({
        post: () => undefined,
        listen: (_hear, fail) => queueMicrotask(() => fail('out of memory')),
        end: () => undefined,
      }),
      HOST,
    );
    await expect(client.fingerprint()).rejects.toMatchObject({ code: 'unknown', message: 'out of memory' });
  });
});

describe('whether a day has its snapshot', () => {
  const now = new Date(2026, 10, 21, 12).getTime();
  const one = (at: number, state: 'verified' | 'unchecked' | 'damaged' = 'verified') => ({ at, state });

  it.for([
    ['none', [], true],
    ['this morning', [one(new Date(2026, 10, 21, 0, 1).getTime())], false],
    ['last night', [one(new Date(2026, 10, 20, 23, 59).getTime())], true],
    ['damaged', [one(now - 1000, 'damaged')], true],
    ['unchecked', [one(now - 1000, 'unchecked')], true],
    ['by a clock that was wrong', [one(now + 3 * DAY)], true],
  ] as const)('%s', ([, snapshots, due]) => {
    expect(isDue(snapshots, now)).toBe(due);
  });
});
