import { describe, expect, it } from 'vitest';
import { DAY_MS } from '#core/trash-clock.ts';
import { createTrashCleaner } from '#flows/organize/trash-cleaner.ts';
import { sweepBlobs } from '#storage/blob-gc.ts';
import { saveBlob } from '#storage/blob-repository.ts';
import { createFolder, removeFolder } from '#storage/folder-repository.ts';
import { addProjectFiles } from '#storage/project-file-repository.ts';
import { changeProject } from '#storage/project-repository.ts';
import { createSession, restoreSession, trashSession } from '#storage/session-repository.ts';
import { removeSession } from '#storage/remove-session.ts';
import { createSessionWriters, lockName } from '#storage/session-writers.ts';
import { putSetting } from '#storage/setting-repository.ts';
import { TRASH_DAYS_KEY } from '#storage/trash-repository.ts';
import { FakeLockManager } from '#test/fakes/lock-manager.ts';
import { createWriterBus, openTestDatabase } from '#test/fakes/page-storage.ts';

async function open() {
  const db = await openTestDatabase();
  const locks = new FakeLockManager();
  const errors: unknown[] = [];
  let now = Date.UTC(2026, 10, 21);
  const timers = {
    setTimeout: (fn: () => void, ms: number) => globalThis.setTimeout(fn, ms),
    clearTimeout: (handle: unknown) => globalThis.clearTimeout(handle as NodeJS.Timeout),
  };
  const onError = (error: unknown) => errors.push(error);
  const writers = createSessionWriters({ db, locks, channel: createWriterBus()(), onError, ...timers });
  const keeper = createTrashCleaner(
    { db, writers, clock: { now: () => now, monotonic: () => now, ...timers }, onUnreadableRow: onError, onError },
    { remove: async (id) => void (await removeSession(db, id)) },
  );
  const titles = async () => (await db.sessions.toArray()).map(({ title }) => title);
  const begin = async (title: string) => (await createSession(db, { target: null, at: now, title })).id;
  const deleted = async (title: string) => {
    const id = await begin(title);
    await trashSession(db, id, now);
    return id;
  };
  /** Baton is used on each of this many days. */
  const use = async (days: number) => {
    for (let day = 0; day < days; day++) {
      now += DAY_MS;
      await keeper.sweep();
    }
  };
  const setDate = (at: number) => (now = at);
  return { db, locks, keeper, titles, begin, deleted, use, setDate, errors, now: () => now };
}

describe('the trash', () => {
  it('keeps what was deleted for thirty days, and what is not deleted for ever', async () => {
    const { keeper, titles, begin, deleted, use } = await open();
    await begin('kept');
    await deleted('gone');
    await keeper.sweep();
    await use(29);
    await deleted('later');
    await use(1);
    expect(await titles()).toEqual(['kept', 'later']);
    await use(30);
    expect(await titles()).toEqual(['kept']);
  });

  it.each([
    ['years ahead', Date.UTC(2060, 0, 1)],
    ['far back', 0],
    ['before 1970', -1_000],
  ])('is not emptied by a date that is %s, nor when it is right again', async (_name, wrong) => {
    const { keeper, titles, deleted, setDate, now, use } = await open();
    await deleted('gone');
    const right = now();
    await keeper.sweep();
    setDate(wrong);
    await keeper.sweep();
    await deleted('deleted at the wrong time');
    await keeper.sweep();
    setDate(right);
    await keeper.sweep();
    expect(await titles()).toHaveLength(2);
    await use(30);
    expect(await titles()).toEqual([]);
  });

  it('keeps everything for ever where the user wants that, and counts anew when they do not any more', async () => {
    const { db, titles, deleted, use } = await open();
    await putSetting(db, TRASH_DAYS_KEY, 0);
    await deleted('gone');
    await use(100);
    await putSetting(db, TRASH_DAYS_KEY, 7);
    await use(7);
    expect(await titles()).toEqual(['gone']);
    await use(1);
    expect(await titles()).toEqual([]);
  });

  it('is kept for its days where the setting cannot be read', async () => {
    const { db, keeper, titles, deleted, use } = await open();
    await putSetting(db, TRASH_DAYS_KEY, -5);
    await deleted('gone');
    await keeper.sweep();
    await use(29);
    expect(await titles()).toEqual(['gone']);
  });

  it('leaves alone what another window writes in, and takes it when that is over', async () => {
    const { locks, keeper, titles, deleted, use } = await open();
    const id = await deleted('busy');
    await keeper.sweep();
    const over = Promise.withResolvers<void>();
    const gate = Promise.withResolvers<void>();
    void locks.request(lockName(id), async () => {
      gate.resolve();
      await over.promise;
    });
    await gate.promise;
    await use(31);
    expect(await titles()).toEqual(['busy']);
    over.resolve();
    await use(1);
    expect(await titles()).toEqual([]);
  });

  it('counts from the start for what came back in between', async () => {
    const { db, keeper, titles, deleted, use, now } = await open();
    const id = await deleted('gone');
    await keeper.sweep();
    await use(29);
    await restoreSession(db, id);
    await use(5);
    await trashSession(db, id, now());
    await use(29);
    expect(await titles()).toEqual(['gone']);
  });

  it('keeps a deleted project as long, then removes it with its files', async () => {
    const { db, keeper, use, now } = await open();
    const { id } = await createFolder(db, { name: 'Research', parent: null, at: 1 });
    await changeProject(db, id, { instructions: 'Cite.' });
    const stored = await saveBlob(db, new Blob(['text']), 'text/plain');
    await addProjectFiles(db, [{ id: 'file', folder: id, name: 'a.txt', ...stored, createdAt: 1 }]);
    await removeFolder(db, id, now());
    await keeper.sweep();
    await use(29);
    await sweepBlobs(db);
    expect(await db.blobs.count()).toBe(1);
    expect(await db.projectFiles.count()).toBe(1);
    await use(1);
    await sweepBlobs(db);
    expect([await db.folders.count(), await db.projectFiles.count(), await db.blobs.count()]).toEqual([0, 0, 0]);
  });

  it('takes the tasks of a conversation along, which nothing else would find', async () => {
    const { db, keeper, titles, begin, use, now } = await open();
    const id = await begin('work');
    await createSession(db, {
      target: null,
      at: 1,
      title: 'task',
      task: { above: [id], call: 'c', background: false },
    });
    await trashSession(db, id, now());
    await keeper.sweep();
    await use(30);
    expect(await titles()).toEqual([]);
  });
});
