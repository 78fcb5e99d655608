import { Dexie } from 'dexie';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { MANIFEST_FILE, type Manifest } from '#archive/manifest.ts';
import { writeArchive } from '#archive/write-archive.ts';
import { historySource } from '#history/archive/read-history.ts';
import { createDatabaseRecovery, type DatabaseRecovery } from '#history/recovery/create-database-recovery.ts';
import { RAW_FILE, type RawManifest } from '#history/recovery/raw-manifest.ts';
import type { Packer, SnapshotFolder } from '#history/recovery/snapshot-folder.ts';
import { removeUnfinished } from '#history/recovery/unfinished-restores.ts';
import { writeRaw } from '#history/recovery/write-raw.ts';
import { databaseInUse, listDatabases } from '#storage/database-in-use.ts';
import { openDatabase } from '#storage/database.ts';
import { attachJournal } from '#storage/journal-marks.ts';
import { openAtVersion, openRaw } from '#storage/raw/raw-database.ts';
import { SCHEMA_VERSION } from '#storage/schema.ts';
import { openSearchDatabase } from '#storage/raw/search-database.ts';
import { createSession } from '#storage/session-repository.ts';
import { MemoryFiles } from '#test/archive/memory-files.ts';
import { FakeLockManager } from '#test/fakes/lock-manager.ts';
import { collectReports } from '#test/fakes/page-storage.ts';

async function wipe(): Promise<void> {
  for (const { name } of await indexedDB.databases()) if (name) await Dexie.delete(name);
}

async function setUp(more: readonly string[] = []) {
  const db = await openDatabase({ name: 'baton' });
  await createSession(db, { target: null, at: 1, title: 'kept' });
  for (const title of more) await createSession(db, { target: null, at: 2, title });
  const archive = new MemoryFiles();
  const ids = await db.sessions.toCollection().primaryKeys();
  await writeArchive(historySource(db, collectReports().onUnreadableRow), ids, archive, {
    writtenBy: 't',
    writtenAt: 1,
  });
  db.close();
  const raw = await openRaw('baton');
  if (!raw) throw new Error('no database');
  const copy = new MemoryFiles();
  await writeRaw(raw, copy, { writtenBy: 't', writtenAt: 1 });
  raw.close();

  const snapshots = new Map([
    ['archive', archive],
    ['raw', copy],
  ]);
  const exported = new MemoryFiles();
  const packer: Packer = {
    sink: async () => ({ add: (name, content) => exported.add(name, content), end: () => Promise.resolve() }),
    files: async (blob) => snapshots.get(await blob.text())?.list() ?? [],
  };
  const snapshot = { at: 1, schemaVersion: 7, beforeUpgrade: false, bytes: 1, counts: null };
  const folder: SnapshotFolder = {
    list: () =>
      Promise.resolve([
        { ...snapshot, id: 'archive', damaged: false },
        { ...snapshot, id: 'broken', damaged: true },
      ]),
    write: () => Promise.reject(new Error('not asked for')),
    read: (id) => Promise.resolve(new Blob([id])),
    confirm: () => Promise.resolve(),
  };
  let switches = 0;
  const locks = new FakeLockManager();
  const removed: string[] = [];
  const unexpected = () => Promise.reject(new Error('not asked for'));
  const journals = {
    list: unexpected,
    records: unexpected,
    blob: unexpected,
    move: unexpected,
    remove: async (profile: string) => void removed.push(profile),
    clearSiteData: unexpected,
  };
  const rescue = createDatabaseRecovery({
    locks,
    folder,
    journals,
    packer,
    now: () => 3,
    writtenBy: 't',
    switched: () => (switches += 1),
  });
  return { rescue, snapshots, exported, removed, switches: () => switches };
}

const titles = async (): Promise<string[]> => {
  const db = await openDatabase();
  const rows = await db.sessions.toArray();
  db.close();
  return rows.map(({ title }) => title);
};

describe('a rescue', () => {
  beforeEach(wipe);
  afterEach(wipe);

  it.each(['archive', 'raw'])('brings a snapshot of the kind %s back beside what there is', async (id) => {
    const { rescue, switches } = await setUp();
    expect((await rescue.snapshots()).map((one) => one.id)).toEqual(['archive']);
    expect(await rescue.restore(id, () => undefined)).toEqual([]);
    expect(await databaseInUse()).toMatchObject({ name: 'baton-2' });
    expect(new Set((await indexedDB.databases()).map(({ name }) => name))).toEqual(new Set(['baton', 'baton-2']));
    expect(await titles()).toEqual(['kept']);
    expect(switches()).toBe(1);
  });

  it('leaves everything as it is when the snapshot is damaged', async () => {
    const { rescue, snapshots, switches } = await setUp();
    for (const [id, file] of [
      ['archive', 'conversations/000001.ndjson'],
      ['raw', 'tables/sessions.ndjson'],
    ] as const) {
      snapshots.get(id)?.put(file, '{}');
      await expect(rescue.restore(id, () => undefined)).rejects.toMatchObject({ code: 'damaged' });
    }
    expect((await indexedDB.databases()).map(({ name }) => name)).toEqual(['baton']);
    expect(switches()).toBe(0);
  });

  it('brings the conversations back and names what is damaged beside them', async () => {
    const { rescue, snapshots, switches } = await setUp();
    snapshots.get('archive')?.put('library.ndjson', '{');
    snapshots.get('archive')?.put('tool-lists.ndjson', '{');
    expect(await rescue.restore('archive', () => undefined)).toEqual(['library', 'tool-lists']);
    expect(await titles()).toEqual(['kept']);
    expect(switches()).toBe(1);
  });

  it('brings back the other conversations when one is damaged, and names that one', async () => {
    const { rescue, snapshots, switches } = await setUp(['hit']);
    const archive = snapshots.get('archive');
    const manifest = JSON.parse(new TextDecoder().decode(archive?.contents.get(MANIFEST_FILE))) as Manifest;
    const hit = manifest.conversations.find(({ title }) => title === 'hit');
    archive?.put(hit?.file ?? '', '{}');
    expect(await rescue.restore('archive', () => undefined)).toEqual([{ id: hit?.id, title: 'hit' }]);
    expect(await titles()).toEqual(['kept']);
    expect(switches()).toBe(1);
  });

  it('does not bring into use what only a newer version opens', async () => {
    const { rescue, snapshots, switches } = await setUp();
    const manifest = JSON.parse(new TextDecoder().decode(snapshots.get('raw')?.contents.get(RAW_FILE))) as RawManifest;
    manifest.database.version = 10_000;
    snapshots.get('raw')?.put(RAW_FILE, JSON.stringify(manifest));
    await expect(rescue.restore('raw', () => undefined)).rejects.toMatchObject({ code: 'newer-version' });
    expect((await indexedDB.databases()).map(({ name }) => name)).toEqual(['baton']);
    expect(switches()).toBe(0);
  });

  it('begins an empty history, and the other one stays', async () => {
    const { rescue } = await setUp();
    await rescue.startEmpty();
    expect((await listDatabases()).map(({ name }) => name)).toEqual(['baton-2', 'baton']);
    expect(await titles()).toEqual([]);
  });

  it('begins an empty history after a restore that is running, not below it', async () => {
    const { rescue, snapshots } = await setUp();
    const copy = snapshots.get('raw');
    const files = copy?.list() ?? [];
    const { promise: filling, resolve: fill } = Promise.withResolvers<void>();
    const { promise: gate, resolve: goOn } = Promise.withResolvers<void>();
    let reads = 0;
    vi.spyOn(copy ?? new MemoryFiles(), 'list').mockReturnValue(
      files.map((file) => ({
        ...file,
        async *read() {
          // The first reading verifies it.
          if (file.name === 'tables/sessions.ndjson' && (reads += 1) === 2) {
            fill();
            await gate;
          }
          yield* file.read();
        },
      })),
    );
    const restored = rescue.restore('raw', () => undefined);
    await filling;
    const empty = rescue.startEmpty();
    await Promise.race([empty, new Promise((resolve) => setTimeout(resolve, 200))]);
    goOn();
    await restored;
    expect(await titles()).toEqual(['kept']);
    await empty;
    expect(await titles()).toEqual([]);
    expect((await listDatabases()).map(({ name }) => name)).toEqual(['baton-3', 'baton-2', 'baton']);
  });

  describe('beside a history that is kept apart', () => {
    const retainedNames = async (rescue: DatabaseRecovery) => (await rescue.listRetained()).map(({ name }) => name);

    it('tells what is in it, and nothing where there is none', async () => {
      const { rescue } = await setUp();
      expect(await rescue.listRetained()).toEqual([]);
      await rescue.startEmpty();
      const holds = { conversations: 1, messages: 0, changedAt: 1, journal: null };
      expect(await rescue.listRetained()).toEqual([{ name: 'baton', isNewer: false, holds }]);
    });

    it('brings it into use again, and keeps the one that was in use', async () => {
      const { rescue, switches } = await setUp();
      await rescue.startEmpty();
      const progress: number[][] = [];
      await rescue.takeAgain('baton', (...step) => progress.push(step));
      expect(await titles()).toEqual(['kept']);
      expect(await databaseInUse()).toMatchObject({ name: 'baton-3', version: SCHEMA_VERSION * 10 });
      expect(await retainedNames(rescue)).toEqual(['baton-2']);
      expect(progress.at(-1)).toEqual([1, 1]);
      expect(switches()).toBe(2);
    });

    it('changes nothing when it cannot be copied whole, or not at all', async () => {
      const { rescue, switches } = await setUp();
      await rescue.startEmpty();
      const put = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
        throw new DOMException('full', 'QuotaExceededError');
      });
      await expect(rescue.takeAgain('baton', () => undefined)).rejects.toMatchObject({ name: 'QuotaExceededError' });
      put.mockRestore();
      // A row that is stored as a different one.
      vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementationOnce(function put(this: IDBObjectStore) {
        return this.add({ id: 'other', updatedAt: 1, deletedAt: 0 });
      });
      await expect(rescue.takeAgain('baton', () => undefined)).rejects.toThrow('not copied as it is');
      await expect(rescue.takeAgain('baton-2', () => undefined)).rejects.toMatchObject({ code: 'missing' });
      (await openAtVersion('baton-3', 10_000, (fresh) => fresh.createObjectStore('sessions'))).close();
      (await openAtVersion('baton-4', 70, (fresh) => fresh.createObjectStore('sessions'))).close();
      await expect(rescue.takeAgain('baton-3', () => undefined)).rejects.toMatchObject({ code: 'newer-version' });
      expect((await listDatabases()).map(({ name }) => name)).toEqual(['baton-4', 'baton-3', 'baton-2', 'baton']);
      expect(await indexedDB.databases()).toHaveLength(4);
      expect(switches()).toBe(1);
    });

    it('lists one that cannot be read, or that a newer version wrote', async () => {
      const { rescue } = await setUp();
      (await openAtVersion('baton-2', 10_000, (fresh) => fresh.createObjectStore('odd'))).close();
      (await openAtVersion('baton-3', 70, (fresh) => fresh.createObjectStore('odd'))).close();
      expect((await rescue.listRetained())[0]).toEqual({ name: 'baton-2', isNewer: true, holds: null });
    });

    it('removes it for good, and never the one in use', async () => {
      const { rescue } = await setUp();
      await expect(rescue.removeRetained('baton')).rejects.toMatchObject({ code: 'missing' });
      expect(await titles()).toEqual(['kept']);
      await rescue.startEmpty();
      await expect(rescue.removeRetained('baton-2')).rejects.toMatchObject({ code: 'missing' });
      (await openSearchDatabase('baton')).close();
      await rescue.removeRetained('baton');
      expect(await retainedNames(rescue)).toEqual([]);
      expect(await databaseInUse()).toMatchObject({ name: 'baton-2' });
      expect((await indexedDB.databases()).map(({ name }) => name)).toEqual(['baton-2']);
    });

    it('removes its journal with it, and none that it only was a copy with', async () => {
      const { rescue, removed } = await setUp();
      const mark = async (database: string) => {
        const db = await openDatabase({ name: 'baton' });
        await attachJournal(db, 'its-own', database);
        db.close();
      };
      await mark('baton-7');
      await rescue.startEmpty();
      expect((await rescue.listRetained())[0]?.holds?.journal).toBe(null);
      await mark('baton');
      expect((await rescue.listRetained())[0]?.holds?.journal).toBe('its-own');
      await rescue.removeRetained('baton');
      expect(removed).toEqual(['its-own']);
    });

    it('exports what is readable of it', async () => {
      const { rescue } = await setUp();
      await rescue.startEmpty();
      const [inUse, apart] = [await rescue.exportReadable(new WritableStream(), () => undefined)].concat(
        await rescue.exportReadable(new WritableStream(), () => undefined, 'baton'),
      );
      expect([inUse?.conversations, apart?.conversations]).toEqual([0, 1]);
    });
  });

  it('clears away what a restore left that was killed, and nothing else', async () => {
    await setUp();
    for (const name of ['baton-2', 'baton-being-restored'])
      (await openAtVersion(name, 1, (fresh) => fresh.createObjectStore('sessions'))).close();
    await removeUnfinished(new FakeLockManager());
    expect((await indexedDB.databases()).map(({ name }) => name)).toEqual(['baton']);
  });

  it('writes rows as they are', async () => {
    const { rescue } = await setUp();
    const db = await openDatabase();
    await db.outputs.add({ sessionId: 's', id: 'o', call: 'c', name: 'n', text: 'long', at: 1 });
    await db.table('overlays').add({ id: 'x', odd: new Date(0) });
    db.close();
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
    const text = new Response(readable).text();
    const places = [
      { table: 'outputs', key: 'o' },
      { table: 'overlays', key: 'x' },
      { table: 'gone', key: 'x' },
    ];
    expect(await rescue.exportRows('baton', places, writable)).toBe(2);
    await writable.close();
    const lines = (await text).trimEnd().split('\n');
    expect(lines.map((line): unknown => JSON.parse(line))).toMatchObject([
      { table: 'outputs', row: { text: 'long' } },
      { table: 'overlays', key: 'x', row: { odd: { $: 'date' } } },
    ]);
  });

  it('exports what is readable of the one in use', async () => {
    const { rescue, exported } = await setUp();
    expect(await rescue.exportReadable(new WritableStream(), () => undefined)).toMatchObject({ conversations: 1 });
    expect([...exported.contents.keys()]).toContain('manifest.json');
    await wipe();
    await expect(rescue.exportReadable(new WritableStream(), () => undefined)).rejects.toMatchObject({
      code: 'missing',
    });
  });
});
