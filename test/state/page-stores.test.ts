import { openTestDatabase } from '#test/fakes/page-storage.ts';
import { describe, expect, it, vi } from 'vitest';
import type { HostEvent } from '#contract/events.ts';
import { createConnections } from '#state/connections.ts';
import { createDrafts } from '#state/drafts.ts';
import { createModelLists, modelListKey, readModelList } from '#state/model-lists.ts';
import { createPageClock } from '#state/page-clock.ts';
import { createProblems } from '#state/problems.ts';
import { openSettings } from '#state/settings.ts';
import { getDraft } from '#storage/draft-repository.ts';
import { CONNECTION } from '#test/fakes/chat-world.ts';
import { FakeClock, required, settle, until } from '#test/fakes/fake-clock.ts';

const report = (row: unknown) => {
  throw new Error(JSON.stringify(row));
};

describe('drafts', () => {
  it('are written once the typing pauses, and at once when asked', async () => {
    const db = await openTestDatabase();
    const clock = new FakeClock();
    const errors: unknown[] = [];
    const drafts = createDrafts({
      db,
      now: clock.now,
      setTimeout: clock.setTimeout,
      clearTimeout: clock.clearTimeout,
      onError: (error) => errors.push(error),
    });
    const stored = async (id: string) => (await getDraft(db, id, report))?.text;
    drafts.save('a', 'h', []);
    drafts.save('a', 'hi', []);
    drafts.save('b', 'other', []);
    await settle();
    expect(await stored('a')).toBeUndefined();
    await clock.advance(300);
    expect([await stored('a'), await stored('b')]).toEqual(['hi', 'other']);
    drafts.save('a', '', []);
    await drafts.flush();
    expect(await stored('a')).toBeUndefined();
    drafts.save('a', 'sent', []);
    drafts.discard('a');
    await clock.advance(300);
    expect(await stored('a')).toBeUndefined();
    expect(errors).toEqual([]);
  });

  it('are kept and written later when storage refuses', async () => {
    const db = await openTestDatabase();
    const clock = new FakeClock();
    const errors: unknown[] = [];
    const drafts = createDrafts({
      db,
      now: clock.now,
      setTimeout: clock.setTimeout,
      clearTimeout: clock.clearTimeout,
      onError: (error) => errors.push(error),
    });
    const spy = vi.spyOn(db.drafts, 'put').mockImplementation(() => Promise.reject(new Error('full')) as never);
    drafts.save('a', 'typed', []);
    await drafts.flush();
    expect(errors).toHaveLength(1);
    expect(drafts.unsaved('a')?.text).toBe('typed');
    await clock.advance(5_000);
    expect(errors).toHaveLength(2);
    spy.mockRestore();
    await clock.advance(5_000);
    expect((await getDraft(db, 'a', report))?.text).toBe('typed');
    expect(drafts.unsaved('a')).toBeUndefined();
    await clock.advance(60_000);
    expect(errors).toHaveLength(2);
  });

  it('are held while they are being written, so that who comes back at once finds the words', async () => {
    const db = await openTestDatabase();
    const clock = new FakeClock();
    const drafts = createDrafts({
      db,
      now: clock.now,
      setTimeout: clock.setTimeout,
      clearTimeout: clock.clearTimeout,
      onError: () => undefined,
    });
    drafts.save('a', 'typed', []);
    drafts.save('b', 'sent', []);
    const left = drafts.flush();
    expect(drafts.unsaved('a')?.text).toBe('typed');
    drafts.discard('b');
    expect(drafts.unsaved('b')).toBeUndefined();
    await left;
    expect(drafts.unsaved('a')).toBeUndefined();
    expect((await getDraft(db, 'a', report))?.text).toBe('typed');
    expect(await getDraft(db, 'b', report)).toBeNull();
  });
});

describe('settings', () => {
  it('are there before the first render, shown at once, stored, and followed across windows', async () => {
    const db = await openTestDatabase();
    await db.settings.put({ key: 'sendKey', value: 'enter' });
    const errors: unknown[] = [];
    const one = await openSettings(db, (error) => errors.push(error));
    const two = await openSettings(db, (error) => errors.push(error));
    expect(one.store.getState().values.get('sendKey')).toBe('enter');
    const done = one.set('sendKey', 'mod-enter');
    expect(one.store.getState().values.get('sendKey')).toBe('mod-enter');
    await done;
    await until(() => two.store.getState().values.get('sendKey') === 'mod-enter');
    one.close();
    two.close();
    expect(errors).toEqual([]);
  });

  it('never show what a read found before a write was stored', async () => {
    const db = await openTestDatabase();
    const settings = await openSettings(db, report);
    const width = () => settings.store.getState().values.get('width');
    const shown: unknown[] = [];
    settings.store.subscribe(() => shown.push(width()));
    for (let step = 1; step <= 40; step += 1) {
      void settings.set('width', step);
      // The read that the write before led to is at another point each time.
      await settle(step % 8);
    }
    await until(() => db.settings.get('width').then((row) => row?.value === 40));
    await settle();
    expect(shown).toEqual(shown.toSorted((a, b) => Number(a) - Number(b)));
    // What another window stores afterwards counts.
    await db.settings.put({ key: 'width', value: 7 });
    await until(() => width() === 7);
    settings.close();
  });

  it('go back when they cannot be stored', async () => {
    const db = await openTestDatabase();
    const errors: unknown[] = [];
    const settings = await openSettings(db, (error) => errors.push(error));
    vi.spyOn(db.settings, 'put').mockImplementation(() => Promise.reject(new Error('full')) as never);
    await settings.set('a', 1);
    expect(settings.store.getState().values.has('a')).toBe(false);
    expect(errors).toHaveLength(1);
    settings.close();
  });

  it('go back alone: what was set and stored meanwhile stays', async () => {
    const db = await openTestDatabase();
    const settings = await openSettings(db, () => undefined);
    const full = Promise.withResolvers<never>();
    vi.spyOn(db.settings, 'put').mockImplementationOnce(() => full.promise as never);
    const failing = settings.set('a', 1);
    await settings.set('b', 2);
    full.reject(new Error('full'));
    await failing;
    expect(settings.store.getState().values.has('a')).toBe(false);
    expect(settings.store.getState().values.get('b')).toBe(2);
    settings.close();
  });
});

describe('connections', () => {
  const secrets = { kind: 'session', locked: false, choices: [], backend: null, problem: null } as const;

  it('are read again when the host says they changed, once for many events', async () => {
    let reads = 0;
    let emit: (event: HostEvent) => void = () => undefined;
    let emitReachable: (reachable: boolean) => void = () => undefined;
    const connections = createConnections({
      connections: async () => {
        reads += 1;
        return [{ ...CONNECTION, label: `read ${reads}` }];
      },
      secrets: async () => ({ ...secrets, choices: [] }),
      events: (onEvent, _, onReachable) => {
        emit = onEvent;
        emitReachable = required(onReachable);
      },
    });
    expect((await connections.known())[0]?.label).toBe('read 1');
    connections.follow(new AbortController().signal);
    emit({ type: 'ping' });
    await settle();
    expect(reads).toBe(1);
    for (let index = 0; index < 10; index += 1) emit({ type: 'connections-changed' });
    await settle();
    expect(reads).toBe(3);
    expect(connections.get(CONNECTION.id)?.label).toBe('read 3');
    emitReachable(false);
    expect(connections.store.getState()).toMatchObject({ hostReachable: false, error: null });
  });

  it('are kept while the host is away', async () => {
    let alive = true;
    const connections = createConnections({
      connections: async () => {
        if (!alive) throw new Error('gone');
        return [CONNECTION];
      },
      secrets: async () => ({ ...secrets, choices: [] }),
      events: () => undefined,
    });
    await connections.reload();
    alive = false;
    await connections.reload();
    expect(connections.store.getState()).toMatchObject({ connections: [CONNECTION], error: { message: 'gone' } });
    expect(await connections.known()).toEqual([CONNECTION]);
    alive = true;
    await connections.reload();
    expect(connections.store.getState().error).toBeNull();
  });

  it('that were never heard are an error, not an empty list', async () => {
    const connections = createConnections({
      connections: () => Promise.reject(new Error('gone')),
      secrets: async () => ({ ...secrets, choices: [] }),
      events: () => undefined,
    });
    await expect(connections.known()).rejects.toThrow('gone');
  });
});

describe('model lists', () => {
  it('are asked for once at a time, kept, and keep their last state when the vendor refuses', async () => {
    const db = await openTestDatabase();
    const settings = await openSettings(db, report);
    let asked = 0;
    let refuse = false;
    const lists = createModelLists({
      settings,
      now: () => 42,
      listModels: async () => {
        asked += 1;
        if (refuse) throw new Error('401');
        return [{ id: 'm1', label: 'Model 1', contextWindow: 1_000 }];
      },
    });
    await Promise.all([lists.refresh(CONNECTION), lists.refresh(CONNECTION)]);
    expect(asked).toBe(1);
    const stored = () => readModelList(settings.store.getState().values.get(modelListKey(CONNECTION.id)));
    expect(stored()).toEqual({ at: 42, models: [{ id: 'm1', label: 'Model 1', contextWindow: 1_000 }] });
    expect(lists.find(CONNECTION.id, 'm1')?.label).toBe('Model 1');
    expect(lists.find(CONNECTION.id, 'm2')).toBeUndefined();
    refuse = true;
    await lists.refresh(CONNECTION);
    expect(lists.store.getState().errors.get(CONNECTION.id)?.message).toBe('401');
    expect(lists.store.getState().asking.size).toBe(0);
    expect(stored().models).toHaveLength(1);
    refuse = false;
    await lists.refresh(CONNECTION);
    expect(lists.store.getState().errors.size).toBe(0);
    expect(readModelList({ at: 'never' })).toEqual({ models: [], at: 0 });
    settings.close();
  });

  it('come from where a connection is now, not from where it was when it was asked', async () => {
    const settings = await openSettings(await openTestDatabase(), report);
    const answers = new Map<string, PromiseWithResolvers<{ id: string }[]>>();
    const lists = createModelLists({
      settings,
      now: () => 42,
      listModels({ baseUrl }) {
        const answer = Promise.withResolvers<{ id: string }[]>();
        answers.set(baseUrl, answer);
        return answer.promise;
      },
    });
    const asked = ['http://old.example', 'http://new.example'].map((baseUrl) =>
      lists.refresh({ ...CONNECTION, baseUrl }),
    );
    answers.get('http://new.example')?.resolve([{ id: 'new' }]);
    await settle();
    answers.get('http://old.example')?.resolve([{ id: 'old' }]);
    await Promise.all(asked);
    const stored = readModelList(settings.store.getState().values.get(modelListKey(CONNECTION.id)));
    expect(stored.models).toEqual([{ id: 'new' }]);
    expect(lists.store.getState()).toEqual({ asking: new Set(), errors: new Map() });
    settings.close();
  });
});

describe('problems', () => {
  it('are told once for the same words in a row', () => {
    const problems = createProblems();
    const notified: string[] = [];
    problems.store.subscribe(({ latest }) => notified.push(latest?.error.message ?? ''));
    for (const message of ['full', 'full', 'other', 'full']) problems.add(new Error(message));
    problems.add('text');
    problems.add({ odd: true });
    expect(notified).toEqual(['full', 'other', 'full', 'text', 'Something went wrong.']);
  });
});

describe('the page’s clock', () => {
  function worker() {
    const posted: [number, number][] = [];
    const listeners: { message?: (event: MessageEvent<number>) => void; error?: () => void } = {};
    return {
      posted,
      answer: (data: number) => listeners.message?.({ data } as MessageEvent<number>),
      fail: () => listeners.error?.(),
      port: {
        postMessage: (message: [number, number]) => void posted.push(message),
        addEventListener: (type: 'message' | 'error', listener: never) => void (listeners[type] = listener),
      },
    };
  }

  it('lets a worker keep the time, and forgets what is cleared', () => {
    const { posted, answer, port } = worker();
    const clock = createPageClock(port);
    const ran: string[] = [];
    const one = clock.setTimeout(() => ran.push('one'), 200);
    const two = clock.setTimeout(() => ran.push('two'), -5);
    expect(posted).toEqual([
      [one, 200],
      [two, 0],
    ]);
    clock.clearTimeout(two);
    clock.clearTimeout(two);
    expect(posted.slice(2)).toEqual([[two, -1]]);
    for (const id of [two, one, one]) answer(Number(id));
    expect(ran).toEqual(['one']);
  });

  it('goes on with the window’s own timers when the worker is not there', async () => {
    const { fail, port } = worker();
    const clock = createPageClock(port);
    const ran: string[] = [];
    clock.setTimeout(() => ran.push('before'), 1);
    const cleared = clock.setTimeout(() => ran.push('cleared'), 1);
    fail();
    clock.setTimeout(() => ran.push('after'), 1);
    clock.clearTimeout(cleared);
    await until(() => ran.length === 2);
    expect(ran).toEqual(['before', 'after']);
  });
});
