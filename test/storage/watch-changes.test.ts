import { afterEach, describe, expect, it } from 'vitest';
import { createSession, renameSession } from '#storage/session-repository.ts';
import { appendMessages, putStreamingMessage } from '#storage/write-messages.ts';
import { watchChanges } from '#storage/watch-changes.ts';
import { claimSession } from '#storage/writer-fence.ts';
import { required, until } from '#test/fakes/fake-clock.ts';
import { openTestDatabase } from '#test/fakes/page-storage.ts';

const stops: (() => void)[] = [];
afterEach(() => stops.splice(0).forEach((stop) => stop()));

describe('changes of conversations', () => {
  it('are told with the conversations that they are in', async () => {
    const db = await openTestDatabase();
    const one = await createSession(db, { target: null, at: 1 });
    const two = await createSession(db, { target: null, at: 1 });
    const heard: (readonly string[] | 'all')[] = [];
    stops.push(watchChanges(db, (sessions) => heard.push(sessions)));
    const { fence } = await claimSession(db, one.id);
    await appendMessages(db, fence, [
      { parentId: null, role: 'user', parts: [], status: 'complete', createdAt: 1 },
      { parentId: null, role: 'user', parts: [], status: 'complete', createdAt: 1 },
    ]);
    await until(() => heard.flat().includes(one.id), 'the conversation is told');
    await renameSession(db, two.id, 'New');
    await until(() => heard.flat().includes(two.id), 'the other is told');
    expect(heard).not.toContain('all');
    await db.settings.put({ key: 'theme', value: 'dark' });
    await db.folders.put({ id: 'f', name: 'F', parent: null, createdAt: 1 });
    await until(() => heard.includes('all'), 'folders are told as everything');
    expect(new Set(heard.flat())).toEqual(new Set([one.id, two.id, 'all']));
  });

  it('include an answer that ended without anything else of its conversation', async () => {
    const db = await openTestDatabase();
    const one = await createSession(db, { target: null, at: 1 });
    const { fence } = await claimSession(db, one.id);
    const [answer] = await appendMessages(db, fence, [
      { parentId: null, role: 'assistant', parts: [], status: 'streaming', createdAt: 1 },
    ]);
    const heard: (readonly string[] | 'all')[] = [];
    await until(() => db.messages.count().then((count) => count === 1), 'it is stored');
    stops.push(watchChanges(db, (sessions) => heard.push(sessions)));
    await putStreamingMessage(db, fence, { ...required(answer), status: 'complete', stop: 'aborted' });
    await until(() => heard.length > 0, 'the end is told');
    expect(heard).toEqual([[one.id]]);
  });
});
