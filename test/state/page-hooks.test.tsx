// @vitest-environment jsdom
import { Blob as PlatformBlob } from 'node:buffer';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { addMessages } from '#test/fakes/add-messages.ts';
import { saveBlob } from '#storage/blob-repository.ts';
import { SessionTargetSchema } from '#storage/row-schemas.ts';
import { useBlobUrl } from '#ui/data/use-blob-url.ts';
import { useDraft } from '#ui/data/use-draft.ts';
import { useStreamingAnswer } from '#ui/data/use-streaming-answer.ts';
import { useModelList } from '#ui/data/use-model-list.ts';
import { useModelOverride } from '#ui/data/use-model-override.ts';
import { useModels } from '#ui/data/use-models.ts';
import { useProblems } from '#ui/data/use-problems.ts';
import { useRunningSessions } from '#ui/data/use-running-sessions.ts';
import { useSaveBlob } from '#ui/data/use-save-blob.ts';
import { useSession } from '#ui/data/use-session.ts';
import { useSessions } from '#ui/data/use-sessions.ts';
import { useSetting } from '#ui/data/use-setting.ts';
import { useSiblings } from '#ui/data/use-siblings.ts';
import { useTargetModel } from '#ui/data/use-target-model.ts';
import { useWriter } from '#ui/data/use-writer.ts';
import { SessionHistoryProvider, useSessionHistory } from '#ui/data/session-history-context.tsx';
import { ChatWorld, CONNECTION, TARGET, textOf } from '#test/fakes/chat-world.ts';
import { required, until } from '#test/fakes/fake-clock.ts';
import { createPageData, mountHook } from '#test/fakes/page-data.tsx';
import { Feed, says } from '#test/fakes/scripted-service.ts';

afterEach(() => vi.unstubAllGlobals());

const TARGET_LISTED = { ...TARGET, connection: CONNECTION.id, model: 'listed' };
const plain = (text: string) => ({ text, attachments: [] });

async function begin() {
  const world = await ChatWorld.open();
  const page = world.window();
  const { id } = await page.flows.createSession(TARGET);
  return { world, page, id, data: await createPageData(world, page) };
}

/** Waits until a condition is true, while React works. */
const eventually = (condition: () => boolean) => until(condition);

/** Runs the work and lets React paint. */
async function act<T>(work: () => T | Promise<T>): Promise<T> {
  const result = await work();
  await new Promise((resolve) => setTimeout(resolve, 20));
  return result;
}

describe('sessions', () => {
  it('are undefined, then listed, then live', async () => {
    const { page, id, data } = await begin();
    const list = await mountHook(data, () => useSessions(''));
    const found = await mountHook(data, () => useSessions('여행'));
    await eventually(() => list.value()?.length === 1 && found.value()?.length === 0);
    await page.flows.renameSession(id, '여행 계획');
    await eventually(() => found.value()?.[0]?.title === '여행 계획');
    await page.flows.deleteSession(id);
    await eventually(() => list.value()?.length === 0);
    expect(found.value()).toEqual([]);
    await list.unmount();
    await found.unmount();
  });

  it('are told apart: loading, there, not there', async () => {
    const { id, data } = await begin();
    const there = await mountHook(data, () => useSession(id));
    const nowhere = await mountHook(data, () => useSession('nobody'));
    const none = await mountHook(data, () => useSession(null));
    await eventually(() => there.value() !== undefined && nowhere.value() !== undefined && none.value() !== undefined);
    expect([there.value()?.id, nowhere.value(), none.value()]).toEqual([id, null, null]);
  });

  it('are never missing only because none was asked for before', async () => {
    const { id, data } = await begin();
    const asked = createStore<{ id: string | null }>(() => ({ id: null }));
    const seen: [asked: string | null, found: string | null | undefined][] = [];
    const shown = await mountHook(data, () => {
      const now = useStore(asked, (state) => state.id);
      const session = useSession(now);
      seen.push([now, session && session.id]);
      return session;
    });
    await eventually(() => shown.value() === null);
    asked.setState({ id });
    await eventually(() => shown.value()?.id === id);
    expect(seen.filter(([now, found]) => now === id && found === null)).toEqual([]);
  });
});

describe('a running answer', () => {
  it('is seen in its own window and as running in every window', async () => {
    const { world, page, id, data } = await begin();
    const elsewhere = await createPageData(world, world.window());
    const run = await mountHook(data, () => useStreamingAnswer(id));
    const running = await mountHook(elsewhere, useRunningSessions);
    const feed = new Feed();
    world.service.answer(feed.script);
    const sent = page.flows.send(id, plain('q'));
    await until(() => feed.started);
    feed.text('growing');
    await act(() => world.clock.advance(20));
    expect(run.value()).toMatchObject({ phase: 'answering', parts: [{ text: 'growing' }] });
    await eventually(() => running.value().has(id));
    feed.push({ type: 'end', stop: 'end' });
    await act(() => sent);
    await eventually(() => run.value() === null);
    await eventually(() => running.value().size === 0);
  });
});

describe('sessions that are answering', () => {
  it('are not any more in the moment in which the answer ends, whatever row says so', async () => {
    const { world, page, id, data } = await begin();
    const seen: string[] = [];
    const state = await mountHook(data, () => {
      const isLive = useStreamingAnswer(id) !== null;
      const now = `${isLive ? 'live' : 'stored'}, ${useRunningSessions().has(id) ? 'running' : 'idle'}`;
      if (seen.at(-1) !== now) seen.push(now);
      return now;
    });
    const feed = new Feed();
    world.service.answer(feed.script);
    const sent = page.flows.send(id, plain('q'));
    await until(() => feed.started);
    feed.text('three words');
    await act(() => world.clock.advance(20));
    await eventually(() => state.value() === 'live, running');
    feed.push({ type: 'end', stop: 'end' });
    await act(() => sent);
    await eventually(() => state.value() === 'stored, idle');
    await act(() => undefined);
    expect(seen.slice(seen.indexOf('live, running'))).toEqual(['live, running', 'stored, idle']);
  });
});

describe('drafts', () => {
  it('are saved while typing and when the composer goes away, and gone after sending', async () => {
    const { world, page, id, data } = await begin();
    const draft = await mountHook(data, () => useDraft(id));
    await eventually(() => draft.value().draft === null);
    draft.value().saveDraft('half a thought', []);
    await draft.unmount();
    await until(async () => (await world.db.drafts.get(id))?.text === 'half a thought');
    const again = await mountHook(data, () => useDraft(id));
    await eventually(() => again.value().draft?.text === 'half a thought');
    world.service.answer(says(['ok']));
    await act(() => page.flows.send(id, plain('half a thought')));
    await eventually(() => again.value().draft === null);
    again.value().saveDraft('x', []);
    again.value().takeDraft({ text: 'x', attachments: [] }).end();
    await act(() => world.clock.advance(500));
    expect(await world.db.drafts.get(id)).toBeUndefined();
  });
});

describe('settings', () => {
  it('fall back where nothing, or something else, is stored', async () => {
    const { data } = await begin();
    const key = await mountHook(data, () => useSetting('sendKey', 'enter'));
    const target = await mountHook(data, () => useSetting('defaultTarget', TARGET, SessionTargetSchema));
    expect([key.value()[0], target.value()[0]]).toEqual(['enter', TARGET]);
    await act(async () => key.value()[1]('mod-enter'));
    expect(key.value()[0]).toBe('mod-enter');
    await act(() => data.settings.set('sendKey', 7));
    await act(() => data.settings.set('defaultTarget', { model: 7 }));
    expect([key.value()[0], target.value()[0]]).toEqual(['enter', TARGET]);
  });
});

describe('models', () => {
  it('are those of usable connections, the vendor’s own list included', async () => {
    const { world, data } = await begin();
    world.connections = [
      CONNECTION,
      { ...CONNECTION, id: 'openai', vendor: 'openai', practice: false, configured: false },
    ];
    await data.connections.reload();
    const models = await mountHook(data, useModels);
    const list = await mountHook(data, () => useModelList(CONNECTION.id));
    expect(models.value().length).toBeGreaterThan(0);
    expect(new Set(models.value().map(({ connection }) => connection.id))).toEqual(new Set([CONNECTION.id]));
    const before = models.value().map(({ model }) => model.id);
    world.service.models = [{ id: 'brand-new', label: 'Brand New' }, { id: required(before[0]) }];
    await act(() => list.value().refresh());
    await eventually(() => list.value().models.length === 2);
    expect(models.value().map(({ model }) => model.id)).toEqual([...before, 'brand-new']);
    expect(models.value().at(-1)?.model.label).toBe('Brand New');
    expect(list.value()).toMatchObject({ isLoading: false, error: null });
  });
});

describe('facts of one’s own', () => {
  it('go before the vendor’s list, name an id nobody lists, and can be taken back', async () => {
    const { world, data } = await begin();
    world.connections = [CONNECTION];
    await data.connections.reload();
    world.service.models = [{ id: 'listed', contextWindow: 64_000 }];
    const list = await mountHook(data, () => useModelList(CONNECTION.id));
    await act(() => list.value().refresh());
    await eventually(() => list.value().models.length === 1);
    const models = await mountHook(data, useModels);
    const find = (id: string) => models.value().find(({ model }) => model.id === id);
    const count = models.value().length;
    expect(find('listed')).toMatchObject({ edited: false, model: { contextWindow: 64_000 } });

    const listed = await mountHook(data, () => useModelOverride(CONNECTION, 'listed'));
    const own = await mountHook(data, () => useModelOverride(CONNECTION, 'my-own'));
    const target = await mountHook(data, () => useTargetModel(TARGET_LISTED));
    await act(async () => listed.value().save({ contextWindow: 8_000 }));
    await act(async () => own.value().save({ images: true }));
    await eventually(() => find('listed')?.edited === true && find('my-own') !== undefined);
    await eventually(() => target.value()?.edited === true && listed.value().base.contextWindow === 64_000);
    expect(find('listed')).toMatchObject({ edited: true, model: { contextWindow: 8_000 } });
    expect(find('my-own')).toMatchObject({ edited: true, model: { images: true, contextWindow: null } });
    expect(target.value()).toMatchObject({ edited: true, model: { contextWindow: 8_000 } });
    expect(listed.value()).toMatchObject({ known: { contextWindow: null }, base: { contextWindow: 64_000 } });

    await act(async () => listed.value().save({}));
    await act(async () => own.value().save({}));
    await eventually(() => find('listed')?.edited === false);
    expect(find('listed')).toMatchObject({ edited: false, model: { contextWindow: 64_000 } });
    expect(models.value()).toHaveLength(count);
  });
});

describe('the right to write', () => {
  it('is this window’s while the conversation is open here, and can be taken over', async () => {
    const { world, id, data } = await begin();
    const elsewhere = await createPageData(world, world.window());
    const mine = await mountHook(data, () => useWriter(id));
    await eventually(() => mine.value().mine);
    const theirs = await mountHook(elsewhere, () => useWriter(id));
    await until(async () => {
      await act(() => world.clock.advance(200));
      return theirs.value().readOnly;
    });
    expect(theirs.value().mine).toBe(false);
    theirs.value().takeOver();
    await eventually(() => theirs.value().mine);
    expect(mine.value()).toMatchObject({ mine: false, readOnly: true });
    await theirs.unmount();
    await eventually(() => mine.value().mine);
    await mine.unmount();
    expect((await world.locks.query()).held).toEqual([]);
  });
});

describe('siblings', () => {
  it('appear when an answer is asked for again', async () => {
    const { world, page, id, data } = await begin();
    world.service.answer(says(['one']), says(['two']));
    await page.flows.send(id, plain('q'));
    const first = required((await world.path(id))[1]);
    const siblings = await mountHook(data, () => useSiblings(first));
    await eventually(() => siblings.value()?.ids.length === 1);
    await act(() => page.flows.retry(id, first.id));
    await eventually(() => siblings.value()?.ids.length === 2);
    expect(siblings.value()?.index).toBe(0);
  });
});

describe('blobs', () => {
  it('are stored, and have an address for as long as they are shown', async () => {
    const { world, data } = await begin();
    // The page's engine can only store the platform's Blob; this DOM's Blob is a substitute.
    vi.stubGlobal('Blob', PlatformBlob);
    const revoked: string[] = [];
    vi.stubGlobal(
      'URL',
      Object.assign(class extends URL {}, {
        createObjectURL: (blob: Blob) => `blob:${blob.size}`,
        revokeObjectURL: (url: string) => void revoked.push(url),
      }),
    );
    const save = await mountHook(data, useSaveBlob);
    const saved = await save.value()(new Blob(['hello'], { type: 'text/plain' }));
    expect(saved).toMatchObject({ bytes: 5, mime: 'text/plain' });
    expect((await saveBlob(world.db, new Blob(['hello']), 'text/plain')).blob).toBe(saved.blob);
    const url = await mountHook(data, () => useBlobUrl(saved.blob));
    const nothing = await mountHook(data, () => useBlobUrl('nothing'));
    await eventually(() => url.value() === 'blob:5');
    await eventually(() => nothing.value() === null);
    await url.unmount();
    expect(revoked).toContain('blob:5');
  });
});

describe('problems', () => {
  it('are told once each', async () => {
    const { data } = await begin();
    const notified: string[] = [];
    await mountHook(data, () => useProblems((error) => notified.push(error.message)));
    await act(async () => data.problems.add(new Error('full')));
    await act(async () => data.problems.add(new Error('full')));
    expect(new Set(notified)).toEqual(new Set(['full']));
  });
});

describe('the history of a session', () => {
  it('is read and written through one door', async () => {
    const { world, page, id, data } = await begin();
    const history = await mountHook({ ...data, flows: page.flows }, useSessionHistory, (content) => (
      <SessionHistoryProvider sessionId={id}>{content}</SessionHistoryProvider>
    ));
    const reads = (...texts: string[]) =>
      eventually(() => history.value().messages.map(textOf).join() === texts.join());
    await eventually(() => !history.value().isLoading);
    const { write } = history.value();
    world.service.answer(says(['first']), says(['second']), says(['third']));
    await act(() => write.send(plain('question')));
    await reads('question', 'first');
    const [question, first] = history.value().messages.map(required);
    await act(() => write.retry(required(first).id));
    await reads('question', 'second');
    await act(() => write.choosePath(required(first).id));
    await reads('question', 'first');
    await act(() => write.editAndSend(required(question).id, plain('better')));
    await reads('better', 'third');
    const fork = await act(() => write.forkAt(required(first).id, { title: 'A fork' }));
    expect(await world.db.sessions.get(fork.id)).toMatchObject({ title: 'A fork', deletedAt: 0 });
    await act(() => write.deleteFork(fork.id));
    await act(() => write.renameSession('A name'));
    await act(() => write.setMaxMessages(20));
    expect(await world.db.sessions.get(id)).toMatchObject({ title: 'A name', maxMessages: 20 });
    expect((await world.db.sessions.get(fork.id))?.deletedAt).toBeGreaterThan(0);
    expect(history.value().write).toBe(write);
    await history.unmount();
  });

  it('reads older pages and moves with the session it is given', async () => {
    const { world, page, id, data } = await begin();
    const other = await page.flows.createSession(null);
    const deps = { db: data.db, writers: data.writers, now: world.clock.now };
    await addMessages(
      deps,
      id,
      Array.from({ length: 120 }, (_, index) => ({
        role: 'user' as const,
        parts: [{ type: 'text' as const, text: `m${index}` }],
      })),
    );
    const again = await mountHook({ ...data, flows: page.flows }, useSessionHistory, (content) => (
      <SessionHistoryProvider sessionId={id}>{content}</SessionHistoryProvider>
    ));
    await eventually(() => again.value().messages.length === 50 && again.value().hasMore);
    await act(() => again.value().loadMore());
    expect(again.value().messages).toHaveLength(100);
    const empty = await mountHook({ ...data, flows: page.flows }, useSessionHistory, (content) => (
      <SessionHistoryProvider sessionId={other.id}>{content}</SessionHistoryProvider>
    ));
    await eventually(() => !empty.value().isLoading);
    expect(empty.value().messages).toEqual([]);
    expect(await world.db.messages.count()).toBe(120);
  });
});
