import { describe, expect, it } from 'vitest';
import { CLAUDE, GEMINI, GPT, PracticeWorld } from './practice-world.ts';

const plain = (text: string) => ({ text, attachments: [] });

describe('an answer that the user edits', () => {
  it('is a version of its own, goes to every vendor as text, and leaves the original as it was', async () => {
    const world = await PracticeWorld.open();
    const { id } = await world.flows.createSession(CLAUDE);
    await world.flows.send(id, plain('!think 2\n!echo The heron is green.'));
    const [, original] = await world.path(id);
    expect(original?.parts.some(({ type }) => type === 'thinking')).toBe(true);

    const stored = await world.flows.editAnswer(id, original?.id ?? '', 'The heron is gray.');
    const [, edited] = await world.path(id);
    expect(edited).toMatchObject({
      id: stored,
      parentId: original?.parentId,
      role: 'assistant',
      status: 'complete',
      edited: true,
      parts: [{ type: 'text', text: 'The heron is gray.' }],
    });
    expect(edited).not.toHaveProperty('origin');
    expect(edited).not.toHaveProperty('usage');
    expect(await world.db.messages.get(original?.id ?? '')).toMatchObject(original ?? {});

    for (const target of [CLAUDE, GPT, GEMINI, CLAUDE]) {
      await world.flows.setTarget(id, target);
      await world.flows.send(id, plain('!echo Yes.'));
      const sent = JSON.stringify(world.bodies.at(-1));
      expect(sent).toContain('The heron is gray.');
      expect(sent).not.toContain('"text":"The heron is green."');
    }
    const answers = (await world.path(id)).filter(({ role }) => role === 'assistant');
    expect(answers.map(({ error }) => error)).toEqual(answers.map(() => undefined));

    // The original is still there to go on with, with its own thinking.
    await world.flows.choosePath(id, original?.id ?? '');
    await world.flows.send(id, plain('!echo Back.'));
    expect(JSON.stringify(world.bodies.at(-1))).toContain('"signature"');
  });

  it('is refused for a question and for an answer that called a tool', async () => {
    const world = await PracticeWorld.open();
    const { id } = await world.flows.createSession(CLAUDE);
    await world.flows.send(id, plain('!echo One.'));
    const [question] = await world.path(id);
    await expect(world.flows.editAnswer(id, question?.id ?? '', 'x')).rejects.toThrow('without calls');
    await expect(world.flows.editAnswer(id, 'nothing', 'x')).rejects.toThrow('no longer stored');
    expect(await world.path(id)).toHaveLength(2);
  });
});
