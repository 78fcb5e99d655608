import { required, until } from '#test/fakes/fake-clock.ts';
import { openTestDatabase } from '#test/fakes/page-storage.ts';
import { describe, expect, it, vi } from 'vitest';
import type { BatonDatabase } from '#storage/database.ts';
import { childIds, getMessage } from '#storage/message-repository.ts';
import { appendMessages, completeMessage, putStreamingMessage, setLeaf } from '#storage/write-messages.ts';
import type { NewMessage } from '#storage/write-messages.ts';
import { newId } from '#storage/new-id.ts';
import { HIDDEN, listOverlays, removeOverlay } from '#storage/overlay-repository.ts';
import type { StoredMessage } from '#storage/rows.ts';
import { createSession } from '#storage/session-repository.ts';
import { getSession } from '#storage/read-sessions.ts';
import { watchQuery } from '#storage/watch-query.ts';
import { claimSession, NotWriterError, writeFenced } from '#storage/writer-fence.ts';
import type { Fence } from '#storage/writer-fence.ts';

const report = (row: unknown) => {
  throw new Error(`unreadable: ${JSON.stringify(row)}`);
};

async function start(): Promise<{ db: BatonDatabase; fence: Fence; id: string }> {
  const db = await openTestDatabase();
  const { id } = await createSession(db, { target: null, at: 1 });
  return { db, id, fence: (await claimSession(db, id)).fence };
}

const quiet = { next: () => undefined, error: () => undefined };
const NO_ENDING = { usage: null, vendor: null };

const text = (value: string, more: Partial<NewMessage> = {}): NewMessage => ({
  role: 'user',
  parts: [{ type: 'text', text: value }],
  parentId: null,
  status: 'complete',
  createdAt: 10,
  completedAt: 10,
  ...more,
});

async function add(db: BatonDatabase, fence: Fence, message: NewMessage): Promise<StoredMessage> {
  const [added] = await appendMessages(db, fence, [message]);
  return required(added);
}

describe('appending', () => {
  it('gives out places in order and moves the leaf with the last message', async () => {
    const { db, fence, id } = await start();
    const first = await add(db, fence, text('a'));
    const [second, third] = await appendMessages(db, fence, [
      text('b', { id: 'b', parentId: first.id }),
      text('c', { parentId: 'b', createdAt: 99 }),
    ]);
    expect([first.seq, second?.seq, third?.seq]).toEqual([1, 2, 3]);
    expect(await getSession(db, id, report)).toMatchObject({ leafId: third?.id, lastSeq: 3, updatedAt: 99 });
  });

  it('stores all or nothing', async () => {
    const { db, fence, id } = await start();
    const before = await getSession(db, id, report);
    await expect(appendMessages(db, fence, [text('a'), text('b', { parentId: 'nobody' })])).rejects.toMatchObject({
      code: 'missing',
    });
    await expect(
      appendMessages(db, fence, [text('a')], () => Promise.reject(new Error('beside'))),
    ).rejects.toMatchObject({ name: 'StorageError' });
    expect(await db.messages.count()).toBe(0);
    expect(await getSession(db, id, report)).toEqual(before);
  });

  it('refuses a parent from another session', async () => {
    const { db, fence } = await start();
    const other = await createSession(db, { target: null, at: 1 });
    const foreign = await add(db, (await claimSession(db, other.id)).fence, text('x'));
    await expect(add(db, fence, text('y', { parentId: foreign.id }))).rejects.toMatchObject({ code: 'missing' });
  });

  it('gives no two messages the same place', async () => {
    const { db, fence } = await start();
    const added = await Promise.all(Array.from({ length: 20 }, (_, index) => add(db, fence, text(String(index)))));
    expect(new Set(added.map(({ seq }) => seq)).size).toBe(20);
  });
});

describe('the writer fence', () => {
  it('lets no one write who wrote before, not even late', async () => {
    const { db, fence, id } = await start();
    const growing = await add(db, fence, text('', { role: 'assistant', status: 'streaming' }));
    const after = await claimSession(db, id);
    expect(after.interrupted).toEqual([growing.id]);
    const late = { ...growing, parts: [{ type: 'text' as const, text: 'late' }] };
    await expect(putStreamingMessage(db, fence, late)).rejects.toThrow(NotWriterError);
    await expect(
      completeMessage(db, fence, { ...late, status: 'complete' }, { usage: null, vendor: null }),
    ).rejects.toThrow(NotWriterError);
    await expect(add(db, fence, text('more'))).rejects.toThrow(NotWriterError);
    await expect(setLeaf(db, fence, null)).rejects.toThrow(NotWriterError);
    expect(await getMessage(db, growing.id, report)).toEqual({ ...growing, status: 'interrupted' });
    await add(db, after.fence, text('mine', { parentId: growing.id }));
  });

  it('keeps what had arrived when it marks an answer as interrupted', async () => {
    const { db, fence, id } = await start();
    const growing = await add(db, fence, text('', { role: 'assistant', status: 'streaming' }));
    const parts = [{ type: 'thinking' as const, text: 'hm', signature: 'sig==' }];
    await putStreamingMessage(db, fence, { ...growing, parts });
    await claimSession(db, id);
    expect(await getMessage(db, growing.id, report)).toEqual({ ...growing, parts, status: 'interrupted' });
  });
});

describe('a write that does not end', () => {
  it('is given up with words, and cannot succeed afterwards', async () => {
    const { db, fence } = await start();
    let go = (): void => undefined;
    const blocked = db.transaction('rw', db.messages, async () => {
      // Blocks the table, like a stuck disk.
      const stuck = { yet: true };
      go = () => (stuck.yet = false);
      while (stuck.yet) await db.messages.count();
    });
    const late = writeFenced(
      db,
      fence,
      [db.messages],
      () => db.messages.add({ ...text('late'), id: 'late' } as never),
      100,
    );
    await expect(late).rejects.toMatchObject({ code: 'timeout' });
    go();
    await blocked;
    expect(await db.messages.count()).toBe(0);
    await add(db, fence, text('next'));
  });
});

describe('durability', () => {
  it('has only those look again who read what has changed', async () => {
    const { db, fence, id } = await start();
    const growing = await add(db, fence, text('', { role: 'assistant', status: 'streaming' }));
    const runs = { versions: 0, running: 0, message: 0 };
    const stops = [
      watchQuery(() => (++runs.versions, childIds(db, id, null)), quiet),
      watchQuery(
        () => (++runs.running, db.messages.where('[status+sessionId]').equals(['streaming', id]).count()),
        quiet,
      ),
      watchQuery(() => (++runs.message, getMessage(db, growing.id, report)), quiet),
    ];
    await until(() => Object.values(runs).every((count) => count === 1));
    const parts = [{ type: 'text' as const, text: 'more' }];
    await putStreamingMessage(db, fence, { ...growing, parts });
    await until(() => runs.message === 2);
    expect(runs).toEqual({ versions: 1, running: 1, message: 2 });
    await completeMessage(db, fence, { ...growing, parts, status: 'complete', completedAt: 9 }, NO_ENDING);
    await until(() => runs.running === 2 && runs.message === 3);
    expect(runs.versions).toBe(1);
    for (const stop of stops) stop();
  });

  it('waits for the disk with everything but a growing answer', async () => {
    const begun = vi.spyOn(IDBDatabase.prototype, 'transaction');
    const { db, fence } = await start();
    const asked = () =>
      begun.mock.calls.splice(0).flatMap(([, mode, options]) => (mode === 'readwrite' ? options : []));
    asked();
    const growing = await add(db, fence, text('', { role: 'assistant', status: 'streaming' }));
    expect(asked()).toEqual([{ durability: 'strict' }]);
    await putStreamingMessage(db, fence, growing);
    expect(asked()).toEqual([{ durability: 'relaxed' }]);
    await putStreamingMessage(db, fence, { ...growing, status: 'interrupted' });
    expect(asked()).toEqual([{ durability: 'strict' }]);
    begun.mockRestore();
  });
});

describe('a complete message', () => {
  it('never changes', async () => {
    const { db, fence } = await start();
    const message = await add(db, fence, text('said', { role: 'assistant' }));
    const row = await db.messages.get(message.id);
    await expect(putStreamingMessage(db, fence, { ...message, parts: [] })).rejects.toMatchObject({
      detail: expect.stringContaining('is complete'),
    });
    await expect(
      completeMessage(db, fence, { ...message, parts: [] }, { usage: null, vendor: null }),
    ).rejects.toMatchObject({ detail: expect.stringContaining('is complete') });
    expect(await db.messages.get(message.id)).toEqual(row);
  });

  it('adds its cost and vendor to the session in the same write', async () => {
    const { db, fence, id } = await start();
    const growing = await add(db, fence, text('', { role: 'assistant', status: 'streaming' }));
    const usage = { input: 10, output: 5 };
    const done: StoredMessage = { ...growing, status: 'complete', usage, completedAt: 77 };
    const row = {
      id: growing.id,
      sessionId: id,
      at: 77,
      connection: 'c',
      vendor: 'gemini' as const,
      model: 'm',
      usage,
      cost: 0.25,
    };
    await completeMessage(db, fence, done, { usage: row, vendor: 'gemini' });
    expect(await getSession(db, id, report)).toMatchObject({ cost: 0.25, lastVendor: 'gemini', updatedAt: 77 });
    expect(await db.usage.get(growing.id)).toEqual(row);
  });
});

describe('siblings', () => {
  it('are the children of one parent in order of writing, also at the root', async () => {
    const { db, fence, id } = await start();
    const first = await add(db, fence, text('a'));
    const other = await add(db, fence, text('a2'));
    const child = await add(db, fence, text('b', { parentId: first.id }));
    const again = await add(db, fence, text('b2', { parentId: first.id }));
    expect(await childIds(db, id, null)).toEqual([first.id, other.id]);
    expect(await childIds(db, id, first.id)).toEqual([child.id, again.id]);
    expect(await childIds(db, id, again.id)).toEqual([]);
  });

  it('leave out what a person deleted, until that is undone', async () => {
    const { db, fence, id } = await start();
    const first = await add(db, fence, text('a'));
    const other = await add(db, fence, text('a2'));
    await db.overlays.add({
      id: newId(),
      sessionId: id,
      target: { message: other.id },
      kind: HIDDEN,
      reason: 'deleted by the user',
      at: 5,
    });
    await setLeaf(db, fence, first.id);
    expect(await childIds(db, id, null)).toEqual([first.id]);
    expect(await getSession(db, id, report)).toMatchObject({ leafId: first.id });
    expect(await getMessage(db, other.id, report)).toEqual(other);
    for (const overlay of await listOverlays(db, id, report)) await removeOverlay(db, overlay.id);
    expect(await childIds(db, id, null)).toEqual([first.id, other.id]);
  });
});
