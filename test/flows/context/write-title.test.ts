import { describe, expect, it } from 'vitest';
import { ChatWorld, TARGET } from '#test/fakes/chat-world.ts';
import { settle, until } from '#test/fakes/fake-clock.ts';
import { fails, says } from '#test/fakes/scripted-service.ts';

const plain = (text: string) => ({ text, attachments: [] });

async function begin({ wanted = true } = {}) {
  const world = await ChatWorld.open();
  world.titlesByModel = wanted;
  const { flows } = world.window();
  const { id } = await flows.createSession(TARGET);
  const title = async () => (await world.db.sessions.get(id))?.title;
  return { world, flows, id, title };
}

describe('a title by the model', () => {
  it('is asked for once, with the start of the conversation alone, and its cost is counted', async () => {
    const { world, flows, id, title } = await begin();
    world.service.answer(says(['It stands in water.']), says(['“Where herons stand.”\n']), says(['More.']));
    await flows.send(id, plain('hey, one thing: where do herons stand?'));
    await until(async () => (await title()) === 'Where herons stand', 'the title');
    const [, asked] = world.service.sent;
    expect(asked?.messages).toHaveLength(1);
    const [part] = asked?.messages[0]?.parts ?? [];
    expect(part).toMatchObject({ type: 'text' });
    expect(JSON.stringify(part)).toContain('It stands in water.');
    expect(await world.db.usage.count()).toBe(2);
    await flows.send(id, plain('And storks?'));
    await settle();
    expect(world.service.sent).toHaveLength(3);
    expect(await title()).toBe('Where herons stand');
    expect(await world.path(id)).toHaveLength(4);
  });

  it.each([
    ['the user does not want it', { wanted: false }, ''],
    ['the user has named the conversation', {}, 'Mine'],
  ])('is not asked for when %s', async (_, options, mine) => {
    const { world, flows, id, title } = await begin(options);
    if (mine !== '') await flows.renameSession(id, mine);
    world.service.answer(says(['Yes.']));
    await flows.send(id, plain('A question'));
    await settle();
    expect(world.service.sent).toHaveLength(1);
    expect(await title()).toBe(mine === '' ? 'A question' : mine);
  });

  it('leaves the first line of the question when the model fails or says nothing', async () => {
    const { world, flows, id, title } = await begin();
    world.service.answer(says(['Yes.']), fails({ kind: 'auth', retryable: false, message: 'no' }));
    await flows.send(id, plain('A question'));
    await until(() => world.service.sent.length === 2, 'the request');
    await settle();
    expect(await title()).toBe('A question');
    expect((await world.path(id)).map(({ error }) => error)).toEqual([undefined, undefined]);
  });

  it('does not replace what the user typed meanwhile', async () => {
    const { world, flows, id, title } = await begin();
    world.service.answer(says(['Yes.']), async function* (signal) {
      await flows.renameSession(id, 'Mine');
      yield* says(['Theirs'])(signal);
    });
    await flows.send(id, plain('A question'));
    await until(() => world.service.sent.length === 2, 'the request');
    await settle();
    expect(await title()).toBe('Mine');
  });
});
