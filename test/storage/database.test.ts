import { forceCloseDatabase } from 'fake-indexeddb';
import { openTestDatabase } from '#test/fakes/page-storage.ts';
import { Dexie } from 'dexie';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { type BatonDatabase, openDatabase, requestPersistence } from '#storage/database.ts';
import { StorageError, toStorageError } from '#storage/storage-error.ts';
import { withTimeLimit } from '#storage/with-time-limit.ts';

afterEach(() => vi.unstubAllGlobals());

/** Closes the database like an engine that can't continue. The package types its own database as a class here. */
const shut = (db: BatonDatabase) => forceCloseDatabase(db.backendDB() as never);

describe('opening the database', () => {
  it('writes with strict durability and keeps what it wrote', async () => {
    const db = await openTestDatabase('kept');
    await db.settings.put({ key: 'a', value: { deep: [1, 2] } });
    db.close();
    const spy = vi.spyOn(IDBDatabase.prototype, 'transaction');
    const again = await openTestDatabase('kept');
    expect(await again.settings.get('a')).toEqual({ key: 'a', value: { deep: [1, 2] } });
    await again.settings.put({ key: 'b', value: 1 });
    expect(spy.mock.calls.at(-1)?.[2]).toEqual({ durability: 'strict' });
  });

  it('refuses a history that a newer Baton has written, and leaves it alone', async () => {
    const newer = new Dexie('newer');
    newer.version(99).stores({ sessions: '&id', later: '&id' });
    await newer.open();
    await newer.table('later').put({ id: 'kept' });
    newer.close();
    await expect(openDatabase({ name: 'newer' })).rejects.toMatchObject({ code: 'newer-version' });
    expect((await indexedDB.databases()).find(({ name }) => name === 'newer')?.version).toBe(990);
    await newer.open();
    expect(await newer.table('later').get('kept')).toEqual({ id: 'kept' });
  });

  it('gives up on a database that neither opens nor fails', async () => {
    const { IDBRequest: Request } = globalThis;
    vi.spyOn(IDBFactory.prototype, 'open').mockImplementation(
      () => Object.create(Request.prototype) as IDBOpenDBRequest,
    );
    await expect(openDatabase({ name: 'silent', timeLimit: 50 })).rejects.toMatchObject({ code: 'timeout' });
  });

  it('names a window that holds an older version open', async () => {
    const older = await new Promise<IDBDatabase>((resolve, reject) => {
      const request = indexedDB.open('held', 1);
      request.addEventListener('success', () => resolve(request.result));
      request.addEventListener('error', () => reject(request.error ?? new Error('open')));
    });
    await expect(openDatabase({ name: 'held', timeLimit: 200 })).rejects.toMatchObject({ code: 'blocked' });
    older.close();
  });

  it('tells when another window upgrades the database', async () => {
    let closed = 0;
    const db = await openDatabase({ name: 'upgraded', onClosed: () => (closed += 1) });
    const upgrade = indexedDB.open('upgraded', 990);
    await new Promise((resolve) => upgrade.addEventListener('success', resolve));
    upgrade.result.close();
    expect(closed).toBe(1);
    await expect(db.settings.toArray()).rejects.toSatisfy((error) => toStorageError(error).code === 'closed');
  });

  it('opens again what the engine closed, as it does on a full disk, until that works', async () => {
    const heard: string[] = [];
    const quota = { refused: () => heard.push('refused'), stored: () => undefined };
    const db = await openDatabase({ name: 'shut', onClosed: () => heard.push('closed'), quota });
    await db.settings.put({ key: 'a', value: 1 });
    for (const failures of [0, 1]) {
      heard.length = 0;
      const open = vi.spyOn(db, 'open');
      for (let count = 0; count < failures; count++)
        open.mockRejectedValueOnce(new DOMException('no room', 'QuotaExceededError'));
      const before = db.backendDB();
      shut(db);
      await vi.waitFor(() => expect(db.isOpen() && db.backendDB() !== before).toBe(true));
      expect(await db.settings.get('a')).toEqual({ key: 'a', value: 1 });
      expect(heard).toEqual(Array.from({ length: failures }, () => 'refused'));
      open.mockRestore();
    }
    db.close();
  });

  it('tells when the database was removed, and makes no empty one in its place', async () => {
    let closed = 0;
    const db = await openDatabase({ name: 'removed', onClosed: () => (closed += 1) });
    vi.spyOn(indexedDB, 'databases').mockResolvedValueOnce([]);
    shut(db);
    await vi.waitFor(() => expect(closed).toBe(1));
    expect(db.isOpen()).toBe(false);
  });
});

describe('storage failures', () => {
  it('finds the reason under the wrapping', () => {
    const quota = Object.assign(new Error('outer'), { name: 'AbortError', inner: { name: 'QuotaExceededError' } });
    expect(toStorageError(quota)).toMatchObject({ code: 'quota', message: expect.stringContaining('disk is full') });
    expect(toStorageError(new Error('who knows')).code).toBe('unknown');
    expect(toStorageError(new Error('who knows')).detail).toContain('who knows');
    const known = new StorageError('missing');
    expect(toStorageError(known)).toBe(known);
    expect(toStorageError({ name: 'X', inner: known })).toBe(known);
  });

  it('limits the time of one operation and leaves a quick one alone', async () => {
    await expect(withTimeLimit(new Promise(() => undefined), 10, 'read')).rejects.toMatchObject({ code: 'timeout' });
    await expect(withTimeLimit(Promise.resolve(7), 1_000, 'read')).resolves.toBe(7);
    await expect(withTimeLimit(Promise.reject(new Error('own')), 1_000, 'read')).rejects.toThrow('own');
  });
});

describe('asking for persistence', () => {
  it('reports what the browser said, also when it cannot be asked', async () => {
    const manager = (persist: () => Promise<boolean>) => ({ persist }) as StorageManager;
    expect(await requestPersistence(manager(async () => true))).toBe(true);
    expect(await requestPersistence(manager(async () => Promise.reject(new Error('no'))))).toBe(false);
    expect(await requestPersistence(undefined)).toBe(false);
  });
});
