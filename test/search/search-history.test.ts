import type { BatonDatabase } from '#storage/database.ts';
import { createProjectSearch, type ProjectSearch } from '#search/passages/search-project.ts';
import { array, assert, asyncProperty, constantFrom, nat, option, record } from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import type { MessageRow } from '#storage/database.ts';
import { saveBlob } from '#storage/blob-repository.ts';
import { DELETED } from '#core/normalize/base/overlays.ts';
import { HIDDEN } from '#storage/overlay-repository.ts';
import type { StoredMessage, StoredPart } from '#storage/rows.ts';
import { createSession, setSessionPinned, trashSession } from '#storage/session-repository.ts';
import { parentKeyOf } from '#storage/message-repository.ts';
import { createSearchClient } from '#search/search-client.ts';
import { createHistorySearch, type HistorySearch, type SessionHits } from '#search/search-history.ts';
import type { SearchReply, SearchRequest } from '#search/search-messages.ts';
import { parseQuery } from '#search/search-query.ts';
import { serveSearch } from '#search/serve-search.ts';
import { openTestDatabase } from '#test/fakes/page-storage.ts';
import { until } from '#test/fakes/fake-clock.ts';

const text = (content: string): StoredPart => ({ type: 'text', text: content });

/** The disk has lost the bytes of all blobs. */
function loseBytes(): void {
  vi.spyOn(Blob.prototype, 'text').mockRejectedValue(new DOMException('', 'NotReadableError'));
}

/** Two conversations. The older one has an attached text and is to be damaged. */
async function brokenWorld() {
  const made = await world();
  const { blob, bytes, mime } = await saveBlob(made.db, new Blob(['attached']), 'text/plain');
  const id = await made.session('other', { parts: [{ type: 'file', name: 'a.txt', mime, blob, bytes }] });
  await made.session('whole', { parts: [text('good')] });
  return { ...made, id };
}

async function world() {
  const db = await openTestDatabase();
  let at = 1_000;
  const history = createHistorySearch(db);

  async function session(title: string, ...messages: (Partial<StoredMessage> & { parts: StoredPart[] })[]) {
    const row = await createSession(db, { target: null, at: ++at, title });
    for (const message of messages) await add(row.id, message);
    return row.id;
  }

  async function add(sessionId: string, message: Partial<StoredMessage> & { parts: StoredPart[] }): Promise<string> {
    const row = await db.sessions.get(sessionId);
    const seq = (row?.lastSeq ?? 0) + 1;
    const parentId = message.parentId === undefined ? (row?.leafId ?? null) : message.parentId;
    const id = message.id ?? `${sessionId}/${seq}`;
    const stored: MessageRow = {
      role: 'user',
      status: 'complete',
      createdAt: ++at,
      ...message,
      id,
      sessionId,
      parentId,
      seq,
      parentKey: parentKeyOf(sessionId, parentId),
    };
    await db.messages.put(stored);
    await db.sessions.update(sessionId, { lastSeq: seq, leafId: id, updatedAt: at });
    return id;
  }

  async function find(typed: string, { perSession = 10, inAll = 100, session: only = '', leaf = '' } = {}) {
    const found: SessionHits[] = [];
    const query = parseQuery(typed);
    if (only !== '') query.filters.session = only;
    if (leaf !== '') query.filters.leaf = leaf;
    const summary = await history.search(query, {
      signal: new AbortController().signal,
      perSession,
      inAll,
      onFound: (one) => found.push(one),
    });
    return { summary, found };
  }

  const shown = async (query: string) =>
    (await find(query)).found.map(
      ({ title, hits }) => `${title}: ${hits.map(({ snippet }) => snippet.text).join(' | ')}`,
    );

  return { db, history, session, add, find, shown };
}

const searchesOf = (db: BatonDatabase) => ({ ...createHistorySearch(db), ...createProjectSearch(db) });

describe('searching the history', () => {
  it('shows what was said without the marks of Markdown, and an address that was looked for with them', async () => {
    const { session, shown } = await world();
    await session('Marked', { parts: [text('# A **needle**\n\n- in `hay` ([stack](https://hay.example/x))')] });
    expect(await shown('needle')).toEqual(['Marked: A needle in hay (stack)']);
    expect(await shown('hay.example')).toEqual(['Marked: # A **needle** - in `hay` ([stack](https://hay.example/x))']);
  });

  it('finds a word that marks of Markdown interrupt, as the page shows it', async () => {
    const { session, shown } = await world();
    await session('Marked', {
      parts: [text('하나\n**RAG(검색 증강)**은 `grep`을 쓰고 [공식 문서](https://hay.example/x)와 ***둘***이다 셋')],
    });
    const found = ['Marked: 하나 RAG(검색 증강)은 grep을 쓰고 공식 문서와 둘이다 셋'];
    for (const word of ['증강)은', 'grep을', '문서와', '둘이다']) expect(await shown(word)).toEqual(found);
    for (const word of ['증강)**은', 'hay.example', '`grep`']) expect(await shown(word)).toHaveLength(1);
    expect(await shown('하나rag')).toEqual([]);
  });

  it('finds a phrase across marks of Markdown and ends of lines, and shows where it stands', async () => {
    const { session, shown } = await world();
    const before = '시작이다. '.repeat(40);
    await session('Marked', {
      parts: [text(`${before}\n> **인공지능**은 *매우*\n> [중요한](https://hay.example/x) \`기술\`이다`)],
    });
    await session('Plain', { parts: [text('인공지능은 이제 매우 중요한 기술이다')] });
    const [found, ...more] = await shown('"인공지능은 매우 중요한 기술이다"');
    expect(found).toMatch(/^Marked: .*인공지능은 매우 중요한 기술이다$/);
    expect(more).toEqual([]);
    expect(await shown('"매우 인공지능은"')).toEqual([]);
  });

  it('finds titles and everything that was said, thought, called and given, in all branches, newest first', async () => {
    const { session, add, shown } = await world();
    const first = await session('Needle in the title', { parts: [text('hay')] });
    const second = await session('Other', { id: 'root', parts: [text('A needle was said')] });
    await add(second, {
      role: 'assistant',
      parts: [
        { type: 'thinking', text: 'where is the NEEDLE?' },
        { type: 'tool_call', id: 'c', name: 'grep', args: { pattern: ['needle', 1], deep: { path: '/tmp' } } },
      ],
    });
    await add(second, { role: 'tool', parts: [{ type: 'tool_result', callId: 'c', name: 'grep', text: 'needle: 3' }] });
    await add(second, { parentId: 'root', parts: [text('another branch with a needle')] });
    expect(await shown('needle')).toEqual([
      'Other: another branch with a needle | needle: 3 | where is the NEEDLE? | A needle was said',
      'Needle in the title: ',
    ]);
    await add(first, { parts: [text('later')] });
    expect((await shown('needle'))[0]).toBe('Needle in the title: ');
    expect(await shown('pattern: needle')).toEqual(['Other: grep pattern: needle 1 deep: path: /tmp']);
  });

  it('finds parts of words in Korean, Japanese and Chinese, however they were typed', async () => {
    const { session, shown } = await world();
    await session('a', { parts: [text('대한민국의 수도는 서울입니다'.normalize('NFD'))] });
    await session('b', { parts: [text('東京都に住んでいます')] });
    await session('c', { parts: [text('我住在北京市')] });
    expect(await shown('민국')).toHaveLength(1);
    expect(await shown('京')).toHaveLength(2);
    expect(await shown('住んで')).toHaveLength(1);
    expect(await shown('서울 수도')).toHaveLength(1);
    expect(await shown('"서울 수도"')).toHaveLength(0);
  });

  it('finds pictures by their names, as files are found', async () => {
    const { session, shown } = await world();
    const image = { type: 'image' as const, mime: 'image/png', blob: 'b', bytes: 1 };
    await session('named', { parts: [{ ...image, name: '제주 바다.PNG' }] });
    await session('unnamed', { parts: [image] });
    expect(await shown('바다.png')).toEqual(['named: 제주 바다.PNG']);
  });

  it('reads attached texts, and the whole of an output that was shortened', async () => {
    const { db, session, shown } = await world();
    const table = await saveBlob(db, new Blob(['col\nquarterly revenue']), 'text/csv');
    const other = await saveBlob(db, new Blob(['revenue as bytes']), 'application/octet-stream');
    await session('files', {
      parts: [
        { type: 'file', mime: 'text/csv', name: 'q3.csv', blob: table.blob, bytes: 22 },
        { type: 'file', mime: 'application/octet-stream', name: 'x.bin', blob: other.blob, bytes: 16 },
      ],
    });
    const id = await session('elsewhere', {
      role: 'tool',
      parts: [
        {
          type: 'tool_result',
          callId: 'k',
          text: 'short',
          outcome: { status: 'ok', shortened: { output: 'output-1', removedLines: 1, removedBytes: 9 } },
        },
      ],
    });
    await db.outputs.put({ sessionId: id, id: 'output-1', call: 'k', name: 'read', text: 'deep revenue line', at: 1 });
    expect(await shown('revenue')).toEqual(['elsewhere: deep revenue line', 'files: q3.csv col quarterly revenue']);
    expect(await shown('short')).toHaveLength(0);
    expect(await shown('q3')).toHaveLength(1);
    expect(await shown('bytes')).toHaveLength(0);
  });

  it('narrows by vendor, model, role, tool, day, kind, pin and trash', async () => {
    const { db, session, add, shown } = await world();
    const origin = { vendor: 'anthropic', model: 'claude-opus-4-8', endpoint: 'https://a', account: 'k' } as const;
    const a = await session('a', { parts: [text('word')], createdAt: new Date(2026, 0, 5).getTime() });
    await add(a, { role: 'assistant', origin, parts: [text('word')], createdAt: new Date(2026, 1, 5).getTime() });
    const b = await session('b', {
      role: 'assistant',
      parts: [{ type: 'tool_call', id: 'x', name: 'workspace__read', args: {} }, text('word')],
    });
    const hits = async (query: string) => (await shown(query)).map((one) => one.slice(0, 1)).join('');
    expect(await hits('word')).toBe('ba');
    expect(await hits('word vendor:anthropic')).toBe('a');
    expect(await hits('model:opus')).toBe('a');
    expect(await hits('word role:user')).toBe('a');
    expect(await hits('has:tool')).toBe('b');
    expect(await hits('tool:READ')).toBe('b');
    expect(await hits('on:2026-02-05')).toBe('a');
    expect(await hits('word after:2026-02 before:2026-03')).toBe('a');
    await setSessionPinned(db, b, true);
    expect(await hits('is:pinned')).toBe('b');
    expect(await hits('is:pinned has:image')).toBe('');
    await db.folders.bulkAdd([
      { id: 'f', name: 'My work', parent: null, createdAt: 1 },
      { id: 'g', name: 'Taxes', parent: 'f', createdAt: 2 },
    ]);
    await db.sessions.update(a, { tags: ['Travel'], folder: 'g', archivedAt: 5 });
    expect(await hits('tag:travel')).toBe('a');
    expect(await hits('tag:trav')).toBe('');
    expect(await hits('word folder:work')).toBe('a');
    expect(await hits('folder:taxes is:pinned')).toBe('');
    expect(await hits('is:archived')).toBe('a');
    expect(await hits('word')).toBe('ba');
    await trashSession(db, b, 9);
    expect(await hits('word')).toBe('a');
    expect(await hits('is:deleted')).toBe('b');
  });

  it('keeps up with answers that grow, messages that come, go or are hidden', async () => {
    const { db, session, add, shown } = await world();
    const id = await session('s', { parts: [text('question')] });
    const answer = await add(id, { role: 'assistant', status: 'streaming', parts: [text('one')] });
    expect(await shown('one')).toHaveLength(1);
    await db.messages.update(answer, { parts: [text('one two')], status: 'complete' });
    expect(await shown('two')).toHaveLength(1);
    await add(id, { parts: [text('three')] });
    expect(await shown('three')).toHaveLength(1);
    await db.overlays.add({ id: 'h', sessionId: id, at: 1, kind: HIDDEN, target: { message: answer }, reason: 'test' });
    expect(await shown('two')).toHaveLength(0);
    await db.messages
      .where('sessionId')
      .equals(id)
      .delete()
      .catch(() => undefined);
    await db.sessions.delete(id);
    expect(await shown('three')).toHaveLength(0);
  });

  it('finds nothing of deleted messages and results, and everything again once they are restored', async () => {
    const { db, session, add, shown } = await world();
    const id = await session('s', { parts: [text('question')] });
    const calls: StoredPart[] = [
      text('asking'),
      { type: 'tool_call', id: 'c1', name: 'read', args: {} },
      { type: 'tool_call', id: 'c2', name: 'read', args: {} },
    ];
    const answer = await add(id, { role: 'assistant', stop: 'tool', parts: calls });
    const results = await add(id, {
      role: 'tool',
      parts: [
        { type: 'tool_result', callId: 'c1', text: 'alpha' },
        { type: 'tool_result', callId: 'c2', text: 'beta' },
      ],
    });
    await add(id, { role: 'assistant', parts: [text('gamma')] });
    const remove = (message: string, part?: number) =>
      db.overlays.add({
        id: 'd',
        sessionId: id,
        at: 1,
        kind: DELETED,
        target: { message, ...(part !== undefined && { part }) },
        reason: 'test',
      });
    const found = async () => {
      const hits = await Promise.all(['asking', 'alpha', 'beta', 'gamma'].map((word) => shown(word)));
      return hits.map(({ length }) => length);
    };
    expect(await found()).toEqual([1, 1, 1, 1]);
    await remove(results, 0);
    expect(await found()).toEqual([1, 0, 1, 1]);
    await db.overlays.clear();
    await remove(answer);
    expect(await found()).toEqual([0, 0, 0, 1]);
    await db.overlays.clear();
    expect(await found()).toEqual([1, 1, 1, 1]);
  });

  it('goes on without a row that nobody can read, and says so', async () => {
    const { db, session, add, find } = await world();
    const id = await session('s', { parts: [text('good')] });
    await add(id, { parts: [text('bad')] });
    await db.messages.update(`${id}/2`, { parts: 'broken' as never });
    const { summary, found } = await find('good');
    expect(summary).toEqual({ sessions: 1, messages: 1, unreadable: 1 });
    expect(found[0]?.hits).toHaveLength(1);
  });

  it.each<[string, (world: Awaited<ReturnType<typeof brokenWorld>>) => PromiseLike<unknown>]>([
    ['a conversation without a title', ({ db, id }) => db.sessions.update(id, { title: 7 as never })],
    ['a message with a part that is none', ({ db, id }) => db.messages.update(`${id}/1`, { parts: [null] as never })],
    ['an attached text whose bytes are gone', ({ db }) => db.blobs.toCollection().modify({ bytes: null as never })],
    ['an attached text whose bytes cannot be read', async () => loseBytes()],
  ])('goes on past %s', async (_name, harm) => {
    const broken = await brokenWorld();
    await harm(broken);
    const { found } = await broken.find('good');
    expect(found.map(({ title }) => title)).toEqual(['whole']);
    vi.restoreAllMocks();
  });

  it('shows so many of a conversation and in all, and counts the rest', async () => {
    const { session, find } = await world();
    const many = Array.from({ length: 6 }, (_, index) => ({ parts: [text(`word ${index}`)] }));
    const id = await session('one', ...many);
    await session('two', ...many);
    const { found, summary } = await find('word', { perSession: 4, inAll: 5 });
    expect(found.map(({ hits, total }) => [hits.length, total])).toEqual([
      [4, 6],
      [1, 6],
    ]);
    expect(found[0]?.hits[0]?.snippet.text).toBe('word 5');
    expect(summary.messages).toBe(12);
    expect((await find('word', { session: id })).found).toHaveLength(1);
  });

  describe('before anything is typed', () => {
    const options = { perSession: 1, inAll: 1, onFound: () => undefined };

    it('reads all conversations ahead, so that the first search reads none', async () => {
      const { db, history, session } = await world();
      for (let count = 0; count < 40; count++) await session(`s${count}`, { parts: [text('word')] });
      await history.search(parseQuery(''), { ...options, signal: new AbortController().signal });
      const read = vi.spyOn(db.messages, 'where');
      const summary = await history.search(parseQuery('word'), { ...options, signal: new AbortController().signal });
      expect(summary.messages).toBe(40);
      expect(read).not.toHaveBeenCalled();
    });

    it('reads on while a search takes over, and reads nothing twice', async () => {
      const { db, history, session } = await world();
      for (let count = 0; count < 40; count++) await session(`s${count}`, { parts: [text('word')] });
      const read = vi.spyOn(db.messages, 'where');
      const abort = new AbortController();
      const ahead = history.search(parseQuery('word'), {
        ...options,
        signal: abort.signal,
        onFound: () => abort.abort(),
      });
      expect((await ahead).messages).toBeLessThan(40);
      const summary = await history.search(parseQuery('word'), { ...options, signal: new AbortController().signal });
      expect(summary.messages).toBe(40);
      expect(read).toHaveBeenCalledTimes(40);
    });

    it('reads no further once a search is waiting, or the cache is full', async () => {
      const { db, history, session } = await world();
      for (let count = 0; count < 40; count++) await session(`s${count}`, { parts: [text('word')] });
      const read = vi.spyOn(db.messages, 'where');
      const abort = new AbortController();
      const ahead = history.search(parseQuery(''), { ...options, signal: abort.signal });
      abort.abort();
      await ahead;
      expect(read).not.toHaveBeenCalled();
      await createHistorySearch(db, { maxCachedCharacters: 10 }).search(parseQuery(''), {
        ...options,
        signal: new AbortController().signal,
      });
      expect(read.mock.calls.length).toBeLessThan(10);
    });
  });

  it('looks at one path only when asked to', async () => {
    const { session, add, find } = await world();
    const id = await session('s', { id: 'root', parts: [text('word 1')] });
    await add(id, { id: 'left', parentId: 'root', parts: [text('word 2')] });
    await add(id, { id: 'right', parentId: 'root', parts: [text('word 3')] });
    await add(id, { id: 'end', parentId: 'left', parts: [text('word 4')] });
    const messages = async (leaf: string) =>
      (await find('word', { session: id, leaf })).found.flatMap(({ hits }) => hits.map(({ message }) => message));
    expect(await messages('end')).toEqual(['end', 'left', 'root']);
    expect(await messages('right')).toEqual(['right', 'root']);
  });

  it('reads what does not fit into memory again, with the same result', async () => {
    const { db, session } = await world();
    await session('one', { parts: [text('word')] });
    const small = createHistorySearch(db, { maxCachedCharacters: 0 });
    const read = vi.spyOn(db.messages, 'where');
    for (const times of [1, 2]) {
      const found: SessionHits[] = [];
      const signal = new AbortController().signal;
      await small.search(parseQuery('word'), { signal, perSession: 1, inAll: 1, onFound: (one) => found.push(one) });
      expect(found).toHaveLength(1);
      expect(read).toHaveBeenCalledTimes(times);
    }
  });
});

describe('a search that has read before', () => {
  const WORDS = ['Alpha', 'béta', '감마', 'ΔΕΛΤΑΣ', 'Straße'];
  const words = array(constantFrom(...WORDS), { minLength: 1, maxLength: 3 }).map((some) => some.join(' '));
  const change = record({
    kind: constantFrom('new', 'add', 'grow', 'end', 'break', 'hide', 'delete', 'show', 'trash', 'remove', 'replace'),
    at: nat(100),
    words,
    /** What is searched for afterwards, and after how many hits the search is called off. */
    query: constantFrom('', ...WORDS, 'alpha is:deleted'),
    calledOff: option(nat(2), { freq: 3 }),
  });
  const everything = { perSession: 50, inAll: 1_000 };

  async function apply(
    { db, session, add }: Awaited<ReturnType<typeof world>>,
    { kind, at, words: content }: { kind: string; at: number; words: string },
  ): Promise<void> {
    const sessions = await db.sessions.toCollection().primaryKeys();
    const id = sessions[at % sessions.length];
    if (kind === 'new' || id === undefined) return void (await session(content, { parts: [text(content)] }));
    const stored = await db.messages.where('sessionId').equals(id).toArray();
    const one = stored[at % stored.length];
    const open = stored.find(({ status }) => status === 'streaming');
    const overlay = (overlayKind: string, message: string) =>
      db.overlays.put({ id: message, sessionId: id, at: 1, kind: overlayKind, target: { message }, reason: 'test' });
    if (kind === 'add') await add(id, { parts: [text(content)] });
    else if (kind === 'grow' && !open)
      await add(id, { role: 'assistant', status: 'streaming', parts: [text(content)] });
    else if ((kind === 'grow' || kind === 'end') && open)
      await db.messages.update(open.id, {
        parts: [text(content)],
        status: kind === 'end' ? 'complete' : 'streaming',
      });
    else if (kind === 'break') await db.messages.update(await add(id, { parts: [] }), { parts: 'broken' as never });
    else if (kind === 'hide' && one) await overlay(HIDDEN, one.id);
    else if (kind === 'delete' && one) await overlay(DELETED, one.id);
    else if (kind === 'show') await db.overlays.where('sessionId').equals(id).delete();
    else if (kind === 'trash') await trashSession(db, id, at + 1);
    else if (kind === 'remove' || kind === 'replace') {
      await db.messages.where('sessionId').equals(id).delete();
      await db.sessions.delete(id);
      if (kind === 'replace') await session(content, { parts: [text(content)] }, { parts: [text(content)] });
    }
  }

  async function search(history: HistorySearch, query: string, calledOff: number | null) {
    const found: SessionHits[] = [];
    const abort = new AbortController();
    const onFound = (one: SessionHits) => {
      found.push(one);
      if (found.length - 1 === calledOff) abort.abort();
    };
    const summary = await history.search(parseQuery(query), { ...everything, signal: abort.signal, onFound });
    return { summary, found };
  }

  it('finds what one that has read nothing finds, whatever changed and was called off meanwhile', async () => {
    const own = await world();
    const { db } = own;
    await assert(
      asyncProperty(array(change, { minLength: 1, maxLength: 12 }), async (changes) => {
        await Promise.all([db.sessions.clear(), db.messages.clear(), db.overlays.clear()]);
        const history = createHistorySearch(db);
        for (const { query, calledOff, ...one } of changes) {
          await apply(own, one);
          await search(history, query, calledOff);
        }
        for (const query of ['alpha', '감마', 'δελτασ', 'STRASSE is:deleted'])
          expect(await search(history, query, null)).toEqual(await search(createHistorySearch(db), query, null));
      }),
      { numRuns: 20 },
    );
  });
});

describe('the worker that searches', () => {
  function connect(open: Parameters<typeof serveSearch>[0]) {
    let onMessage: (reply: SearchReply) => void = () => undefined;
    const answer = serveSearch(open, (reply) => queueMicrotask(() => onMessage(structuredClone(reply))));
    const sent: SearchRequest[] = [];
    const client = createSearchClient(() => ({
      post: (request) => {
        sent.push(request);
        void answer(structuredClone(request));
      },
      listen: (listener) => {
        onMessage = listener;
      },
      end: () => undefined,
    }));
    return { client, sent };
  }
  const options = { perSession: 3, inAll: 9, signal: new AbortController().signal };

  it('answers across the border, and tells why when it cannot', async () => {
    const { db, session } = await world();
    await session('one', { parts: [text('word')] });
    let fails = true;
    const { client } = connect(() => {
      if (fails) return Promise.reject(new Error('no database'));
      return Promise.resolve(searchesOf(db));
    });
    const onFound = vi.fn<(found: SessionHits) => void>();
    await expect(client.search(parseQuery('word'), { ...options, onFound })).rejects.toThrow('no database');
    fails = false;
    expect(await client.search(parseQuery('word'), { ...options, onFound })).toMatchObject({ messages: 1 });
    expect(onFound).toHaveBeenCalledTimes(1);
  });

  it('ends every search when the worker breaks down, and starts another for the next', async () => {
    const { db, session } = await world();
    await session('one', { parts: [text('word')] });
    const failures: ((message: string) => void)[] = [];
    const ended = vi.fn<() => void>();
    const client = createSearchClient(() => {
      let onMessage: (reply: SearchReply) => void = () => undefined;
      const answer = serveSearch(
        () => Promise.resolve(searchesOf(db)),
        (reply) => onMessage(reply),
      );
      const isFirst = failures.length === 0;
      return {
        post: (request) => void (isFirst || answer(request)),
        listen: (listener, fail) => {
          onMessage = listener;
          failures.push(fail);
        },
        end: ended,
      };
    });
    const onFound = vi.fn<(found: SessionHits) => void>();
    const searches = [1, 2].map(() => client.search(parseQuery('word'), { ...options, onFound }));
    failures[0]?.('out of memory');
    for (const search of await Promise.allSettled(searches))
      expect(search).toMatchObject({ status: 'rejected', reason: { message: 'out of memory' } });
    expect(ended).toHaveBeenCalledTimes(1);
    expect(await client.search(parseQuery('word'), { ...options, onFound })).toMatchObject({ messages: 1 });
    expect(failures).toHaveLength(2);
  });

  it('never begins a search that was called off, and says nothing more of one that is', async () => {
    const { db, session } = await world();
    await session('one', { parts: [text('word')] });
    const begin = vi.fn<() => Promise<HistorySearch & ProjectSearch>>(() => Promise.resolve(searchesOf(db)));
    const { client, sent } = connect(begin);
    const abort = new AbortController();
    const onFound = vi.fn<(found: SessionHits) => void>();
    const search = client.search(parseQuery('word'), { ...options, signal: abort.signal, onFound });
    abort.abort();
    expect(await search).toBeNull();
    expect(await client.search(parseQuery('none'), { ...options, onFound })).toMatchObject({ messages: 0 });
    await until(() => sent.length === 3);
    expect(onFound).not.toHaveBeenCalled();
    expect(begin).toHaveBeenCalledTimes(1);
  });
});
