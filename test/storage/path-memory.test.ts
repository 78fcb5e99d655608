import { expect, it } from 'vitest';
import { readRememberedPath } from '#storage/path-memory.ts';
import { createSession } from '#storage/session-repository.ts';
import { appendMessages, type NewMessage } from '#storage/write-messages.ts';
import { claimSession } from '#storage/writer-fence.ts';
import { openTestDatabase } from '#test/fakes/page-storage.ts';

const report = (row: unknown) => {
  throw new Error(`unreadable: ${JSON.stringify(row)}`);
};

async function readAll(pages: AsyncIterator<unknown>): Promise<void> {
  for (let done = false; !done;) ({ done = false } = await pages.next());
}

it('a path that two requests read at the same time is not remembered as it was before a change', async () => {
  const db = await openTestDatabase();
  const { id } = await createSession(db, { target: null, at: 1 });
  const { fence } = await claimSession(db, id);
  const chain = Array.from({ length: 200 }, (_, at): NewMessage => {
    const parentId = at === 0 ? null : `m${at - 1}`;
    const parts = [{ type: 'text' as const, text: 'before' }];
    return { id: `m${at}`, role: 'user', parts, parentId, status: 'complete', createdAt: 1 };
  });
  await appendMessages(db, fence, chain);
  const read = () => readRememberedPath(db, id, 'm199', report);
  const [one, other] = [read(), read()];
  await Promise.all([one.next(), other.next()]);
  await db.messages.update('m199', { parts: [{ type: 'text', text: 'changed' }] });
  await readAll(other);
  await readAll(one);
  const { value: newest } = await read().next();
  expect(newest?.at(newest.length - 1)?.parts).toEqual([{ type: 'text', text: 'changed' }]);
});
