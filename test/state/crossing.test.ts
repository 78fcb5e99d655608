import { assert, asyncProperty, sample } from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { SessionHistory } from '#archive/records.ts';
import type { CrossingState } from '#contract/crossing.ts';
import { openArchive } from '#archive/read-archive.ts';
import { createSnapshotClient } from '#snapshots/snapshot-client.ts';
import { serveSnapshots } from '#snapshots/serve-snapshots.ts';
import type { SnapshotReply } from '#snapshots/snapshot-messages.ts';
import { createCrossing, findOffer, type Crossing, type Side } from '#state/crossing.ts';
import { createSnapshots, type Snapshots } from '#state/snapshots.ts';
import { prompts } from '#storage/library-repository.ts';
import { openDatabase } from '#storage/database.ts';
import type { SessionWriters } from '#storage/session-writers.ts';
import { renameSession } from '#storage/session-repository.ts';
import type { TransferFailure } from '#transfer/transfer-error.ts';
import { zipFiles } from '#transfer/zip/zip-files.ts';
import { addMessages } from '#test/fakes/add-messages.ts';
import { histories } from '#test/archive/arbitrary-session.ts';
import { fakeTransferClient } from '#test/fakes/fake-transfer-client.ts';
import { ARCHIVE, PREVIEW, REPORT } from '#test/fakes/transfers.ts';
import { FakeClock } from '#test/fakes/fake-clock.ts';
import { FakeLockManager } from '#test/fakes/lock-manager.ts';
import { openSnapshotBench, type SnapshotBench } from '#test/fakes/snapshot-bench.ts';
import { MemoryTarget } from '../transfer/memory-target.ts';
import { exported, fill, transferWorld, type TransferWorld } from '../transfer/transfer-world.ts';

const someHistories = histories.filter((all) => all.length > 0);
const THREE = sample(histories, { numRuns: 40, seed: 8 }).find((all) => all.length === 3) ?? [];

interface SideOf {
  side: Side;
  world: TransferWorld;
  snapshots: Snapshots;
  crossing: Crossing;
  failures: TransferFailure[];
}

let clock: FakeClock;
let bench: SnapshotBench;
let brought: string[];
let unread: string[];
beforeEach(() => {
  clock = new FakeClock();
  bench = openSnapshotBench(undefined, { clock });
  brought = [];
  unread = [];
});
afterEach(() => bench.dispose());

/** A window of one side: a history of its own, and the host's folder that both share. */
async function open(side: Side, given?: TransferWorld): Promise<SideOf> {
  const world = given ?? (await transferWorld());
  const snapshots = createSnapshots({
    host: bench.client,
    client: createSnapshotClient(
      () => {
        let onMessage: (reply: SnapshotReply) => void = () => undefined;
        const answer = serveSnapshots({
          openDatabase: () => openDatabase({ name: world.deps.db.name }),
          connect: () => bench.client,
          now: clock.now,
          pause: async () => undefined,
          onUnreadableRow: () => undefined,
          post: (reply) => onMessage(structuredClone(reply)),
        });
        return {
          post: (request) => void answer(structuredClone(request)),
          listen: (on) => (onMessage = on),
          end: () => undefined,
        };
      },
      { origin: 'app://ui', token: null },
    ),
    locks: new FakeLockManager(),
    now: clock.now,
    setTimeout: clock.setTimeout,
    clearTimeout: clock.clearTimeout,
    idle: async () => undefined,
    isBusy: () => false,
    writtenBy: () => 'Baton 1.0',
    beginBase: async () => null,
    onError: (error) => {
      throw error;
    },
  });
  const failures: TransferFailure[] = [];
  const crossing = createCrossing({
    client: world.client,
    snapshots,
    onBrought: async (id) => brought.push(id),
    onFailed: (failure) => failures.push(failure),
    onUnread: ({ code }) => unread.push(code),
  });
  return { side, world, snapshots, crossing, failures };
}

const hashes = async ({ world }: SideOf) => {
  const { manifest } = await openArchive(await zipFiles(await exported(world, new MemoryTarget())));
  return manifest.conversations.map(({ id, sha256 }) => `${id} ${sha256}`).toSorted();
};
const offer = async ({ side }: SideOf) => {
  const state: CrossingState = {
    brought: brought.map((snapshot) => ({ snapshot, at: 0 })),
    keys: 'there',
    passphraseFile: false,
  };
  return findOffer((await bench.client.list()).snapshots, state, side)?.id ?? null;
};
const ids = ({ world }: SideOf) => world.deps.db.sessions.toCollection().primaryKeys();
const isWhole = ({ crossing }: SideOf) => {
  const { comparison } = crossing.store.getState();
  return comparison.step === 'done' && comparison.missing.length === 0;
};

async function move(from: SideOf, to: SideOf): Promise<void> {
  await from.crossing.leave(from.side);
  await take(to);
}

async function take(to: SideOf): Promise<void> {
  await to.crossing.open((await offer(to)) ?? '');
  await to.crossing.bring();
}

describe('from one side to the other', () => {
  it('gives every conversation the same hash, keeps the source, and is found whole', async () => {
    await assert(
      asyncProperty(someHistories, async (all) => {
        brought = [];
        const [browser, desktop] = [await open('browser'), await open('desktop')];
        await fill(browser.world, all);
        const before = await hashes(browser);
        await move(browser, desktop);
        expect(await hashes(desktop)).toEqual(before);
        expect(await hashes(browser)).toEqual(before);
        expect(isWhole(desktop)).toBe(true);
        expect(await offer(desktop)).toBeNull();
      }),
      { numRuns: 6 },
    );
  });

  it('is offered to the other side alone, until it was brought', async () => {
    const [browser, desktop] = [await open('browser'), await open('desktop')];
    await fill(browser.world, THREE);
    await browser.snapshots.make();
    expect(await offer(desktop)).toBeNull();
    const { id } = await browser.crossing.leave('browser');
    expect(await offer(desktop)).toBe(id);
    expect(await offer(browser)).toBeNull();
    // Leaving again without a change makes no second copy.
    expect((await browser.crossing.leave('browser')).id).toBe(id);
    await take(desktop);
    expect(brought).toEqual([id]);
  });

  it('twice makes no duplicates, and takes along what is no conversation', async () => {
    const [browser, desktop] = [await open('browser'), await open('desktop')];
    await fill(browser.world, THREE);
    await move(browser, desktop);
    const once = await hashes(desktop);
    const [first = ''] = await ids(browser);
    await renameSession(browser.world.deps.db, first, 'Another title');
    const prompt = { id: 'p1', name: 'Short', text: 'Briefly.', createdAt: 1, updatedAt: 1 };
    await prompts.addMissing(browser.world.deps.db, [prompt]);
    await clock.advance(60_000);
    await move(browser, desktop);
    expect(await ids(desktop)).toHaveLength(once.length);
    expect(await desktop.world.deps.db.prompts.count()).toBe(1);
  });

  it('and back after changes on both sides keeps both', async () => {
    const [browser, desktop] = [await open('browser'), await open('desktop')];
    const [one, two, three] = THREE as [SessionHistory, SessionHistory, SessionHistory];
    await fill(browser.world, [one]);
    await move(browser, desktop);
    await fill(browser.world, [two]);
    await fill(desktop.world, [three]);
    await clock.advance(60_000);
    await move(desktop, browser);
    expect((await ids(browser)).toSorted()).toEqual(THREE.map(({ session }) => session.id).toSorted());
    expect(isWhole(browser)).toBe(true);
    // The desktop app hasn't lost anything, and gets what it lacked in the other direction.
    expect(await ids(desktop)).toHaveLength(2);
    await clock.advance(60_000);
    await move(browser, desktop);
    expect(await hashes(desktop)).toEqual(await hashes(browser));
  });
});

it('a conversation that was continued on both sides has both as branches', async () => {
  const [browser, desktop] = [await open('browser'), await open('desktop')];
  const [one] = THREE as [SessionHistory];
  await fill(browser.world, [one]);
  await move(browser, desktop);
  const { id } = one.session;
  const go = async ({ world }: SideOf, text: string) =>
    addMessages({ db: world.deps.db, writers: world.deps.writers as SessionWriters, now: () => clock.now() }, id, [
      { role: 'user', parts: [{ type: 'text', text }] },
    ]);
  await go(browser, 'from the browser');
  await go(desktop, 'from the app');
  const textsOf = async ({ world }: SideOf) =>
    JSON.stringify(await world.deps.db.messages.where({ sessionId: id }).toArray());
  for (const [from, to] of [
    [browser, desktop],
    [desktop, browser],
  ] as const) {
    await clock.advance(60_000);
    await move(from, to);
    expect(await textsOf(to)).toContain('from the browser');
    expect(await textsOf(to)).toContain('from the app');
    expect(isWhole(to)).toBe(true);
  }
});

describe('when something goes wrong', () => {
  it('a copy that was damaged on the disk changes nothing', async () => {
    const [browser, desktop] = [await open('browser'), await open('desktop')];
    await fill(browser.world, THREE);
    const { id } = await browser.crossing.leave('browser');
    const { writeFileSync } = await import('node:fs');
    writeFileSync(`${bench.home.home}/snapshots/${id}.zip`, 'cut off');
    await desktop.crossing.open(id);
    expect(desktop.crossing.store.getState().failure?.code).toBe('not-verified');
    expect(unread).toEqual(['not-verified']);
    expect(await ids(desktop)).toEqual([]);
    expect(brought).toEqual([]);
    // It is offered no more, and leaving again makes a good one.
    expect(await offer(desktop)).toBeNull();
    await clock.advance(60_000);
    await move(browser, desktop);
    expect(isWhole(desktop)).toBe(true);
  });

  it('a stop leaves what was restored, is not taken for the whole, and is continued', async () => {
    const [browser, desktop] = [await open('browser'), await open('desktop')];
    await fill(browser.world, THREE);
    await browser.crossing.leave('browser');
    const id = (await offer(desktop)) ?? '';
    await desktop.crossing.open(id);
    const stop = desktop.crossing.intake.store.subscribe((state) => {
      if (state.step === 'restoring' && !state.stopping && (state.progress?.conversations ?? 0) > 0)
        desktop.crossing.intake.stop();
    });
    await desktop.crossing.bring();
    stop();
    expect(desktop.crossing.intake.store.getState()).toMatchObject({ step: 'done', report: { stopped: 'cancelled' } });
    expect(brought).toEqual([]);
    expect(await offer(desktop)).toBe(id);
    await take(desktop);
    expect(await hashes(desktop)).toEqual(await hashes(browser));
    expect(brought).toEqual([id]);
  });

  it('a window that dies in the middle is followed by one that brings the rest', async () => {
    const [browser, desktop] = [await open('browser'), await open('desktop')];
    await fill(browser.world, THREE);
    await browser.crossing.leave('browser');
    await desktop.crossing.open((await offer(desktop)) ?? '');
    // Nothing of this window runs on after its first conversation: its worker's calls never come back.
    const { db } = desktop.world.deps;
    let left = 1;
    db.sessions.hook('creating', () => {
      if (left === 0) throw new Error('the process is gone');
      left -= 1;
    });
    await desktop.crossing.bring();
    expect(brought).toEqual([]);
    left = Number.POSITIVE_INFINITY;
    expect(await ids(desktop)).toHaveLength(1);
    // The next window has a worker of its own, which knows nothing of the first.
    const next = await open('desktop', await transferWorld(desktop.world.deps));
    await take(next);
    expect(await hashes(next)).toEqual(await hashes(browser));
    expect(isWhole(next)).toBe(true);
  });

  it('what is not here after all is named, and the copy is offered again', async () => {
    const worker = fakeTransferClient();
    const turn = () => new Promise((resolve) => setTimeout(resolve, 0));
    const snapshots = { check: async () => ({ state: 'verified' }), file: async () => new File([], 'a.zip') };
    const crossing = createCrossing({
      client: worker.client,
      snapshots: { ...snapshots, leave: () => Promise.reject(new Error('unused')) } as never,
      onBrought: async (id) => brought.push(id),
      onFailed: () => undefined,
      onUnread: () => undefined,
    });
    void crossing.open('one');
    await turn();
    worker.answer('open', ARCHIVE);
    await turn();
    worker.answer('preview', PREVIEW);
    await turn();
    void crossing.bring();
    await turn();
    // Everything, and not only what differs: prompts and projects come along with the whole archive alone.
    expect(worker.seen.at(-1)).toEqual({ method: 'restore', args: [ARCHIVE.id, 'all'] });
    worker.answer('restore', REPORT);
    await turn();
    worker.answer('preview', PREVIEW);
    await turn();
    const { comparison } = crossing.store.getState();
    if (comparison.step !== 'done') throw new Error(comparison.step);
    expect(comparison.missing.map(({ id }) => id)).toEqual(['fresh', 'joined', 'back', 'broken']);
    expect(brought).toEqual([]);
  });

  it('without a conversation there is nothing to leave', async () => {
    const browser = await open('browser');
    await expect(browser.crossing.leave('browser')).rejects.toMatchObject({ code: 'nothing' });
    expect((await bench.client.list()).snapshots).toEqual([]);
  });
});
