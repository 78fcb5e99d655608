import { forceCloseDatabase } from 'fake-indexeddb';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openDatabase } from '#storage/database.ts';
import type { StorageError } from '#storage/storage-error.ts';
// oxlint-disable-next-line import/no-unassigned-import -- the storage of the page
import '#test/fakes/page-storage.ts';

const thrown = vi.hoisted(() => ({ next: null as DOMException | null }));
vi.mock('#storage/database-in-use.ts', () => ({
  databaseInUse: async (name = 'keep-open') => {
    if (thrown.next) throw thrown.next;
    return { name, version: 1 };
  },
}));

const FULL = new DOMException('Encountered full disk while opening backing store', 'QuotaExceededError');
const DAMAGED = new DOMException('Internal error opening backing store', 'UnknownError');

describe('a database that the engine has closed', () => {
  const refused = vi.fn<() => void>();
  const onClosed = vi.fn<(reason: StorageError) => void>();
  let db: Awaited<ReturnType<typeof openDatabase>>;

  beforeEach(async () => {
    thrown.next = null;
    db = await openDatabase({ name: 'keep-open', onClosed, quota: { refused, stored: () => undefined } });
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  });
  afterEach(async () => {
    thrown.next = null;
    await vi.advanceTimersByTimeAsync(10_000);
    vi.useRealTimers();
    vi.clearAllMocks();
    db.close();
  });
  const closeBy = async (error: DOMException): Promise<void> => {
    thrown.next = error;
    // The package types its own database as a class here.
    forceCloseDatabase(db.backendDB() as never);
    await vi.advanceTimersByTimeAsync(0);
  };

  it('is opened again for as long as the disk is full, and that is said', async () => {
    await closeBy(FULL);
    await vi.advanceTimersByTimeAsync(600_000);
    expect(refused.mock.calls.length).toBeGreaterThan(100);
    expect(onClosed).not.toHaveBeenCalled();
  });

  it('is not touched while the disk takes no file, and is opened again when it does', async () => {
    let writable = false;
    let refusals = 0;
    const getDirectory = async () => ({
      getFileHandle: async () => ({
        createWritable: async () => {
          // After a while Chromium no longer says that the disk is full.
          if (!writable)
            throw (refusals += 1) < 10 ? FULL : new DOMException('The state had changed', 'InvalidStateError');
          return { write: async () => undefined, close: async () => undefined };
        },
      }),
      removeEntry: async () => undefined,
    });
    vi.stubGlobal('navigator', { storage: { getDirectory } });
    const open = vi.spyOn(db, 'open');
    await closeBy(DAMAGED);
    await vi.advanceTimersByTimeAsync(600_000);
    expect(refused).toHaveBeenCalled();
    expect(onClosed).not.toHaveBeenCalled();
    expect(open).not.toHaveBeenCalled();
    thrown.next = null;
    writable = true;
    await vi.advanceTimersByTimeAsync(10_000);
    expect(open).toHaveBeenCalledOnce();
    vi.unstubAllGlobals();
  });

  it('is given up after a minute for any other reason, which is no want of room', async () => {
    await closeBy(DAMAGED);
    await vi.advanceTimersByTimeAsync(30_000);
    expect(onClosed).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(onClosed.mock.calls.map(([reason]) => reason.detail)).toEqual([
      'UnknownError: Internal error opening backing store',
    ]);
    expect(refused).not.toHaveBeenCalled();
  });
});
