import { describe, expect, it } from 'vitest';
import { listDeletions } from '#test/fakes/list-deletions.ts';
import { childIds } from '#storage/message-repository.ts';
import { CHAT, CLAUDE, GEMINI, GPT, PracticeWorld } from './practice-world.ts';

const plain = (text: string) => ({ text, attachments: [] });

describe('a message that the user deletes', () => {
  it('goes to no vendor, stays stored, and is sent again once it is restored', async () => {
    const world = await PracticeWorld.open();
    const { id } = await world.flows.createSession(CLAUDE);
    await world.flows.send(id, plain('!think 1\n!echo WRONG.'));
    await world.flows.send(id, plain('!echo Right.'));
    const [, wrong] = await world.path(id);
    const target = { message: wrong?.id ?? '' };
    await world.flows.setDeleted(id, target, true);
    await world.flows.setDeleted(id, target, true);
    expect(await world.db.overlays.where('sessionId').equals(id).count()).toBe(1);
    for (const to of [CLAUDE, GPT, GEMINI, CHAT, CLAUDE]) {
      await world.flows.setTarget(id, to);
      await world.flows.send(id, plain('!echo Next.'));
      expect(JSON.stringify(world.bodies.at(-1))).not.toContain('"text":"WRONG."');
    }
    const path = await world.path(id);
    expect(path.filter(({ error }) => error !== undefined)).toEqual([]);
    expect(path[1]).toEqual(wrong);
    await world.flows.setDeleted(id, target, false);
    expect(await listDeletions(world.db, id)).toEqual(new Set());
    await world.flows.send(id, plain('!echo Last.'));
    expect(JSON.stringify(world.bodies.at(-1))).toContain('"text":"WRONG."');
  });

  it('leaves its place to another version where the conversation ended with it', async () => {
    const world = await PracticeWorld.open();
    const { id } = await world.flows.createSession(CLAUDE);
    await world.flows.send(id, plain('!echo One.'));
    const [question, first] = await world.path(id);
    await world.flows.retry(id, first?.id ?? '');
    const [, second] = await world.path(id);
    expect(second?.id).not.toBe(first?.id);
    await world.flows.setDeleted(id, { message: second?.id ?? '' }, true);
    expect((await world.path(id))[1]?.id).toBe(first?.id);
    expect(await childIds(world.db, id, question?.id ?? null)).toEqual([first?.id]);

    // With no other version left, the path stays as it is.
    await world.flows.setDeleted(id, { message: first?.id ?? '' }, true);
    expect((await world.db.sessions.get(id))?.leafId).toBe(first?.id);
    await world.flows.send(id, plain('!echo On.'));
    expect((await world.path(id)).map(({ error }) => error)).toEqual([undefined, undefined, undefined, undefined]);
    expect(JSON.stringify(world.bodies.at(-1))).not.toContain('"text":"One."');
  });

  it('does so, too, where all that came after it is deleted', async () => {
    const world = await PracticeWorld.open();
    const { id } = await world.flows.createSession(CLAUDE);
    await world.flows.send(id, plain('!echo One.'));
    const [, first] = await world.path(id);
    await world.flows.retry(id, first?.id ?? '');
    await world.flows.send(id, plain('!echo Two.'));
    const [, second, question, answer] = await world.path(id);
    await world.flows.setDeleted(id, { message: second?.id ?? '' }, true);
    expect((await world.path(id)).at(-1)?.id).toBe(answer?.id);
    await world.flows.setDeleted(id, { message: second?.id ?? '' }, false);
    for (const message of [answer, question, second])
      await world.flows.setDeleted(id, { message: message?.id ?? '' }, true);
    expect((await world.path(id)).map((one) => one.id)).toEqual([expect.any(String), first?.id]);
    for (const message of [second, question, answer])
      await world.flows.setDeleted(id, { message: message?.id ?? '' }, false);
    await world.flows.showMessage(id, answer?.id ?? '');
    expect((await world.path(id)).at(-1)?.id).toBe(answer?.id);
  });
});
