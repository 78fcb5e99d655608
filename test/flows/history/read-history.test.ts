import { expect, it } from 'vitest';
import { readHistory } from '#history/archive/read-history.ts';
import { appendMessages } from '#storage/write-messages.ts';
import { createSession } from '#storage/session-repository.ts';
import { claimSession } from '#storage/writer-fence.ts';
import { openTestDatabase } from '#test/fakes/page-storage.ts';

it('reads a conversation of several pages inside a transaction, which stays open for what is written by it', async () => {
  const db = await openTestDatabase();
  const { id } = await createSession(db, { target: null, at: 1, title: 'Long' });
  const { fence } = await claimSession(db, id);
  const said = Array.from({ length: 450 }, (_, index) => ({
    parentId: null,
    role: 'user' as const,
    parts: [{ type: 'text' as const, text: `${index}` }],
    status: 'complete' as const,
    createdAt: index,
  }));
  await appendMessages(db, fence, said);
  const undone = db.transaction('rw', db.tables, async () => {
    const history = await readHistory(db, id, () => undefined);
    await db.sessions.update(id, { title: `${history?.messages.length} messages` });
    throw new Error('undone');
  });
  await expect(undone).rejects.toThrow('undone');
  expect((await db.sessions.get(id))?.title).toBe('Long');
  const texts = (await readHistory(db, id, () => undefined))?.messages.map(({ createdAt }) => createdAt);
  expect(texts).toEqual(said.map(({ createdAt }) => createdAt));
  db.close();
});
