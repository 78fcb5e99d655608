import { createWriterBus, openTestDatabase } from '#test/fakes/page-storage.ts';
import { describe, expect, it } from 'vitest';
import type { BatonDatabase } from '#storage/database.ts';
import { appendMessages, putStreamingMessage } from '#storage/write-messages.ts';
import type { NewMessage } from '#storage/write-messages.ts';
import { createSession } from '#storage/session-repository.ts';
import { createSessionWriters, lockName } from '#storage/session-writers.ts';
import type { SessionWriters, WriterChannel } from '#storage/session-writers.ts';
import { NotWriterError } from '#storage/writer-fence.ts';
import { FakeClock, required, settle, until } from '#test/fakes/fake-clock.ts';
import { FakeLockManager } from '#test/fakes/lock-manager.ts';

interface Profile {
  db: BatonDatabase;
  locks: FakeLockManager;
  clock: FakeClock;
  sessionId: string;
  errors: unknown[];
  window: (channel?: WriterChannel) => SessionWriters;
}

/** One browser profile with one conversation; every `window()` is another window of it. */
async function profile(): Promise<Profile> {
  const db = await openTestDatabase();
  const { id } = await createSession(db, { target: null, at: 1 });
  const locks = new FakeLockManager();
  const clock = new FakeClock();
  const connect = createWriterBus();
  const errors: unknown[] = [];
  return {
    db,
    locks,
    clock,
    sessionId: id,
    errors,
    window: (channel = connect()) =>
      createSessionWriters({
        db,
        locks,
        channel,
        setTimeout: clock.setTimeout,
        clearTimeout: clock.clearTimeout,
        onError: (error) => errors.push(error),
      }),
  };
}

const answer: NewMessage = { role: 'assistant', parts: [], parentId: null, status: 'streaming', createdAt: 1 };

describe('one writer per conversation', () => {
  it('lets the first window write and the second follow until the first closes', async () => {
    const { window, sessionId, clock } = await profile();
    const [a, b] = [window(), window()];
    const close = a.open(sessionId);
    await until(() => a.state(sessionId) === 'mine');
    b.open(sessionId);
    expect(b.state(sessionId)).toBe('pending');
    await clock.advance(200);
    expect(b.state(sessionId)).toBe('other');
    await expect(b.acquire(sessionId)).rejects.toThrow(NotWriterError);
    close();
    await until(() => b.state(sessionId) === 'mine');
  });

  it('keeps the lock while a run goes on after the conversation was closed', async () => {
    const { window, sessionId, clock, locks } = await profile();
    const [a, b] = [window(), window()];
    const close = a.open(sessionId);
    const lease = await a.acquire(sessionId);
    close();
    b.open(sessionId);
    await clock.advance(200);
    expect(b.state(sessionId)).toBe('other');
    lease.release();
    await until(() => b.state(sessionId) === 'mine');
    expect((await locks.query()).held?.map(({ name }) => name)).toEqual([lockName(sessionId)]);
  });

  it('does not take a lock that is free again at once for one that is taken', async () => {
    const { window, sessionId, clock } = await profile();
    const [a, b] = [window(), window()];
    const close = a.open(sessionId);
    await until(() => a.state(sessionId) === 'mine');
    const states: string[] = [];
    b.subscribe(sessionId, () => states.push(b.state(sessionId)));
    b.open(sessionId);
    await clock.advance(100);
    close();
    await until(() => b.state(sessionId) === 'mine');
    expect(states).toEqual(['mine']);
  });

  it('holds no lock once everything is released', async () => {
    const { window, sessionId, locks } = await profile();
    const a = window();
    const close = a.open(sessionId);
    const again = a.open(sessionId);
    const lease = await a.acquire(sessionId);
    close();
    close();
    lease.release();
    lease.release();
    expect((await locks.query()).held).toHaveLength(1);
    again();
    await until(async () => (await locks.query()).held?.length === 0);
    a.open(sessionId);
    await until(() => a.state(sessionId) === 'mine');
  });
});

describe('taking over', () => {
  it('lets the other window end its run with one last write, then writes itself', async () => {
    const { window, sessionId, db, clock } = await profile();
    const [a, b] = [window(), window()];
    a.open(sessionId);
    const lease = await a.acquire(sessionId);
    const growing = required((await appendMessages(db, lease.fence, [answer]))[0]);
    lease.lost.addEventListener('abort', () => {
      void putStreamingMessage(db, lease.fence, { ...growing, status: 'complete', stop: 'aborted' }).then(
        lease.release,
      );
    });
    b.open(sessionId);
    await clock.advance(200);
    await b.takeOver(sessionId);
    expect(b.state(sessionId)).toBe('mine');
    expect(a.state(sessionId)).toBe('other');
    expect(await db.messages.get(growing.id)).toMatchObject({ status: 'complete', stop: 'aborted' });
    await expect(a.acquire(sessionId)).rejects.toThrow(NotWriterError);
    await expect(appendMessages(db, lease.fence, [answer])).rejects.toThrow(NotWriterError);
  });

  it('takes the lock from a window that does not answer; its late writes are refused', async () => {
    const { window, sessionId, db, clock } = await profile();
    const deaf: WriterChannel = { post: () => undefined, listen: () => undefined };
    const [a, b] = [window(deaf), window()];
    a.open(sessionId);
    const lease = await a.acquire(sessionId);
    const growing = required((await appendMessages(db, lease.fence, [answer]))[0]);
    b.open(sessionId);
    await clock.advance(200);
    const taken = b.takeOver(sessionId);
    await settle();
    expect(b.state(sessionId)).toBe('other');
    await clock.advance(2_000);
    await taken;
    expect(lease.lost.aborted).toBe(true);
    expect(await db.messages.get(growing.id)).toMatchObject({ status: 'interrupted' });
    await expect(putStreamingMessage(db, lease.fence, growing)).rejects.toThrow(NotWriterError);
  });

  it('goes back and forth any number of times', async () => {
    const { window, sessionId, clock } = await profile();
    const [a, b] = [window(), window()];
    a.open(sessionId);
    await until(() => a.state(sessionId) === 'mine');
    b.open(sessionId);
    await clock.advance(200);
    for (let round = 0; round < 3; round += 1) {
      await b.takeOver(sessionId);
      expect([a.state(sessionId), b.state(sessionId)]).toEqual(['other', 'mine']);
      await a.takeOver(sessionId);
      expect([a.state(sessionId), b.state(sessionId)]).toEqual(['mine', 'other']);
    }
  });

  it('needs no answer from a window that has closed the conversation, and keeps it from nobody', async () => {
    const { window, sessionId, clock } = await profile();
    const [a, b] = [window(), window()];
    const close = a.open(sessionId);
    await until(() => a.state(sessionId) === 'mine');
    const leave = b.open(sessionId);
    await clock.advance(200);
    close();
    void b.takeOver(sessionId).then(leave);
    a.open(sessionId);
    await settle();
    expect(a.state(sessionId)).toBe('mine');
  });

  it('ends with the right to write where it was, if the window that asked for it has closed the conversation', async () => {
    const { window, sessionId, clock } = await profile();
    const [a, b] = [window(), window()];
    a.open(sessionId);
    await until(() => a.state(sessionId) === 'mine');
    const leave = b.open(sessionId);
    await clock.advance(200);
    const taken = b.takeOver(sessionId);
    leave();
    await taken;
    await clock.advance(2_000);
    expect((await a.acquire(sessionId)).lost.aborted).toBe(false);
  });

  it('passes to the waiting window when the one that took over closes', async () => {
    const { window, sessionId, clock } = await profile();
    const [a, b] = [window(), window()];
    a.open(sessionId);
    await until(() => a.state(sessionId) === 'mine');
    const close = b.open(sessionId);
    await clock.advance(200);
    await b.takeOver(sessionId);
    close();
    await until(() => a.state(sessionId) === 'mine');
    const lease = await a.acquire(sessionId);
    expect(lease.lost.aborted).toBe(false);
  });
});

describe('after a crash', () => {
  it('marks answers as interrupted that nobody writes, and only those', async () => {
    const { window, db, sessionId } = await profile();
    const other = await createSession(db, { target: null, at: 1 });
    const a = window();
    const alive = await a.acquire(sessionId);
    const dead = await a.acquire(other.id);
    const [living] = await appendMessages(db, alive.fence, [answer]);
    const [orphan] = await appendMessages(db, dead.fence, [answer]);
    dead.release();
    await settle();
    expect(await window().recover()).toEqual([orphan?.id]);
    expect((await db.messages.get(living?.id ?? ''))?.status).toBe('streaming');
    expect((await db.messages.get(orphan?.id ?? ''))?.status).toBe('interrupted');
  });
});

describe('when storage fails while claiming', () => {
  it('ends a takeover, which succeeds as soon as storage works again', async () => {
    const { window, db, sessionId, clock, errors } = await profile();
    const [a, b] = [window(), window()];
    a.open(sessionId);
    await until(() => a.state(sessionId) === 'mine');
    b.open(sessionId);
    await clock.advance(200);
    db.close();
    const take = async () => {
      const taken = b.takeOver(sessionId);
      await settle();
      await clock.advance(2_000);
      await taken;
      return b.state(sessionId);
    };
    expect(await take()).toBe('failed');
    expect(errors).not.toEqual([]);
    await db.open();
    expect(await take()).toBe('mine');
  });

  it('says so, and works again at the first attempt after storage does', async () => {
    const { window, db, sessionId, errors } = await profile();
    const a = window();
    a.open(sessionId);
    db.close();
    await until(() => a.state(sessionId) !== 'pending');
    expect(a.state(sessionId), 'it is in no other window').toBe('failed');
    expect(errors).toHaveLength(1);
    await expect(a.acquire(sessionId)).rejects.toMatchObject({ name: 'StorageError' });
    await db.open();
    (await a.acquire(sessionId)).release();
    expect(a.state(sessionId)).toBe('mine');
  });
});
