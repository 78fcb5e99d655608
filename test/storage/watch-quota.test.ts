import { afterEach, describe, expect, it, vi } from 'vitest';
import { createStorageQuota } from '#state/storage-quota.ts';
import { openDatabase, type BatonDatabase } from '#storage/database.ts';
import { FakeClock } from '#test/fakes/fake-clock.ts';
// oxlint-disable-next-line import/no-unassigned-import -- the storage of the page
import '#test/fakes/page-storage.ts';

let opened: BatonDatabase | null = null;

async function begin() {
  const clock = new FakeClock();
  const quota = createStorageQuota(clock);
  const db = await openDatabase({ name: 'room', quota });
  opened = db;
  const write = (key: string) => db.settings.put({ key, value: 1 });
  return { clock, db, write, isFull: () => quota.store.getState().full };
}

const full = () => new DOMException('full', 'QuotaExceededError');

describe('room in the database', () => {
  afterEach(async () => {
    await opened?.delete();
  });

  it('is not there when the engine refuses a write, and is there again some time after one that it took', async () => {
    const { clock, db, write, isFull } = await begin();
    await write('a');
    expect(isFull()).toBe(false);
    const put = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
      throw full();
    });
    await expect(write('b')).rejects.toThrow('full');
    expect(isFull()).toBe(true);
    put.mockRestore();
    await db.settings.toArray();
    await db.settings.delete('a');
    await clock.advance(60_000);
    expect(isFull()).toBe(true);
    await write('c');
    await clock.advance(7_000);
    expect(isFull()).toBe(true);
    await clock.advance(2_000);
    expect(isFull()).toBe(false);
    expect((await db.settings.toArray()).map(({ key }) => key)).toEqual(['c']);
  });

  it('is not there when the engine finds out as it commits, whatever else it still takes', async () => {
    const { clock, db, write, isFull } = await begin();
    const refuse = () =>
      db.transaction('rw', db.settings, async (transaction) => {
        await write('b');
        Object.defineProperty(transaction.idbtrans, 'error', {
          get: full,
          set(value) {
            void value;
          },
        });
        transaction.abort();
      });
    await expect(refuse()).rejects.toBeInstanceOf(Error);
    await expect.poll(isFull).toBe(true);
    await write('small');
    await clock.advance(5_000);
    await expect(refuse()).rejects.toBeInstanceOf(Error);
    await clock.advance(60_000);
    expect(isFull()).toBe(true);
  });

  it('is not asked about by a write that fails for another reason', async () => {
    const { db, write, isFull } = await begin();
    await write('a');
    await expect(db.settings.add({ key: 'a', value: 2 })).rejects.toMatchObject({ name: 'ConstraintError' });
    expect(isFull()).toBe(false);
  });
});
