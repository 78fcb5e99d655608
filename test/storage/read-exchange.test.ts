import { expect, it } from 'vitest';
import { appendMessages, type NewMessage } from '#storage/write-messages.ts';
import { readExchange } from '#storage/read-exchange.ts';
import { createSession } from '#storage/session-repository.ts';
import { claimSession } from '#storage/writer-fence.ts';
import { collectReports, openTestDatabase } from '#test/fakes/page-storage.ts';

it('reads what came after the question, however long it is, and over a summary', async () => {
  const db = await openTestDatabase();
  const { rows, onUnreadableRow } = collectReports();
  const session = await createSession(db, { target: null, at: 1 });
  const { fence } = await claimSession(db, session.id);
  const all: NewMessage[] = [];
  const add = (role: NewMessage['role'], more: Partial<NewMessage> = {}) => {
    const id = `m${all.length}`;
    const parentId = all.at(-1)?.id ?? null;
    all.push({ id, parentId, role, parts: [], status: 'complete', createdAt: 1, completedAt: 1, ...more });
  };
  add('user');
  add('assistant');
  add('user');
  for (let step = 0; step < 300; step += 1) {
    add('assistant', { stop: 'tool' });
    add('tool');
    if (step === 150) add('user', { author: 'automation', origin: { vendor: 'openai', model: 'gpt' } });
  }
  await appendMessages(db, fence, all);
  const last = all.at(-1)?.id ?? '';
  const found = await readExchange(db, session.id, last, onUnreadableRow);
  expect(found.map(({ id }) => id)).toEqual(all.slice(3).map(({ id }) => id));
  expect((await readExchange(db, session.id, 'm1', onUnreadableRow)).map(({ id }) => id)).toEqual(['m1']);
  expect(rows).toEqual([]);
});
