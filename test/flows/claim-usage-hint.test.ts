import { expect, test } from 'vitest';
import { claimUsageHint } from '#flows/agent/claim-usage-hint.ts';
import { changeSessionTools, createSession } from '#storage/session-repository.ts';
import { openTestDatabase } from '#test/fakes/page-storage.ts';

test('the hint at tasks is claimed once in a conversation, and only where a task could be asked for', async () => {
  const db = await openTestDatabase();
  const begin = async (on: boolean, off: string[] = []): Promise<string> => {
    const { id } = await createSession(db, { target: null, at: 1 });
    await changeSessionTools(db, id, (before) => ({ ...before, on, off }));
    return id;
  };
  const claim = (id: string, off: string[] = []) => claimUsageHint({ db, onUnreadableRow: () => undefined }, id, off);

  const id = await begin(true);
  const claims = await Promise.all([claim(id), claim(id), claim(id)]);
  expect(claims.filter(Boolean)).toHaveLength(1);
  expect(await claim(id)).toBe(false);
  expect((await db.sessions.get(id))?.tools).toMatchObject({ on: true, hinted: true });

  expect(await claim(await begin(false))).toBe(false);
  expect(await claim(await begin(true, ['builtin_task_server']))).toBe(false);
  expect(await claim(await begin(true), ['builtin_task_server/task'])).toBe(false);
  expect(await claim('gone')).toBe(false);
  const task = await begin(true);
  await db.sessions.update(task, { task: { above: [id], call: 'c', background: false } });
  expect(await claim(task)).toBe(false);
});
