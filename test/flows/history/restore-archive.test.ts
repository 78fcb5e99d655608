import { sweepBlobs } from '#storage/blob-gc.ts';
import { assert, asyncProperty } from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { openArchive } from '#archive/read-archive.ts';
import type { SessionHistory } from '#archive/records.ts';
import { writeArchive } from '#archive/write-archive.ts';
import { historySource, readHistory } from '#history/archive/read-history.ts';
import type { RestoreDeps, RestoreResult } from '#history/archive/merge-history.ts';
import { previewRestore, restoreArchive } from '#history/archive/restore-archive.ts';
import { undoRestore } from '#history/archive/undo-restore.ts';
import { saveBlob } from '#storage/blob-repository.ts';
import type { BatonDatabase } from '#storage/database.ts';
import type { StoredMessage, UsageRow } from '#storage/rows.ts';
import { trashSession } from '#storage/session-repository.ts';
import { getSession } from '#storage/read-sessions.ts';
import { createSessionWriters } from '#storage/session-writers.ts';
import {
  ASSISTANTS,
  BLOBS,
  FOLDERS,
  histories,
  PROJECT_BLOBS,
  PROJECT_FILES,
  PROMPTS,
} from '#test/archive/arbitrary-session.ts';
import { MemoryFiles } from '#test/archive/memory-files.ts';
import { written } from '#test/archive/support.ts';
import { keepAllFolds, keptSessions } from '#test/fakes/kept-folds.ts';
import { FakeLockManager } from '#test/fakes/lock-manager.ts';
import { collectReports, createWriterBus, openTestDatabase } from '#test/fakes/page-storage.ts';
import { CHAT, CLAUDE, GEMINI, GPT, PracticeWorld } from '../practice-world.ts';
import { plainHistory, sessionRow } from '#test/fakes/session-row.ts';

async function open(): Promise<RestoreDeps & { db: BatonDatabase; locks: FakeLockManager }> {
  const db = await openTestDatabase();
  const locks = new FakeLockManager();
  const writers = createSessionWriters({
    db,
    locks,
    channel: createWriterBus()(),
    setTimeout: (fn, ms) => globalThis.setTimeout(fn, ms),
    clearTimeout: (handle) => globalThis.clearTimeout(handle as NodeJS.Timeout),
    onError: (error) => {
      throw error;
    },
  });
  return { db, writers, locks, onUnreadableRow: collectReports().onUnreadableRow };
}

async function exported(db: BatonDatabase): Promise<MemoryFiles> {
  const files = new MemoryFiles();
  const ids = await db.sessions.toCollection().primaryKeys();
  const source = historySource(db, collectReports().onUnreadableRow);
  await writeArchive(source, ids, files, { writtenBy: 'Baton', writtenAt: 1 });
  return files;
}

async function restore(deps: RestoreDeps, files: MemoryFiles) {
  const archive = await openArchive(files.list());
  return restoreArchive(deps, archive, archive.manifest.conversations);
}

async function preview(deps: RestoreDeps, files: MemoryFiles) {
  const archive = await openArchive(files.list());
  return previewRestore(deps, archive, archive.manifest.conversations);
}

const hashes = async (files: MemoryFiles) =>
  (await openArchive(files.list())).manifest.conversations.map(({ id, sha256 }) => [id, sha256]);
const everything = async (db: BatonDatabase) =>
  Promise.all(
    [db.sessions, db.folders, db.messages, db.overlays, db.sends, db.usage, db.outputs, db.plans, db.drafts].map(
      (table) => table.toArray(),
    ),
  );
const [EMPTY_SHA] = [...BLOBS.keys()];

const said: Omit<StoredMessage, 'id' | 'sessionId'> = {
  parentId: null,
  seq: 1,
  role: 'user',
  parts: [{ type: 'text', text: 'Hello' }],
  status: 'complete',
  createdAt: 1,
};

async function talkEverywhere() {
  const world = await PracticeWorld.open();
  const session = await world.talk(
    [CLAUDE, '!think 2\nFirst.'],
    [GPT, '!think 1\nSecond.'],
    [GEMINI, '!think 1\nThird.'],
    [CLAUDE, 'Fourth.'],
  );
  return { world, id: session.id };
}

describe('export, wipe, restore', () => {
  it('gives every conversation the same hash again, with all attachments', async () => {
    await assert(
      asyncProperty(histories, async (all) => {
        const before = await written(all);
        const deps = await open();
        const { lost, stopped } = await restore(deps, before);
        expect({ lost, stopped }).toEqual({ lost: [], stopped: null });
        const after = await exported(deps.db);
        expect(await hashes(after)).toEqual(await hashes(before));
        expect([...after.contents.keys()].toSorted()).toEqual([...before.contents.keys()].toSorted());
        expect(after.text('library.ndjson')).toBe(before.text('library.ndjson'));
      }),
      { numRuns: 25 },
    );
  });

  it('lets the next request to each vendor be the same to the byte', async () => {
    for (const target of [CLAUDE, GPT, GEMINI, CHAT]) {
      const { world, id } = await talkEverywhere();
      const files = await exported(world.db);
      const other = await PracticeWorld.open();
      await restore({ db: other.db, writers: other.writers, onUnreadableRow: collectReports().onUnreadableRow }, files);
      const next = async (where: PracticeWorld) => {
        const sent = where.bodies.length;
        await where.say(id, target, 'And now?');
        return where.bodies[sent];
      };
      const [here, there] = [await next(world), await next(other)];
      expect(here).toBeTruthy();
      expect(JSON.stringify(there)).toBe(JSON.stringify(here));
    }
  });
});

describe('restoring many conversations', () => {
  it('stores what restoring one after another does, whatever ids they share', async () => {
    await assert(
      asyncProperty(histories, histories, async (some, others) => {
        const [first, second] = [await written(some), await written(others)];
        const [together, alone] = [await open(), await open()];
        for (const files of [first, second]) {
          const archive = await openArchive(files.list());
          const { conversations } = archive.manifest;
          const { results } = await restoreArchive(together, archive, conversations);
          const oneByOne: RestoreResult[] = [];
          for (const entry of conversations) oneByOne.push(...(await restoreArchive(alone, archive, [entry])).results);
          expect(results.map(({ id, kind }) => [id, kind])).toEqual(oneByOne.map(({ id, kind }) => [id, kind]));
        }
        const rows = async ({ db }: RestoreDeps) =>
          Promise.all([db.messages, db.overlays, db.sends, db.usage, db.outputs].map((table) => table.toArray()));
        expect(await rows(together)).toEqual(await rows(alone));
      }),
      { numRuns: 15 },
    );
  });

  it('takes a few transactions for all of them, and waits for the disk at the end', async () => {
    const begun = vi.spyOn(IDBDatabase.prototype, 'transaction');
    const texts = (id: string) => plainHistory(sessionRow(id), [{ ...said, id: `${id}-1`, sessionId: id }]);
    const countOf = async (count: number) => {
      const files = await written(Array.from({ length: count }, (_, index) => texts(`s${index}`)));
      const deps = await open();
      begun.mockClear();
      await restore(deps, files);
      expect(await deps.db.messages.count()).toBe(count);
      return begun.mock.calls.length;
    };
    const [few, many] = [await countOf(20), await countOf(100)];
    expect(many - few).toBeLessThan(10);
    const writes = begun.mock.calls.filter(([, mode]) => mode === 'readwrite');
    const durability = writes.map(([, , options]) => options?.durability);
    expect(durability.indexOf('strict', durability.lastIndexOf('relaxed'))).toBeGreaterThan(0);
    expect(durability).toContain('relaxed');
    begun.mockRestore();
  });
});

describe('restoring onto what is there', () => {
  it('previews without a change, adds nothing twice, and joins what both sides went on with', async () => {
    const { world, id } = await talkEverywhere();
    const deps = { db: world.db, writers: world.writers, onUnreadableRow: collectReports().onUnreadableRow };
    const early = await exported(world.db);
    expect((await preview(deps, early)).map(({ kind }) => kind)).toEqual(['same']);
    const other = await open();
    await restore(other, early);

    await world.say(id, CLAUDE, 'Only here.');
    const late = await exported(world.db);
    const before = await everything(world.db);
    expect((await preview(deps, early)).map(({ kind }) => kind)).toEqual(['same']);
    expect(await preview(other, late)).toMatchObject([{ kind: 'diverged', added: 2, completed: 0, unchanged: [] }]);
    expect(await everything(world.db)).toEqual(before);

    const { results } = await restore(other, late);
    expect(results).toMatchObject([{ kind: 'diverged', added: 2 }]);
    expect(await hashes(await exported(other.db))).toEqual(await hashes(late));
    expect((await restore(other, late)).results).toMatchObject([{ kind: 'same' }]);
  });

  it('brings back what was deleted, and can be taken back', async () => {
    const { world, id } = await talkEverywhere();
    const deps = { db: world.db, writers: world.writers, onUnreadableRow: collectReports().onUnreadableRow };
    const files = await exported(world.db);
    await trashSession(world.db, id, 5);
    const deleted = await everything(world.db);
    const { undo } = await restore(deps, files);
    expect((await getSession(world.db, id, deps.onUnreadableRow))?.deletedAt).toBe(0);
    expect(await undoRestore(deps, undo)).toEqual([]);
    expect(await everything(world.db)).toEqual(deleted);
  });

  it('is taken back without a trace in what the search keeps', async () => {
    const { world } = await talkEverywhere();
    const files = await exported(world.db);
    const deps = await open();
    const { undo } = await restore(deps, files);
    await keepAllFolds(deps.db);
    expect(await keptSessions(deps.db)).toHaveLength(1);
    expect(await undoRestore(deps, undo)).toEqual([]);
    expect(await keptSessions(deps.db)).toEqual([]);
  });

  it('can be taken back again after a stop, without counting a cost twice', async () => {
    const spent = { ...answered, id: 'theirs', cost: 2 };
    const deps = await open();
    await restore(deps, await written([{ ...one('a'), session: { ...one('a').session, cost: 1 } }]));
    const before = await everything(deps.db);
    const more = { ...one('a'), session: { ...one('a').session, cost: 3 }, usage: [spent] };
    const { undo } = await restore(deps, await written([more]));
    expect((await deps.db.sessions.get('a'))?.cost).toBe(3);
    for (let times = 0; times < 2; times++) expect(await undoRestore(deps, undo)).toEqual([]);
    expect(await everything(deps.db)).toEqual(before);
  });

  it('keeps what was typed since and not sent, instead of taking it back', async () => {
    const typed = (text: string) => ({ sessionId: 'a', text, attachments: [], at: 7 });
    const files = await written([one('a'), { ...one('b'), draft: { ...typed('Theirs'), sessionId: 'b' } }]);
    const deps = await open();
    const first = await restore(deps, files);
    await deps.db.drafts.put(typed('Mine'));
    expect(await undoRestore(deps, first.undo)).toEqual(['a']);
    expect(await deps.db.drafts.toArray()).toEqual([typed('Mine')]);
    expect(await deps.db.sessions.toCollection().primaryKeys()).toEqual(['a']);

    await deps.db.drafts.clear();
    const second = await restore(deps, await written([{ ...one('a'), draft: typed('Theirs') }]));
    await deps.db.drafts.put(typed('Theirs, and mine'));
    expect(await undoRestore(deps, second.undo)).toEqual([]);
    expect(await deps.db.drafts.toArray()).toEqual([typed('Theirs, and mine')]);
  });

  it('takes a restored conversation out again without a trace, unless somebody went on in it', async () => {
    const { world, id } = await talkEverywhere();
    const files = await exported(world.db);
    const other = await PracticeWorld.open();
    const deps = { db: other.db, writers: other.writers, onUnreadableRow: collectReports().onUnreadableRow };
    const first = await restore(deps, files);
    expect(await undoRestore(deps, first.undo)).toEqual([]);
    expect((await everything(other.db)).flat()).toEqual([]);
    const second = await restore(deps, files);
    await other.say(id, GPT, 'I go on.');
    expect(await undoRestore(deps, second.undo)).toEqual([id]);
    expect((await readHistory(other.db, id, deps.onUnreadableRow))?.messages).toHaveLength(10);
  });
});

const one = (name: string): SessionHistory =>
  plainHistory(sessionRow(name, { leafId: `${name}-1`, lastSeq: 1 }), [
    {
      id: `${name}-1`,
      sessionId: name,
      parentId: null,
      seq: 1,
      role: 'user',
      parts: [{ type: 'image', mime: 'image/png', blob: EMPTY_SHA ?? '', bytes: 0 }],
      status: 'complete',
      createdAt: 1,
    },
  ]);
const answered: UsageRow = {
  id: 'u',
  sessionId: 'a',
  at: 1,
  connection: 'c',
  vendor: 'openai',
  model: 'm',
  usage: { input: 1, output: 1 },
  cost: 1,
};
const inFolder = (name: string, folder: string) => ({ ...one(name).session, folder });

describe('folders of an archive', () => {
  const ids = async (db: BatonDatabase) => (await db.folders.toArray()).map(({ id }) => id);

  it('come with the conversations that are in them, and all with the whole archive', async () => {
    const files = await written(['a', 'b'].map((name) => ({ ...one(name), session: inFolder(name, 'f2') })));
    const deps = await open();
    const archive = await openArchive(files.list());
    const [first] = archive.manifest.conversations;
    const { undo } = await restoreArchive(deps, archive, first ? [first] : []);
    expect(await ids(deps.db)).toEqual(['f1', 'f2']);
    expect(await deps.db.projectFiles.toArray()).toEqual(PROJECT_FILES.slice(0, 1));
    expect((await deps.db.assistants.toArray()).map(({ id }) => id)).toEqual(['a3']);
    await restore(deps, files);
    expect(await deps.db.folders.toArray()).toEqual(FOLDERS);
    expect(await deps.db.projectFiles.toArray()).toEqual(PROJECT_FILES);
    expect(await undoRestore(deps, undo)).toEqual([]);
    expect(await ids(deps.db), 'the other one is still in it').toEqual(['f1', 'f2', 'f3']);
    expect(await deps.db.projectFiles.toArray()).toEqual(PROJECT_FILES.slice(1));
    const blobs = PROJECT_FILES.map(({ blob }) => blob);
    expect(await deps.db.blobs.bulkGet(blobs)).not.toContain(undefined);
    await sweepBlobs(deps.db);
    expect((await deps.db.blobs.bulkGet(blobs)).map((row) => row?.hash)).toEqual([undefined, blobs[1]]);
  });

  it('stay as they are here, and go again with an undo unless something is in them', async () => {
    const files = await written([{ ...one('a'), session: inFolder('a', 'f2') }]);
    const deps = await open();
    const mine = { id: 'f1', name: 'Mine', parent: null, createdAt: 9 };
    await deps.db.folders.add(mine);
    const { undo } = await restore(deps, files);
    expect(await deps.db.folders.get('f1')).toEqual(mine);
    expect((await restore(deps, files)).undo).toEqual([]);
    await undoRestore(deps, undo);
    expect(await deps.db.folders.toArray()).toEqual([mine]);
  });

  it('stay with an undo when files were put into them since', async () => {
    const files = await written([{ ...one('a'), session: inFolder('a', 'f2') }]);
    const deps = await open();
    const { undo } = await restore(deps, files);
    await deps.db.projectFiles.bulkAdd(
      PROJECT_FILES.slice(0, 1).map((file) => ({ ...file, id: 'mine', folder: 'f2' })),
    );
    await undoRestore(deps, undo);
    expect(await ids(deps.db)).toEqual(['f1', 'f2']);
  });

  it('do not move a conversation that stands elsewhere here, which is told', async () => {
    const deps = await open();
    await restore(deps, await written([{ ...one('a'), session: { ...inFolder('a', 'f2'), tags: ['x'] } }]));
    await deps.db.sessions.update('a', { folder: 'f1', tags: ['y'] });
    const later = await written([{ ...one('a'), session: { ...inFolder('a', 'f2'), tags: ['x'], updatedAt: 5 } }]);
    expect((await restore(deps, later)).results).toMatchObject([{ kind: 'diverged', unchanged: ['folder', 'tags'] }]);
    expect(await deps.db.sessions.get('a')).toMatchObject({ folder: 'f1', tags: ['y'] });
  });
});

describe('prompts and assistants of an archive', () => {
  it('come with the whole archive, an assistant also with what began with it, and go again unless changed', async () => {
    const began = (name: string) => ({ ...one(name), session: { ...one(name).session, assistant: 'a1' } });
    const files = await written([began('a'), one('b')]);
    const deps = await open();
    const archive = await openArchive(files.list());
    const [first] = archive.manifest.conversations;
    await restoreArchive(deps, archive, first ? [first] : []);
    expect(await deps.db.assistants.toArray()).toEqual(ASSISTANTS.slice(0, 1));
    expect(await deps.db.prompts.count()).toBe(0);
    await deps.db.assistants.update('a1', { name: 'Mine' });
    const { undo } = await restore(deps, files);
    expect(await deps.db.prompts.toArray()).toEqual(PROMPTS);
    expect((await deps.db.assistants.toArray()).map(({ name }) => name)).toEqual(['Mine', 'Planner', 'Clerk']);
    await deps.db.prompts.update('p1', { text: 'changed since' });
    await undoRestore(deps, undo);
    expect(await deps.db.prompts.count()).toBe(1);
    expect((await deps.db.assistants.toArray()).map(({ name }) => name)).toEqual(['Mine']);
  });
});

describe('what goes wrong', () => {
  it('leaves a damaged conversation out and restores the others', async () => {
    const files = await written([one('a'), one('b'), one('c')]);
    files.put('conversations/000002.ndjson', files.text('conversations/000002.ndjson').replace('"b"', '"x"'));
    const deps = await open();
    expect((await preview(deps, files)).map(({ kind }) => kind)).toEqual(['new', 'refused', 'new']);
    const { results } = await restore(deps, files);
    expect(results[1]).toEqual({ id: 'b', title: 'b', kind: 'refused', because: 'damaged' });
    expect(await deps.db.sessions.toCollection().primaryKeys()).toEqual(['a', 'c']);
  });

  it('restores every conversation without a library or a list of tools that is damaged, and says so', async () => {
    const files = await written([{ ...one('a'), session: inFolder('a', 'f2') }, one('b')]);
    files.put('library.ndjson', files.text('library.ndjson').replace(/.$/s, ' '));
    files.put('tool-lists.ndjson', `${files.text('tool-lists.ndjson')}{}\n`);
    const deps = await open();
    const { results, damaged, stopped } = await restore(deps, files);
    expect(results.map(({ kind }) => kind)).toEqual(['new', 'new']);
    expect({ damaged, stopped }).toEqual({ damaged: ['library', 'tool-lists'], stopped: null });
    expect(await deps.db.folders.count()).toBe(0);
    expect((await restore(deps, await written([one('a')]))).damaged).toEqual([]);
  });

  it('leaves a conversation alone in which another window writes', async () => {
    const files = await written([one('a'), one('b')]);
    const deps = await open();
    const elsewhere = Promise.withResolvers<void>();
    const gate = Promise.withResolvers<void>();
    void deps.locks.request('baton-session-a', async () => {
      gate.resolve();
      await elsewhere.promise;
    });
    await gate.promise;
    const { results } = await restore(deps, files);
    expect(results).toMatchObject([
      { id: 'a', kind: 'refused', because: 'busy' },
      { id: 'b', kind: 'new' },
    ]);
    elsewhere.resolve();
  });

  it('stores all of a conversation or nothing', async () => {
    const files = await written([{ ...one('a'), usage: [answered] }, one('b')]);
    const deps = await open();
    deps.db.usage.hook('creating', () => {
      throw new Error('the disk is full');
    });
    const { results, stopped, undo } = await restore(deps, files);
    expect(results).toEqual([]);
    expect(undo).toEqual([]);
    expect(stopped).toBeInstanceOf(Error);
    expect((await everything(deps.db)).flat()).toEqual([]);
  });

  it('has whole conversations when it ends in between, and brings the others the next time', async () => {
    const many = Array.from({ length: 40 }, (_, index) => one(`s${String(index).padStart(2, '0')}`));
    const files = await written(many);
    const deps = await open();
    let left = 25;
    const full = () => {
      if (left-- <= 0) throw new Error('the disk is full');
    };
    deps.db.messages.hook('creating', full);
    const { results, stopped } = await restore(deps, files);
    expect(stopped).toBeInstanceOf(Error);
    const stored = await deps.db.sessions.toCollection().primaryKeys();
    expect(stored).toEqual(results.map(({ id }) => id));
    expect(stored.length).toBeGreaterThan(0);
    expect((await deps.db.messages.toArray()).map(({ sessionId }) => sessionId)).toEqual(stored);

    deps.db.messages.hook('creating').unsubscribe(full);
    const again = await restore(deps, files);
    expect(again.stopped).toBeNull();
    expect(again.results.filter(({ kind }) => kind === 'same')).toHaveLength(stored.length);
    expect(await hashes(await exported(deps.db))).toEqual(await hashes(files));
  });

  it('names attachments that are nowhere, and takes those from storage that only are there', async () => {
    const files = await written([one('a')], { blobs: PROJECT_BLOBS });
    const empty = await open();
    expect((await restore(empty, files)).lost).toEqual([EMPTY_SHA]);
    const deps = await open();
    await saveBlob(deps.db, new Blob([]), 'image/png');
    expect((await restore(deps, files)).lost).toEqual([]);
  });

  it('takes an attachment as lost whose bytes were damaged before the archive was written', async () => {
    const damaged = new Map([...PROJECT_BLOBS, [EMPTY_SHA ?? '', Uint8Array.of(9)]]);
    const files = await written([one('a')], { blobs: damaged });
    const { results, lost, stopped } = await restore(await open(), files);
    expect({ kinds: results.map(({ kind }) => kind), lost, stopped }).toEqual({
      kinds: ['new'],
      lost: [EMPTY_SHA],
      stopped: null,
    });
  });

  it('leaves rows as they are that this version cannot read, and restores everything else', async () => {
    const full = { ...one('a'), usage: [answered], draft: { sessionId: 'a', text: 'Theirs', attachments: [], at: 7 } };
    const deps = await open();
    const newer = [
      { ...answered, vendor: 'not yet known' },
      { sessionId: 'a', text: { not: 'yet known' } },
    ] as const;
    await deps.db.sessions.add(one('a').session);
    await deps.db.table('usage').add(newer[0]);
    await deps.db.table('drafts').add(newer[1]);
    const { results, stopped } = await restore(deps, await written([full, one('b')]));
    expect({ kinds: results.map(({ kind }) => kind), stopped }).toEqual({ kinds: ['diverged', 'new'], stopped: null });
    expect(await deps.db.usage.toArray()).toEqual([newer[0]]);
    expect(await deps.db.drafts.toArray()).toEqual([newer[1]]);
    expect(await deps.db.messages.count()).toBe(2);
  });

  it.each([
    ['is lost', null],
    ['cannot be read', { id: 'a', title: { not: 'yet known' }, deletedAt: 0 }],
  ])('brings back a conversation whose own row %s, with each message once', async (_, row) => {
    const said2 = { ...said, id: 'a-2', sessionId: 'a', parentId: 'a-1', seq: 2 };
    const two = { ...one('a'), session: { ...one('a').session, leafId: 'a-2', lastSeq: 2 } };
    const files = await written([{ ...two, messages: [...two.messages, said2] }, one('b')]);
    const deps = await open();
    await restore(deps, await written([{ ...two, messages: [...two.messages, { ...said2, id: 'a-3' }] }]));
    await deps.db.sessions.delete('a');
    if (row) await deps.db.table('sessions').put(row);
    const { results, stopped } = await restore(deps, files);
    expect({ kinds: results.map(({ kind }) => kind), stopped }).toEqual({ kinds: ['new', 'new'], stopped: null });
    const history = await readHistory(deps.db, 'a', deps.onUnreadableRow);
    expect(history?.session).toMatchObject({ title: 'a', leafId: 'a-2', lastSeq: 3 });
    expect(history?.messages.map(({ id, seq }) => [id, seq])).toEqual([
      ['a-1', 1],
      ['a-3', 2],
      ['a-2', 3],
    ]);
  });

  it('writes archives that can be read, without rows that this version cannot read', async () => {
    const deps = await open();
    await restore(deps, await written([one('a')]));
    await deps.db.table('usage').add({ ...answered, vendor: 'not yet known' });
    expect((await restore(await open(), await exported(deps.db))).results).toMatchObject([{ kind: 'new' }]);
  });

  it('keeps what was restored when it is stopped, and says what that is', async () => {
    const files = await written([one('a'), one('b')]);
    const archive = await openArchive(files.list());
    const deps = await open();
    const stop = new AbortController();
    const options = { signal: stop.signal, onProgress: () => stop.abort() };
    const { results } = await restoreArchive(deps, archive, archive.manifest.conversations, options);
    expect(results.map(({ id }) => id)).toEqual(['a']);
    expect(await deps.db.sessions.toCollection().primaryKeys()).toEqual(['a']);
  });

  it('never brings a key along', async () => {
    const { world } = await talkEverywhere();
    const texts = [...(await exported(world.db)).contents.values()].map((bytes) => new TextDecoder().decode(bytes));
    for (const text of texts) expect(/"(api_?key|authorization|secret|token)"/i.test(text)).toBe(false);
  });
});
