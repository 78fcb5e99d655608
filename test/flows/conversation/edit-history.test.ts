import { describe, expect, it } from 'vitest';
import { addMessages, clearHistory, deleteMessage, updateMessage } from '#flows/conversation/edit-history.ts';
import { childIds } from '#storage/message-repository.ts';
import type { StoredPart } from '#storage/rows.ts';
import { NotWriterError } from '#storage/writer-fence.ts';
import { ChatWorld, textOf } from '#test/fakes/chat-world.ts';
import { required, until } from '#test/fakes/fake-clock.ts';

const text = (value: string): StoredPart[] => [{ type: 'text', text: value }];

async function begin() {
  const world = await ChatWorld.open();
  const page = world.window();
  const { id } = await page.flows.createSession(null);
  const deps = {
    db: world.db,
    writers: page.writers,
    report: (row: unknown) => page.errors.push(row),
    now: world.clock.now,
  };
  const said = await addMessages(deps, id, [
    { role: 'user', parts: text('q1') },
    { role: 'assistant', parts: text('a1'), origin: { vendor: 'gemini', model: 'm' } },
    { role: 'user', parts: text('q2') },
  ]);
  const texts = async () => (await world.path(id)).map(textOf);
  return { world, page, id, deps, said, texts };
}

describe('editing a history', () => {
  it('adds complete messages in order at the end of the path', async () => {
    const { world, id, texts } = await begin();
    expect(await texts()).toEqual(['q1', 'a1', 'q2']);
    const path = await world.path(id);
    expect(path.map(({ seq, status }) => [seq, status])).toEqual([
      [1, 'complete'],
      [2, 'complete'],
      [3, 'complete'],
    ]);
    expect(path[1]?.origin).toEqual({ vendor: 'gemini', model: 'm' });
  });

  it('refuses what is not a message, and adds nothing of it', async () => {
    const { id, deps, texts } = await begin();
    const broken = [{ type: 'text' }] as unknown[] as StoredPart[];
    await expect(
      addMessages(deps, id, [
        { role: 'user', parts: text('ok') },
        { role: 'user', parts: broken },
      ]),
    ).rejects.toThrow(/expected string/);
    await expect(addMessages(deps, id, [{ role: 'user', parts: [] }])).rejects.toThrow(/Too small/);
    expect(await texts()).toEqual(['q1', 'a1', 'q2']);
  });

  it('changes a message by a sibling, never in place', async () => {
    const { world, id, deps, said, texts } = await begin();
    const before = await world.db.messages.toArray();
    const first = required(said[0]);
    const sibling = await updateMessage(deps, id, first.id, text('q1, better'));
    expect(await texts()).toEqual(['q1, better']);
    expect(await childIds(world.db, id, null)).toEqual([first.id, sibling.id]);
    for (const row of before) expect(await world.db.messages.get(row.id)).toEqual(row);
  });

  it('takes a message and what follows out of every path, and keeps the rows', async () => {
    const { world, id, deps, said, texts } = await begin();
    await deleteMessage(deps, id, required(said[1]).id);
    expect(await texts()).toEqual(['q1']);
    expect(await childIds(world.db, id, required(said[0]).id)).toEqual([]);
    expect(await world.db.messages.count()).toBe(3);
    await addMessages(deps, id, [{ role: 'assistant', parts: text('a1 anew') }]);
    expect(await texts()).toEqual(['q1', 'a1 anew']);
    await expect(deleteMessage(deps, id, 'nobody')).rejects.toMatchObject({ code: 'missing' });
  });

  it('starts over without what was said', async () => {
    const { world, id, deps, texts } = await begin();
    await clearHistory(deps, id);
    expect(await texts()).toEqual([]);
    expect(await childIds(world.db, id, null)).toEqual([]);
    await addMessages(deps, id, [{ role: 'user', parts: text('new') }]);
    expect(await texts()).toEqual(['new']);
    expect(await world.db.messages.count()).toBe(4);
  });

  it('is refused in a window that does not write here', async () => {
    const { world, page, id, deps } = await begin();
    page.writers.open(id);
    await until(() => page.writers.state(id) === 'mine');
    const other = { ...deps, writers: world.window().writers };
    const refused = [clearHistory(other, id), addMessages(other, id, [{ role: 'user', parts: text('x') }])];
    for (const one of refused) one.catch(() => undefined);
    await world.clock.advance(200);
    for (const one of refused) await expect(one).rejects.toThrow(NotWriterError);
    expect(await world.db.messages.count()).toBe(3);
  });
});
