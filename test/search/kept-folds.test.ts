import { array, assert, asyncProperty, constantFrom, nat, option, record } from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { writeMerged } from '#flows/sync/write-merged.ts';
import { readHistory } from '#history/archive/read-history.ts';
import { foldText } from '#storage/title-search.ts';
import { fromChunks, toChunks, type FoldChunk } from '#search/fold-chunk.ts';
import { openKeptFolds } from '#search/kept-folds.ts';
import { createHistorySearch, type HistorySearch, type SessionHits } from '#search/search-history.ts';
import { parseQuery } from '#search/search-query.ts';
import { addSessions, changeSession, type SessionChange } from '#storage/complete-session.ts';
import type { BatonDatabase } from '#storage/database.ts';
import { addMessageRows, insertBeforeStreaming, putStreamingMessage } from '#storage/write-messages.ts';
import { saveOutput } from '#storage/output-repository.ts';
import { HIDDEN } from '#storage/overlay-repository.ts';
import { requestToPromise, settleTransaction } from '#storage/raw/raw-database.ts';
import { removeSession } from '#storage/remove-session.ts';
import { noteRewritten, readRewrites, rewriteCheck } from '#storage/rewrites.ts';
import type { StoredMessage, StoredPart } from '#storage/rows.ts';
import { CHUNKS, forgetSearched, openSearchDatabase } from '#storage/raw/search-database.ts';
import { restoreSession, trashSession } from '#storage/session-repository.ts';
import { claimSession } from '#storage/writer-fence.ts';
import { keptSessions } from '#test/fakes/kept-folds.ts';
import { openTestDatabase } from '#test/fakes/page-storage.ts';
import { sessionRow } from '#test/fakes/session-row.ts';

const text = (content: string): StoredPart => ({ type: 'text', text: content });
const NOTHING = { messages: [], overlays: [], sends: [], usage: [], outputs: [], plan: null, draft: null };
const NONE: SessionChange['remove'] = {
  messages: [],
  overlays: [],
  sends: [],
  usage: [],
  outputs: [],
  plan: false,
  draft: false,
};
const SESSIONS = ['s0', 's1', 's2'];

afterEach(() => vi.restoreAllMocks());

const messageOf = (sessionId: string, seq: number, fields: Partial<StoredMessage>): StoredMessage => ({
  id: `${sessionId}/${seq}`,
  sessionId,
  parentId: seq === 1 ? null : `${sessionId}/${seq - 1}`,
  seq,
  role: 'user',
  status: 'complete',
  createdAt: seq,
  parts: [],
  ...fields,
});

async function addSession(db: BatonDatabase, id: string, contents: readonly string[]): Promise<void> {
  const messages = contents.map((content, at) => messageOf(id, at + 1, { parts: [text(content)] }));
  const leafId = messages.at(-1)?.id ?? null;
  const session = sessionRow(id, { title: 'untitled', lastSeq: messages.length, leafId });
  await addSessions(db, [{ session, add: { ...NOTHING, messages } }]);
}

/** What a worker finds that has just been started, and what it reported. It has written what it keeps when this resolves. */
async function searchAnew(db: BatonDatabase, query: string, madeBy = 'one') {
  const problems: unknown[] = [];
  const folds = await openKeptFolds(db, madeBy, (error) => problems.push(error));
  const history = createHistorySearch(db, { folds });
  const found = await searchIn(history, query);
  await history.settled();
  return { found, problems };
}

async function searchIn(history: HistorySearch, query: string) {
  const found: SessionHits[] = [];
  const summary = await history.search(parseQuery(query), {
    signal: new AbortController().signal,
    perSession: 500,
    inAll: 5_000,
    onFound: (one) => found.push(one),
  });
  return { summary, found };
}

async function searchAgain(running: HistorySearch, query: string) {
  const found = await searchIn(running, query);
  await running.settled();
  return { found, problems: [] };
}

async function chunks(db: BatonDatabase): Promise<FoldChunk[]> {
  const disk = await openSearchDatabase(db.name);
  const rows = (await requestToPromise(disk.transaction(CHUNKS).objectStore(CHUNKS).getAll())) as FoldChunk[];
  disk.close();
  return rows;
}

async function putChunk(db: BatonDatabase, row: object): Promise<void> {
  const disk = await openSearchDatabase(db.name);
  const write = disk.transaction(CHUNKS, 'readwrite');
  write.objectStore(CHUNKS).put(row);
  await settleTransaction(write);
  disk.close();
}

describe('what the search keeps', () => {
  it('is read instead of the messages, by a worker that has read nothing', async () => {
    const db = await openTestDatabase();
    for (const id of SESSIONS) await addSession(db, id, ['Word one', 'word two']);
    const first = await searchAnew(db, 'word');
    const read = vi.spyOn(db.messages, 'where');
    const second = await searchAnew(db, 'word');
    expect(second).toEqual(first);
    expect(second.found.summary.messages).toBe(6);
    expect(read).not.toHaveBeenCalled();
  });

  it('is not written again, and follows a conversation that grows with chunks of its own', async () => {
    const db = await openTestDatabase();
    await addSession(
      db,
      's0',
      Array.from({ length: 1_100 }, (_, at) => `word ${at}`),
    );
    await searchAnew(db, 'word');
    const before = await chunks(db);
    expect(before.map(({ from, to }) => [from, to])).toEqual([
      [0, 500],
      [501, 1_000],
      [1_001, 1_100],
    ]);
    await append(db, 's0', 10, 'word');
    expect((await searchAnew(db, 'word')).found.summary.messages).toBe(1_110);
    expect(await chunks(db)).toEqual(before);
    await append(db, 's0', 60, 'word');
    await searchAnew(db, 'word');
    expect(await chunks(db)).toEqual([...before, expect.objectContaining({ from: 1_101, to: 1_170 })]);
    const read = vi.spyOn(db.messages, 'where');
    expect((await searchAnew(db, 'word')).found.summary.messages).toBe(1_170);
    expect(read).not.toHaveBeenCalled();
  });

  it('has no message that may change, and none whose text is elsewhere', async () => {
    const db = await openTestDatabase();
    await addSession(db, 's0', ['kept']);
    const { fence } = await claimSession(db, 's0');
    await saveOutput(db, fence, { call: 'c', name: 'read', text: 'secret output', at: 1 });
    await add(db, 's0', {
      role: 'tool',
      parts: [
        {
          type: 'tool_result',
          callId: 'c',
          text: 'short',
          outcome: { status: 'ok', shortened: { output: 'output-1', removedLines: 1, removedBytes: 9 } },
        },
      ],
    });
    await add(db, 's0', { status: 'interrupted', parts: [text('stopped')] });
    await add(db, 's0', { parts: [{ type: 'file', mime: 'text/plain', name: 'missing', blob: 'b', bytes: 1 }] });
    await add(db, 's0', { parts: [text('the last')] });
    await searchAnew(db, 'kept');
    const [chunk] = await chunks(db);
    expect(chunk).toMatchObject({ text: 'keptthe last', unkept: [2, 3, 4], to: 5 });
    await saveOutput(db, fence, { call: 'c', name: 'read', text: 'another output', at: 1 });
    expect((await searchAnew(db, 'another')).found.summary.messages).toBe(1);
    expect((await searchAnew(db, 'secret')).found.summary.messages).toBe(0);
  });

  it('is made again by another Baton, and by one that finds rows that no version wrote', async () => {
    const db = await openTestDatabase();
    await addSession(db, 's0', ['word']);
    await searchAnew(db, 'word');
    const [chunk] = await chunks(db);
    const lie = { ...chunk, text: 'lies', ends: [4] };
    await putChunk(db, lie);
    expect((await searchAnew(db, 'lies')).found.summary.messages).toBe(1);
    expect((await searchAnew(db, 'lies', 'two')).found.summary.messages).toBe(0);
    expect(await chunks(db)).toEqual([chunk]);
    const damages: object[] = [
      { ends: [3] },
      { ends: undefined },
      { text: 5 },
      { ids: [5] },
      { ids: ['a', 'b'] },
      { kind: [7] },
      { kinds: [{}] },
      { parents: [9] },
      { to: 'end' },
      { unkept: null },
    ];
    for (const damage of damages) {
      await putChunk(db, { ...chunk, ...damage });
      expect((await searchAnew(db, 'word', 'two')).found.summary.messages).toBe(1);
      expect(await chunks(db)).toEqual([chunk]);
    }
    await putChunk(db, { ...chunk, from: 9, to: 12 });
    expect((await searchAnew(db, 'word', 'two')).found.summary.messages).toBe(1);
    expect(await chunks(db)).toEqual([chunk]);
  });

  it('is void for a conversation that comes back after it was removed for good', async () => {
    const db = await openTestDatabase();
    await addSession(db, 's0', ['former']);
    await searchAnew(db, 'former');
    await trashSession(db, 's0', 1);
    await removeSession(db, 's0');
    await addSession(db, 's0', ['latter']);
    expect((await searchAnew(db, 'former')).found.summary.messages).toBe(0);
    expect((await searchAnew(db, 'latter')).found.summary.messages).toBe(1);
  });

  it('is void where the last messages were lost with the power', async () => {
    const db = await openTestDatabase();
    await addSession(db, 's0', ['word', 'word']);
    await searchAnew(db, 'word');
    await db.messages.delete('s0/2');
    await db.sessions.update('s0', { lastSeq: 1, leafId: 's0/1' });
    expect((await searchAnew(db, 'word')).found.summary.messages).toBe(1);
    expect(await chunks(db)).toMatchObject([{ to: 1 }]);
  });

  it('never ends a search: a disk that is full is reported once', async () => {
    const db = await openTestDatabase();
    for (const id of ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j']) await addSession(db, id, ['word']);
    const problems: unknown[] = [];
    const folds = await openKeptFolds(db, 'one', (error) => problems.push(error));
    const history = createHistorySearch(db, { folds });
    vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    for (let times = 0; times < 2; times++) {
      expect((await searchIn(history, 'word')).summary.messages).toBe(10);
      await history.settled();
    }
    expect(problems).toEqual([new DOMException('full', 'QuotaExceededError')]);
  });
});

describe('what the search keeps of conversations that are removed', () => {
  it('is erased, and only theirs', async () => {
    const db = await openTestDatabase();
    for (const id of SESSIONS) await addSession(db, id, ['word']);
    await searchAnew(db, 'word');
    await forgetSearched(db.name, ['s1']);
    expect(await keptSessions(db)).toEqual(['s0', 's2']);
    await forgetSearched('never searched', ['s1']);
    expect((await indexedDB.databases()).map(({ name }) => name)).not.toContain('never searched.search');
  });

  it('is erased by the next search, if nothing else did', async () => {
    const db = await openTestDatabase();
    for (const id of SESSIONS) await addSession(db, id, ['word']);
    await searchAnew(db, 'word');
    const folds = await openKeptFolds(db, 'one', () => undefined);
    const running = createHistorySearch(db, { folds });
    await trashSession(db, 's1', 1);
    await removeSession(db, 's1');
    await searchAnew(db, 'word');
    expect(await keptSessions(db)).toEqual(['s0', 's2']);
    await trashSession(db, 's2', 1);
    await removeSession(db, 's2');
    await searchIn(running, 'word');
    await running.settled();
    expect(await keptSessions(db)).toEqual(['s0']);
  });

  it('is not left by a worker that writes it at that time', async () => {
    const db = await openTestDatabase();
    await addSession(db, 's0', ['word']);
    await addSession(db, 's1', ['word']);
    const folds = await openKeptFolds(db, 'one', () => undefined);
    const stretch = { from: 0, to: 1, made: 0, unkept: new Set<number>() };
    const write = () => folds?.write(['s0', 's1', 's2'].flatMap((session) => toChunks([], { ...stretch, session })));
    await write();
    expect(await keptSessions(db)).toEqual(['s0', 's1']);
    await db.transaction('rw', db.settings, () => noteRewritten(db, ['s1']));
    await write();
    expect(await keptSessions(db)).toEqual(['s0']);
  });
});

async function append(db: BatonDatabase, id: string, count: number, content: string): Promise<void> {
  const fields = Array.from({ length: count }, () => ({ parts: [text(content)] }));
  await add(db, id, ...fields);
}

async function add(db: BatonDatabase, id: string, ...added: Partial<StoredMessage>[]): Promise<void> {
  const row = await db.sessions.get(id);
  const first = (row?.lastSeq ?? 0) + 1;
  const messages = added.map((fields, at) => messageOf(id, first + at, { parentId: row?.leafId ?? null, ...fields }));
  await db.transaction('rw', db.messages, db.sessions, () => addMessageRows(db, id, messages));
}

describe('a search with what was kept', () => {
  const WORDS = ['Alpha', 'béta', '감마', 'ΔΕΛΤΑΣ', 'Straße'];
  const words = array(constantFrom(...WORDS), { minLength: 1, maxLength: 3 }).map((some) => some.join(' '));
  const KINDS = [
    'add',
    'many',
    'begin',
    'grow',
    'end',
    'insert',
    'take over',
    'complete',
    'undo',
    'drop',
    'merge',
    'output',
    'missing',
    'break',
    'hide',
    'trash',
    'remove',
    'search again',
    'another Baton',
  ] as const;
  const change = record({ kind: constantFrom(...KINDS), at: nat(100), words, query: option(constantFrom(...WORDS)) });

  /** Runs one of the operations that change what is stored of a conversation, which comes back after it was removed. */
  async function apply(db: BatonDatabase, kind: (typeof KINDS)[number], at: number, content: string): Promise<void> {
    const id = SESSIONS[at % SESSIONS.length] ?? '';
    const row = await db.sessions.get(id);
    if (!row) return addSession(db, id, content.split(' '));
    const messages = await db.messages.where('[sessionId+seq]').between([id, 0], [id, Infinity]).toArray();
    const one = messages[at % messages.length];
    const open = messages.find(({ status }) => status === 'streaming');
    const writer = await db.writers.get(id);
    const fence = { sessionId: id, token: writer?.token ?? '' };
    const claimed = async () => (await claimSession(db, id)).fence;
    const replace = async (message: StoredMessage) =>
      changeSession(db, await claimed(), {
        session: row,
        add: NOTHING,
        put: { messages: [message], overlays: [] },
        remove: NONE,
      });
    const output = { call: 'c', name: 'read', at: 1 };
    switch (kind) {
      case 'add':
        return add(db, id, { parts: [text(content)] });
      case 'many':
        return append(db, id, 70, content);
      case 'begin':
        if (open) return;
        await claimed();
        return add(db, id, { role: 'assistant', status: 'streaming', parts: [text(content)] });
      case 'grow':
      case 'end':
        if (!open) return;
        return putStreamingMessage(db, fence, {
          ...open,
          parts: [text(content)],
          status: kind === 'end' ? 'complete' : 'streaming',
        });
      case 'insert':
        if (!open) return;
        await insertBeforeStreaming(
          db,
          fence,
          { ...messageOf(id, row.lastSeq + 1, { parts: [text(content)] }) },
          open,
          () => Promise.resolve(),
        );
        return;
      case 'take over':
        await claimed();
        return;
      case 'complete':
        return one && replace({ ...one, parts: [text(content)], status: 'complete' });
      case 'undo':
        return one && replace({ ...one, parts: [text(content)], status: 'interrupted' });
      case 'drop':
        if (messages.length < 2 || open) return;
        return changeSession(db, await claimed(), {
          session: { ...row, leafId: messages.at(-2)?.id ?? null, lastSeq: row.lastSeq - 1 },
          add: NOTHING,
          put: { messages: [], overlays: [] },
          remove: { ...NONE, messages: [`${id}/${row.lastSeq}`] },
        });
      case 'merge':
        return db.transaction('rw', db.tables, async () => {
          const before = await readHistory(db, id, () => undefined);
          if (!before) return;
          const [first, ...others] = before.messages;
          const merged = first ? [{ ...first, parts: [text(content)] }, ...others] : [];
          await writeMerged(db, before, { ...before, messages: merged });
        });
      case 'output':
        await saveOutput(db, await claimed(), { ...output, text: content });
        return add(db, id, {
          role: 'tool',
          parts: [
            {
              type: 'tool_result',
              callId: 'c',
              name: foldText('Read'),
              text: 'short',
              outcome: { status: 'ok', shortened: { output: 'output-1', removedLines: 1, removedBytes: 9 } },
            },
          ],
        });
      case 'missing':
        await db.blobs.put({ hash: content, mime: 'text/plain', bytes: new Blob([content]) });
        return add(db, id, {
          parts: [{ type: 'file', mime: 'text/plain', name: 'file', blob: WORDS[at % 5] ?? '', bytes: 1 }],
        });
      case 'break':
        await add(db, id, {});
        await db.messages
          .where('[sessionId+seq]')
          .equals([id, row.lastSeq + 1])
          .modify({ parts: 'broken' as never });
        return;
      case 'hide':
        if (!one) return;
        await db.overlays.put({
          id: one.id,
          sessionId: id,
          at: 1,
          kind: HIDDEN,
          target: { message: one.id },
          reason: '',
        });
        return;
      case 'trash':
        return row.deletedAt > 0 ? restoreSession(db, id) : trashSession(db, id, 1);
      case 'remove':
        await trashSession(db, id, 1);
        await removeSession(db, id);
        return;
      default:
    }
  }

  it('finds exactly what one finds that reads every message', async () => {
    await assert(
      asyncProperty(array(change, { minLength: 2, maxLength: 16 }), async (changes) => {
        const db = await openTestDatabase();
        const folds = await openKeptFolds(db, 'one', (error) => expect(error).toBeUndefined());
        const running = createHistorySearch(db, { folds });
        for (const { kind, at, words: content, query } of changes) {
          await apply(db, kind, at, content);
          if (query === null) continue;
          const madeBy = kind === 'another Baton' ? 'two' : 'one';
          const own = kind === 'search again' ? await searchAgain(running, query) : await searchAnew(db, query, madeBy);
          expect(own).toEqual({ found: await searchIn(createHistorySearch(db), query), problems: [] });
        }
        db.close();
      }),
      { numRuns: 25 },
    );
  });

  it('reads what it wrote, to the letter', () => {
    const documents = Array.from({ length: 1_203 }, (_, at) => ({
      message: `m${at}`,
      parent: at === 0 ? null : `m${at - (at % 3)}`,
      seq: 2 * at + 1,
      role: at % 2 === 0 ? ('user' as const) : ('assistant' as const),
      at: at / 2,
      vendor: at % 2 === 0 ? null : ('openai' as const),
      model: at % 2 === 0 ? '' : 'gpt',
      tools: at % 5 === 0 ? ['read', 'write'] : [],
      having: at % 4,
      text: '감마 \0 😀'.slice(0, at % 7),
      open: false,
    }));
    const chunked = toChunks(documents, { session: 's', from: 0, to: 5_000, made: 3, unkept: new Set([2, 4, 1_600]) });
    expect(fromChunks(structuredClone(chunked))).toEqual({ documents, to: 5_000, unkept: [2, 4, 1_600], made: 3 });
    expect(fromChunks(chunked.slice(1))).toBeNull();
  });
});

describe('the note of rewrites', () => {
  it('is not begun before something is kept, and voids everything older than what it has forgotten', async () => {
    const db = await openTestDatabase();
    await addSession(db, 's0', ['word']);
    await db.transaction('rw', db.settings, () => noteRewritten(db, ['s0']));
    expect(await readRewrites(db)).toBeNull();
    await searchAnew(db, 'word');
    const note = (from: number, count: number) =>
      db.transaction('rw', db.settings, () =>
        noteRewritten(
          db,
          Array.from({ length: count }, (_, at) => `x${from + at}`),
        ),
      );
    const holds = async (id: string, made: number) => rewriteCheck(await readRewrites(db))(id, made);
    await note(0, 600);
    expect([await holds('x0', 0), await holds('x0', 1), await holds('s0', 0)]).toEqual([false, true, true]);
    await note(600, 600);
    expect([await holds('s0', 0), await holds('s0', 1), await holds('x700', 1)]).toEqual([false, true, false]);
    expect((await readRewrites(db))?.sessions).toHaveLength(1_000);
  });

  it('is not taken from another database', async () => {
    const [db, copy] = [await openTestDatabase(), await openTestDatabase()];
    await searchAnew(db, 'word');
    await copy.settings.bulkPut(await db.settings.toArray());
    expect(await readRewrites(db)).not.toBeNull();
    expect(await readRewrites(copy)).toBeNull();
  });
});
