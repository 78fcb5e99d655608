import { collectReports, openTestDatabase } from '#test/fakes/page-storage.ts';
import * as fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { createStreamingAnswers } from '#state/streaming-answers.ts';
import { createSessionHistory } from '#state/session-history.ts';
import type { SessionHistory } from '#state/session-history.ts';
import type { BatonDatabase } from '#storage/database.ts';
import { appendMessages, completeMessage, putStreamingMessage, setLeaf } from '#storage/write-messages.ts';
import type { NewMessage } from '#storage/write-messages.ts';
import type { StoredMessage } from '#storage/rows.ts';
import { createSession } from '#storage/session-repository.ts';
import { claimSession } from '#storage/writer-fence.ts';
import type { Fence } from '#storage/writer-fence.ts';
import { required, settle, until } from '#test/fakes/fake-clock.ts';

const said = (text: string, parentId: string | null, more: Partial<NewMessage> = {}): NewMessage => ({
  role: 'user',
  parts: [{ type: 'text', text }],
  parentId,
  status: 'complete',
  createdAt: 1,
  completedAt: 1,
  ...more,
});

const growing = (parentId: string | null): NewMessage => ({
  role: 'assistant',
  parts: [],
  parentId,
  status: 'streaming',
  createdAt: 1,
});

async function chain(db: BatonDatabase, fence: Fence, length: number, from: string | null = null) {
  const messages: NewMessage[] = [];
  let parent = from;
  for (let index = 0; index < length; index += 1) {
    const id = `${fence.sessionId}-${from ?? ''}-${index}`;
    messages.push(said(`m${index}`, parent, { id }));
    parent = id;
  }
  return appendMessages(db, fence, messages);
}

async function open(sizes?: { page: number; near: number }) {
  const db = await openTestDatabase();
  const { id } = await createSession(db, { target: null, at: 1 });
  const { fence } = await claimSession(db, id);
  const live = createStreamingAnswers((fn) => fn());
  const { rows, onUnreadableRow } = collectReports();
  const history = createSessionHistory({ db, onUnreadableRow, live, ...(sizes && { sizes }) }, id);
  return { db, id, fence, live, history, rows };
}

const texts = (history: SessionHistory) =>
  history.store
    .getState()
    .messages.map(({ parts }) => parts.map((part) => ('text' in part ? part.text : '?')).join(''));

const ready = (history: SessionHistory) => until(() => !history.store.getState().isLoading, 'first page');

describe('the history of a session', () => {
  it('opens with the newest fifty and reads older pages on demand', async () => {
    const { db, fence, history } = await open();
    await chain(db, fence, 120);
    const stop = history.start();
    expect(history.store.getState().isLoading).toBe(true);
    await ready(history);
    expect(texts(history)).toEqual(Array.from({ length: 50 }, (_, index) => `m${70 + index}`));
    expect(history.store.getState().hasMore).toBe(true);
    const newest = history.store.getState().messages;
    await Promise.all([history.loadMore(), history.loadMore()]);
    expect(texts(history)).toEqual(Array.from({ length: 120 }, (_, index) => `m${index}`));
    expect(history.store.getState().hasMore).toBe(false);
    expect(history.store.getState().messages.slice(70)).toEqual(newest);
    expect(history.store.getState().messages[119]).toBe(newest[49]);
    await history.loadMore();
    expect(history.store.getState().messages).toHaveLength(120);
    stop();
  });

  it('needs one transaction for the newest page, whatever else is read meanwhile', async () => {
    // Before the database is opened, which keeps the method.
    const begun = vi.spyOn(IDBDatabase.prototype, 'transaction');
    const { db, fence, history } = await open();
    await chain(db, fence, 120);
    begun.mockClear();
    let before = 0;
    const forget = history.store.subscribe(({ messages }) => {
      if (messages.length > 0) before ||= begun.mock.calls.length;
    });
    const stop = history.start();
    await ready(history);
    // The other one watches.
    expect(before).toBeGreaterThan(0);
    expect(before).toBeLessThanOrEqual(2);
    expect(texts(history)).toHaveLength(50);
    begun.mockRestore();
    forget();
    stop();
  });

  it('reads back to a message, and no further', async () => {
    const { db, fence, history } = await open();
    await chain(db, fence, 400);
    const stop = history.start();
    await ready(history);
    const row = await db.messages.where('[sessionId+seq]').equals([fence.sessionId, 300]).first();
    await history.reach(row?.id ?? '');
    expect(texts(history)).toContain('m299');
    expect(history.store.getState().hasMore).toBe(true);
    const before = history.store.getState();
    await history.reach('there is no such message');
    expect(history.store.getState()).toBe(before);
    stop();
  });

  it('reads what is around a message far away, and the rest when it is wanted', async () => {
    const { db, fence, history } = await open();
    const all = await chain(db, fence, 1_000);
    const stop = history.start();
    await ready(history);
    const reads = vi.spyOn(db.messages.hook.reading, 'fire');
    await history.reach(required(all[300]).id);
    expect(reads.mock.calls.length).toBeGreaterThan(0);
    expect(reads.mock.calls.length).toBeLessThan(200);
    expect(texts(history).slice(0, 101)).toEqual(Array.from({ length: 101 }, (_, index) => `m${250 + index}`));
    expect(history.store.getState()).toMatchObject({ gap: required(all[950]).id, hasMore: true, isLoading: false });
    const [q] = await appendMessages(db, fence, [said('q', required(all.at(-1)).id)]);
    await until(() => texts(history).at(-1) === 'q');
    expect(texts(history)[0]).toBe('m250');
    await history.loadGap();
    expect(texts(history).slice(0, 151)).toEqual(Array.from({ length: 151 }, (_, index) => `m${250 + index}`));
    expect(history.store.getState().gap).toBe(required(all[900]).id);
    await history.reach(required(all[600]).id);
    expect(texts(history)[0]).toBe('m550');
    await history.loadMore();
    expect(texts(history)[0]).toBe('m500');
    while (history.store.getState().gap !== null) await history.loadGap();
    expect(texts(history)).toEqual([...Array.from({ length: 500 }, (_, index) => `m${500 + index}`), 'q']);
    expect(history.store.getState().messages.at(-1)?.id).toBe(q?.id);
    stop();
  });

  it('shows no gap where nothing is missing', async () => {
    const { db, fence, history } = await open({ page: 3, near: 5 });
    const all = await chain(db, fence, 22);
    const stop = history.start();
    await ready(history);
    await history.loadMore();
    await history.reach(required(all[0]).id);
    const missing = () => {
      const ids = history.store.getState().messages.map(({ id }) => id);
      return all.length - ids.length;
    };
    for (let left = missing(); left > 0; left = missing()) {
      expect(history.store.getState().gap).not.toBeNull();
      await history.loadGap();
    }
    expect(history.store.getState().gap).toBeNull();
    stop();
  });

  it('shows the path in order and to its end, whatever is loaded, added and chosen', async () => {
    const step = fc.oneof(
      fc.record({ kind: fc.constantFrom('reach', 'choose', 'branch'), at: fc.double({ min: 0, max: 1, noNaN: true }) }),
      fc.record({ kind: fc.constantFrom('more', 'gap', 'append'), at: fc.constant(0) }),
    );
    let gaps = 0;
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 60 }), fc.array(step, { maxLength: 14 }), async (length, steps) => {
        const { db, fence, history } = await open({ page: 3, near: 5 });
        const nodes: { id: string; parentId: string | null }[] = await chain(db, fence, length);
        let leaf = required(nodes.at(-1)).id;
        const path = () => {
          const ids: string[] = [];
          const byId = new Map(nodes.map((node) => [node.id, node]));
          for (let id: string | null = leaf; id !== null; id = byId.get(id)?.parentId ?? null) ids.unshift(id);
          return ids;
        };
        const shown = () => history.store.getState().messages.map(({ id }) => id);
        const grow = async (parentId: string) => {
          const [added] = await appendMessages(db, fence, [said('more', parentId)]);
          nodes.push(required(added));
          leaf = required(added).id;
        };
        const below = (id: string) => {
          const under = new Set([id]);
          for (const node of nodes) if (node.parentId !== null && under.has(node.parentId)) under.add(node.id);
          return [...under].at(-1) ?? id;
        };
        const stop = history.start();
        await ready(history);
        for (const { kind, at } of steps) {
          const one = required(nodes[Math.min(nodes.length - 1, Math.floor(at * nodes.length))]).id;
          if (kind === 'more') await history.loadMore();
          else if (kind === 'gap') await history.loadGap();
          else if (kind === 'append') await grow(leaf);
          else if (kind === 'branch') await grow(one);
          else {
            // Where the page goes to a message, the path is led through it, if it doesn't already.
            const reached = kind === 'reach' ? history.reach(one) : null;
            if (!path().includes(one)) await setLeaf(db, fence, (leaf = below(one)));
            await reached;
          }
          await until(() => shown().at(-1) === leaf && !history.store.getState().isLoading, kind);
          if (kind === 'reach') await history.reach(one);
          expect(kind !== 'reach' || shown().includes(one)).toBe(true);
          const { gap, hasMore } = history.store.getState();
          const places = shown().map((id) => path().indexOf(id));
          const jumps = places.flatMap((place, index) =>
            index > 0 && place !== (places[index - 1] ?? 0) + 1 ? [shown()[index]] : [],
          );
          expect(places).not.toContain(-1);
          expect(places).toEqual(places.toSorted((a, b) => a - b));
          expect(jumps).toEqual(gap === null ? [] : [gap]);
          expect(hasMore).toBe(places[0] !== 0);
          gaps += gap === null ? 0 : 1;
        }
        while (history.store.getState().gap !== null) await history.loadGap();
        while (history.store.getState().hasMore) await history.loadMore();
        expect(shown()).toEqual(path());
        stop();
        db.close();
      }),
      { numRuns: 60 },
    );
    expect(gaps).toBeGreaterThan(20);
  });

  it('is empty and not loading for a session without messages', async () => {
    const { history } = await open();
    const stop = history.start();
    await ready(history);
    expect(history.store.getState()).toMatchObject({ messages: [], hasMore: false, error: null });
    stop();
  });

  it('follows what is added, whatever window adds it, and keeps the identity of everything else', async () => {
    const { db, fence, history } = await open();
    const first = await chain(db, fence, 3);
    const stop = history.start();
    await ready(history);
    const before = history.store.getState().messages;
    await appendMessages(db, fence, [
      said('q', required(first.at(-1)).id, { id: 'q' }),
      said('a', 'q', { role: 'assistant' }),
    ]);
    await until(() => history.store.getState().messages.length === 5);
    expect(texts(history)).toEqual(['m0', 'm1', 'm2', 'q', 'a']);
    for (const [index, message] of before.entries()) expect(history.store.getState().messages[index]).toBe(message);
    stop();
  });

  it('moves to another branch, near and far', async () => {
    const { db, fence, history } = await open();
    const trunk = await chain(db, fence, 10);
    const fork = required(trunk[4]);
    const far = await chain(db, fence, 80, fork.id);
    const stop = history.start();
    await ready(history);
    expect(texts(history)).toHaveLength(50);
    await setLeaf(db, fence, required(trunk.at(-1)).id);
    await until(() => texts(history).length === 10);
    expect(history.store.getState().hasMore).toBe(false);
    await setLeaf(db, fence, required(far.at(-1)).id);
    await until(() => texts(history).at(-1) === 'm79');
    expect(history.store.getState().messages.map(({ id }) => id)).toEqual(far.slice(-50).map(({ id }) => id));
    await setLeaf(db, fence, null);
    await until(() => texts(history).length === 0);
    stop();
  });

  it('shows in a window that follows how an answer grows and ends', async () => {
    const { db, fence, history } = await open();
    const [question] = await appendMessages(db, fence, [said('q', null)]);
    const [answer] = await appendMessages(db, fence, [growing(required(question).id)]);
    const stop = history.start();
    await ready(history);
    const parts = [{ type: 'text' as const, text: 'half' }];
    await putStreamingMessage(db, fence, { ...required(answer), parts });
    await until(() => texts(history).at(-1) === 'half');
    await claimSession(db, fence.sessionId);
    await until(() => history.store.getState().messages.at(-1)?.status === 'interrupted');
    expect(texts(history)).toEqual(['q', 'half']);
    stop();
  });

  it('notices that an interrupted answer in the middle was kept', async () => {
    const { db, fence, history } = await open();
    const [answer] = await appendMessages(db, fence, [growing(null)]);
    const { fence: second } = await claimSession(db, fence.sessionId);
    await appendMessages(db, second, [said('on', required(answer).id)]);
    const stop = history.start();
    await ready(history);
    expect(history.store.getState().messages[0]?.status).toBe('interrupted');
    await putStreamingMessage(db, second, { ...required(answer), status: 'complete', stop: 'aborted' });
    await until(() => history.store.getState().messages[0]?.status === 'complete');
    expect(texts(history)).toEqual(['', 'on']);
    stop();
  });

  it('reports a row it cannot read and shows the rest', async () => {
    const { db, fence, history, rows } = await open();
    const messages = await chain(db, fence, 3);
    await db.messages.update(required(messages[1]).id, { role: 'nobody' as never });
    const stop = history.start();
    await ready(history);
    expect(texts(history)).toEqual(['m0', 'm2']);
    expect(rows).toHaveLength(1);
    stop();
  });

  it('tells a storage failure', async () => {
    const { db, history } = await open();
    const full = Object.assign(new Error('disk'), { name: 'UnknownError' });
    vi.spyOn(db.sessions, 'get').mockImplementation(() => Promise.reject(full) as never);
    const stop = history.start();
    await until(() => history.store.getState().error !== null);
    expect(history.store.getState().error).toMatchObject({
      name: 'StorageError',
      detail: expect.stringContaining('disk'),
    });
    expect(history.store.getState().isLoading).toBe(false);
    stop();
  });

  it('can be stopped and started again, and reads nothing in between', async () => {
    const { db, fence, history } = await open();
    await chain(db, fence, 2);
    history.start()();
    await settle(60);
    expect(texts(history)).toEqual([]);
    const stop = history.start();
    await ready(history);
    expect(texts(history)).toEqual(['m0', 'm1']);
    stop();
  });
});

describe('an answer written in this window', () => {
  it('grows from the live run alone, and at its end no moment shows neither or the past', async () => {
    const begun = vi.spyOn(IDBDatabase.prototype, 'transaction');
    const { db, id, fence, live, history } = await open();
    const [answer] = await appendMessages(db, fence, [growing(null)]);
    const message = required(answer);
    live.publish(id, () => ({ sessionId: id, messageId: message.id, phase: 'answering', startedAt: 1, parts: [] }));
    const stop = history.start();
    await ready(history);
    let changes = 0;
    const seen: string[] = [];
    history.store.subscribe(() => {
      changes += 1;
    });
    // What the page shows: the streaming answer if there is one, otherwise what is stored.
    const shown = () => (live.isLive(message.id) ? 'live' : texts(history).join());
    live.store.subscribe(() => seen.push(shown()));
    history.store.subscribe(() => seen.push(shown()));
    await settle(40);
    begun.mockClear();
    for (const text of ['a', 'ab', 'abc']) {
      await putStreamingMessage(db, fence, { ...message, parts: [{ type: 'text', text }] });
      await settle(40);
    }
    expect(changes).toBe(0);
    // What was stored isn't read back.
    expect(begun.mock.calls.map(([, mode]) => mode)).toEqual(['readwrite', 'readwrite', 'readwrite']);
    begun.mockClear();
    const final: StoredMessage = {
      ...message,
      parts: [{ type: 'text', text: 'abcd' }],
      status: 'complete',
      stop: 'end',
    };
    await completeMessage(db, fence, final, { usage: null, vendor: null });
    live.end(id, final);
    expect(shown()).toBe('abcd');
    await settle(60);
    expect(seen.filter((text) => text !== 'live' && text !== 'abcd')).toEqual([]);
    expect(history.store.getState().messages.at(-1)).toBe(final);
    // It is here already.
    expect(begun.mock.calls.map(([, mode]) => mode)).toEqual(['readwrite']);
    begun.mockRestore();
    stop();
  });

  it('is read together with its question, and once', async () => {
    const begun = vi.spyOn(IDBDatabase.prototype, 'transaction');
    const { db, id, fence, live, history } = await open();
    const [, last] = await chain(db, fence, 2);
    const stop = history.start();
    await ready(history);
    await settle(40);
    begun.mockClear();
    const question = said('why', required(last).id, { id: 'question' });
    const [, answer] = await appendMessages(db, fence, [question, growing('question')]);
    const messageId = required(answer).id;
    live.publish(id, () => ({ sessionId: id, messageId, phase: 'answering', startedAt: 1, parts: [] }));
    await until(() => history.store.getState().messages.length === 4, 'both messages');
    await settle(40);
    // The end of the path, and what is new before it.
    expect(begun.mock.calls.map(([, mode]) => mode)).toEqual(['readwrite', 'readonly', 'readonly']);
    begun.mockRestore();
    stop();
  });

  it('is shown with its question in the moment in which both are announced, and not read again', async () => {
    const begun = vi.spyOn(IDBDatabase.prototype, 'transaction');
    const { db, id, fence, live, history } = await open();
    const stop = history.start();
    await ready(history);
    let parentId: string | null = null;
    for (const text of ['first', 'second']) {
      await settle(40);
      begun.mockClear();
      const changes: string[][] = [];
      const leave = history.store.subscribe(() => changes.push(texts(history)));
      const inserted: StoredMessage[] = await appendMessages(db, fence, [
        said(text, parentId, { id: text }),
        { ...growing(text), id: `${text} answer` },
      ]);
      live.inserted(inserted);
      live.publish(id, () => ({
        sessionId: id,
        messageId: `${text} answer`,
        phase: 'preparing',
        startedAt: 1,
        parts: [],
      }));
      await Promise.resolve();
      expect(history.store.getState().messages.slice(-2)).toEqual(inserted);
      await settle(40);
      expect(changes).toHaveLength(1);
      // The end of the path alone.
      expect(begun.mock.calls.map(([, mode]) => mode)).toEqual(['readwrite', 'readonly']);
      leave();
      const answer = required(inserted.at(-1));
      const final: StoredMessage = { ...answer, parts: [{ type: 'text', text: '!' }], status: 'complete', stop: 'end' };
      await completeMessage(db, fence, final, { usage: null, vendor: null });
      live.end(id, final);
      parentId = answer.id;
    }
    begun.mockRestore();
    expect(texts(history)).toEqual(['first', '!', 'second', '!']);
    stop();
  });

  it('goes on in another version of the conversation, in which its question stands', async () => {
    const { db, fence, live, history } = await open();
    const [first] = await chain(db, fence, 3);
    const stop = history.start();
    await ready(history);
    live.inserted(
      await appendMessages(db, fence, [said('other', required(first).id, { id: 'other' }), growing('other')]),
    );
    await Promise.resolve();
    expect(texts(history)).toEqual(['m0', 'other', '']);
    await settle(40);
    expect(texts(history)).toEqual(['m0', 'other', '']);
    stop();
  });

  it('comes with the path when its question follows what is not shown', async () => {
    const { db, fence, live, history } = await open({ page: 3, near: 3 });
    const [first] = await chain(db, fence, 10);
    const stop = history.start();
    await ready(history);
    live.inserted(
      await appendMessages(db, fence, [said('other', required(first).id, { id: 'other' }), growing('other')]),
    );
    await until(() => texts(history).includes('other'), 'the other version');
    expect(texts(history)).toEqual(['m0', 'other', '']);
    stop();
  });

  it('stays when the path was read before it was stored', async () => {
    const { db, id, fence, live, history } = await open();
    const [, last] = await chain(db, fence, 2);
    const stop = history.start();
    await ready(history);
    await settle(40);
    const shown: number[] = [];
    history.store.subscribe(() => shown.push(history.store.getState().messages.length));
    // Has the end of the path read while the messages are being stored.
    const renamed = db.sessions.update(id, { title: 'renamed' });
    const inserted = await appendMessages(db, fence, [said('q', required(last).id, { id: 'q' }), growing('q')]);
    live.inserted(inserted);
    await renamed;
    await settle(60);
    expect(shown).not.toContain(2);
    expect(texts(history)).toEqual(['m0', 'm1', 'q', '']);
    stop();
  });

  it('is shown as another window has stored it, once it has ended here without one', async () => {
    const { db, id, fence, live, history } = await open();
    const [answer] = await appendMessages(db, fence, [growing(null)]);
    const message = required(answer);
    live.publish(id, () => ({ sessionId: id, messageId: message.id, phase: 'answering', startedAt: 1, parts: [] }));
    const stop = history.start();
    await ready(history);
    live.end(id, null);
    await db.messages.update(message.id, { status: 'complete', parts: [{ type: 'text', text: 'theirs' }] });
    await until(() => history.store.getState().messages[0]?.status === 'complete', 'what the other window stored');
    expect(texts(history)).toEqual(['theirs']);
    stop();
  });
});
