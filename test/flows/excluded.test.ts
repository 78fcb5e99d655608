import { expect, it } from 'vitest';
import { CHAT, CLAUDE, GEMINI, GPT, PracticeWorld } from './practice-world.ts';

const plain = (text: string) => ({ text, attachments: [] });

it('an excluded message goes to no vendor, stays in the conversation, and is sent again once it is included', async () => {
  const world = await PracticeWorld.open();
  const { id } = await world.flows.createSession(CLAUDE);
  await world.flows.send(id, plain('!think 1\n!echo WRONG.'));
  await world.flows.send(id, plain('!echo Right.'));
  const [, wrong] = await world.path(id);
  const target = { message: wrong?.id ?? '' };
  await world.flows.setExcluded(id, target, true);
  await world.flows.setExcluded(id, target, true);
  expect(await world.db.overlays.where('sessionId').equals(id).count()).toBe(1);

  for (const to of [CLAUDE, GPT, GEMINI, CHAT, CLAUDE]) {
    await world.flows.setTarget(id, to);
    await world.flows.send(id, plain('!echo Next.'));
    expect(JSON.stringify(world.bodies.at(-1))).not.toContain('"text":"WRONG."');
  }
  const path = await world.path(id);
  expect(path.filter(({ error }) => error !== undefined)).toEqual([]);
  expect(path[1]).toEqual(wrong);

  await world.flows.setExcluded(id, target, false);
  await world.flows.send(id, plain('!echo Last.'));
  expect(JSON.stringify(world.bodies.at(-1))).toContain('"text":"WRONG."');
});
