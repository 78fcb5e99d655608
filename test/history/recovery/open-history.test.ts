import { Dexie } from 'dexie';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  openHistory,
  type OpenHistoryDeps,
  type StartAnswer,
  type StartQuestion,
} from '#history/recovery/open-history.ts';
import { openRawCopy, restoreRawCopy } from '#history/recovery/read-raw.ts';
import type { FolderSnapshot, Packer, SnapshotFolder } from '#history/recovery/snapshot-folder.ts';
import { takeRawSnapshot } from '#history/recovery/take-raw-snapshot.ts';
import { UPGRADE_KEY } from '#storage/raw/check-upgrade.ts';
import { databaseInUse } from '#storage/database-in-use.ts';
import type { BatonDatabase } from '#storage/database.ts';
import { journalProfile } from '#storage/journal-marks.ts';
import { SCHEMA_STEPS, SCHEMA_VERSION, type SchemaStep } from '#storage/schema.ts';
import { MemoryFiles } from '#test/archive/memory-files.ts';
import { FakeLockManager } from '#test/fakes/lock-manager.ts';
import { openTestDatabase } from '#test/fakes/page-storage.ts';

const NEXT = SCHEMA_VERSION + 1;
const GOOD: SchemaStep = {
  version: NEXT,
  stores: { later: '&id' },
  changes: { messages: ['weight'] },
  upgrade: (transaction) => transaction.table('messages').toCollection().modify({ weight: 1 }),
};
const LOSES: SchemaStep = { version: NEXT, stores: {}, upgrade: (one) => one.table('messages').delete('m1') };

/** An in-memory folder; a packed file is the list of its files. */
function folder() {
  const snapshots = new Map<string, { files: MemoryFiles; list: FolderSnapshot }>();
  const confirmed: string[] = [];
  let writing = new MemoryFiles();
  const packer: Packer = {
    sink: async () => ({ add: (name, content) => writing.add(name, content), end: () => Promise.resolve() }),
    files: async (blob) => snapshots.get(await blob.text())?.files.list() ?? [],
  };
  const host: SnapshotFolder = {
    list: () => Promise.resolve([...snapshots.values()].map(({ list }) => list)),
    async write(schemaVersion, fill) {
      writing = new MemoryFiles();
      const counts = await fill(new WritableStream());
      const id = `snapshot-${snapshots.size + 1}`;
      const list = { id, at: 1, schemaVersion, beforeUpgrade: true, damaged: false, bytes: 1, counts };
      snapshots.set(id, { files: writing, list });
      return id;
    },
    read: (id) => Promise.resolve(new Blob([id])),
    async confirm(id) {
      confirmed.push(id);
    },
  };
  return { host, packer, snapshots, confirmed };
}

function start(given: Partial<OpenHistoryDeps> & { answers?: StartAnswer[] } = {}) {
  const at = folder();
  const asked: StartQuestion[] = [];
  const notified = new Set<string>();
  const deps: OpenHistoryDeps = {
    locks: new FakeLockManager(),
    now: () => 5,
    ask: (question) => {
      asked.push(question);
      const answer = given.answers?.shift();
      return answer ? Promise.resolve(answer) : Promise.reject(new Error(`nobody answers ${question.kind}`));
    },
    onProgress: ({ step }) => void notified.add(step),
    takeSnapshot: (db, options) =>
      takeRawSnapshot(db, at.host, at.packer, { writtenBy: 'test', writtenAt: 1, ...options }),
    countSnapshots: () => Promise.resolve(0),
    freeBytes: () => Promise.resolve(null),
    remembered: null,
    onClosed: () => undefined,
    quota: { refused: () => undefined, stored: () => undefined },
    ...given,
  };
  return {
    ...at,
    asked,
    notified,
    open: (steps?: readonly SchemaStep[]) => openHistory(steps ? { ...deps, steps } : deps),
  };
}

async function wipe(): Promise<void> {
  for (const { name } of await indexedDB.databases()) if (name) await Dexie.delete(name);
}

async function seed(): Promise<void> {
  const db = await openTestDatabase('baton');
  await db.table('sessions').add({ id: 's', title: 'one', updatedAt: 1, deletedAt: 0 });
  for (const id of ['m1', 'm2'])
    await db.table('messages').add({ id, sessionId: 's', seq: Number(id[1]), parentKey: 'p', status: 'complete' });
  db.close();
}

const version = async (): Promise<number> => (await databaseInUse()).version;

describe('opening a history', () => {
  beforeEach(wipe);
  afterEach(wipe);

  it('asks nothing and copies nothing where there is nothing to upgrade', async () => {
    const { open, notified, snapshots } = start();
    (await open()).close();
    await seed();
    (await open()).close();
    expect([notified.size, snapshots.size]).toEqual([0, 0]);
  });

  it('takes a snapshot that was read back before it upgrades, and remembers which', async () => {
    await seed();
    const { open, notified, confirmed, snapshots } = start();
    const db = await open([...SCHEMA_STEPS, GOOD]);
    expect(await db.table('messages').toArray()).toMatchObject([
      { id: 'm1', weight: 1 },
      { id: 'm2', weight: 1 },
    ]);
    expect(await db.settings.get(UPGRADE_KEY)).toMatchObject({
      value: { snapshot: 'snapshot-1', from: SCHEMA_VERSION },
    });
    db.close();
    expect([...notified]).toEqual(['copy', 'upgrade']);
    expect(confirmed).toEqual(['snapshot-1']);
    expect(snapshots.get('snapshot-1')?.list.counts).toEqual({ conversations: 1, messages: 2, blobs: 0 });
  });

  it('asks when no snapshot can be taken, as often as it takes', async () => {
    await seed();
    const takeSnapshot = () => Promise.reject(new Error('the disk is full'));
    const { open, asked } = start({ takeSnapshot, answers: ['again', 'anyway'] });
    const db = await open([...SCHEMA_STEPS, GOOD]);
    expect(await db.settings.get(UPGRADE_KEY)).toMatchObject({ value: { snapshot: null } });
    db.close();
    expect(asked).toHaveLength(2);
    expect(asked[0]).toMatchObject({ kind: 'no-snapshot', error: { message: 'the disk is full' }, to: NEXT });
  });

  it('upgrades nothing while nobody answers', async () => {
    await seed();
    const { open } = start({ takeSnapshot: () => Promise.reject(new Error('no host')) });
    await expect(open([...SCHEMA_STEPS, GOOD])).rejects.toThrow('nobody answers no-snapshot');
    expect(await version()).toBe(SCHEMA_VERSION * 10);
  });

  it('copies again when somebody wrote meanwhile', async () => {
    await seed();
    const at = folder();
    let taken = 0;
    const { open } = start({
      async takeSnapshot(db) {
        const snapshot = await takeRawSnapshot(db, at.host, at.packer, { writtenBy: 'test', writtenAt: 1 });
        taken += 1;
        if (taken > 1) return snapshot;
        const other = await openTestDatabase('baton');
        await other.table('usage').add({ id: 'late', sessionId: 's', at: 1 });
        other.close();
        return snapshot;
      },
    });
    const db = await open([...SCHEMA_STEPS, GOOD]);
    expect(taken).toBe(2);
    expect(await db.settings.get(UPGRADE_KEY)).toMatchObject({ value: { snapshot: 'snapshot-2' } });
    db.close();
  });

  it('asks where there is too little room', async () => {
    await seed();
    const { open, asked } = start({ freeBytes: () => Promise.resolve(1_000), answers: ['anyway'] });
    (await open([...SCHEMA_STEPS, GOOD])).close();
    expect(asked).toMatchObject([{ kind: 'little-room', free: 1_000 }]);
  });

  it('is as before after an upgrade that loses rows', async () => {
    await seed();
    const { open } = start();
    await expect(open([...SCHEMA_STEPS, LOSES])).rejects.toMatchObject({ code: 'upgrade-refused' });
    expect(await version()).toBe(SCHEMA_VERSION * 10);
    const db = await open();
    expect(await db.messages.count()).toBe(2);
    db.close();
  });

  it('is as before after an upgrade that finds no room', async () => {
    await seed();
    const { open } = start();
    const full: SchemaStep = {
      ...GOOD,
      upgrade: () => Promise.reject(new DOMException('full', 'QuotaExceededError')),
    };
    await expect(open([...SCHEMA_STEPS, full])).rejects.toMatchObject({ code: 'quota' });
    expect(await version()).toBe(SCHEMA_VERSION * 10);
    const db = await open();
    expect(await db.messages.count()).toBe(2);
    db.close();
  });

  it('goes back to the version before, keeps what was written since, and does not upgrade that without a word', async () => {
    await seed();
    const { open, host, packer, asked } = start({ answers: ['anyway'] });
    const upgraded = await open([...SCHEMA_STEPS, GOOD]);
    await upgraded.table('messages').add({ id: 'm3', sessionId: 's', seq: 3, parentKey: 'p', status: 'complete' });
    upgraded.close();
    const copy = await openRawCopy(await packer.files(await host.read('snapshot-1')));
    if (!copy) throw new Error('no copy');
    await restoreRawCopy(copy, { now: 8, hold: true });
    expect(await databaseInUse()).toEqual({ name: 'baton-2', version: SCHEMA_VERSION * 10 });

    const older = await open();
    expect(await older.messages.toCollection().primaryKeys()).toEqual(['m1', 'm2']);
    older.close();
    const again = await open([...SCHEMA_STEPS, GOOD]);
    expect(asked).toMatchObject([{ kind: 'held', from: SCHEMA_VERSION, to: NEXT }]);
    expect(again.name).toBe('baton-2');
    again.close();
    const retained = await new Dexie('baton').open();
    expect(await retained.table('messages').count()).toBe(3);
    retained.close();
  });

  it('asks where there was a history and there is none', async () => {
    const remembered = { database: 'baton', conversations: 12, at: 1 };
    const missing = start({ remembered, answers: ['again', 'anyway'] });
    (await missing.open()).close();
    expect(missing.asked).toEqual([
      { kind: 'vanished', remembered },
      { kind: 'vanished', remembered },
    ]);
    // A new, empty one was created in its place.
    const emptied = start({ remembered, answers: ['anyway'] });
    (await emptied.open()).close();
    expect(emptied.asked).toMatchObject([{ kind: 'vanished' }]);
    await seed();
    (await start({ remembered }).open()).close();
    const older = start({ remembered: { ...remembered, database: 'baton-3' }, answers: ['anyway'] });
    (await older.open()).close();
    expect(older.asked).toMatchObject([{ kind: 'vanished' }]);
  });

  it('leaves the journal with the history that the user continues without, and no other', async () => {
    const remembered = { database: 'baton', conversations: 1, at: 1 };
    const bind = async (database: BatonDatabase): Promise<string> => {
      const profile = await journalProfile(database);
      database.close();
      return profile;
    };
    const emptied = await bind(await openTestDatabase('baton'));
    const left = await bind(await start({ remembered, answers: ['anyway'] }).open());
    expect(left).not.toBe(emptied);
    await seed();
    expect(await bind(await start({ remembered }).open())).toBe(left);
    // Another window restored the history while this one was asking.
    await wipe();
    await openTestDatabase('baton').then((database) => database.close());
    let bound = '';
    const { open } = start({
      remembered,
      async ask() {
        await seed();
        bound = await bind(await openTestDatabase('baton'));
        return 'anyway';
      },
    });
    expect(await bind(await open())).toBe(bound);
  });

  it('asks in a browser that knows of nothing when the folder has snapshots', async () => {
    const { open, asked } = start({ countSnapshots: () => Promise.resolve(2), answers: ['anyway'] });
    (await open()).close();
    expect(asked).toEqual([{ kind: 'copy-found' }]);
  });
});
