import { describe, expect, it } from 'vitest';
import { SMALLER_WINDOW } from '#core/normalize/base/overlays.ts';
import { NEXT_ID, type ContextMeasure } from '#flows/request/request-inspection.ts';
import { saveBlob } from '#storage/blob-repository.ts';
import { CLAUDE, GPT, PracticeWorld } from '../practice-world.ts';

const PARAGRAPH = 'A conversation goes from one vendor to the next, and every word of it stays where it is. ';

async function measured(world: PracticeWorld, id: string): Promise<ContextMeasure> {
  const size = await world.requests.measure(id);
  if (!size) throw new Error('nothing was measured');
  return size;
}

describe('measuring the context', () => {
  it('counts what the next request holds, by part', async () => {
    const world = await PracticeWorld.open();
    const { id } = await world.talk([GPT, PARAGRAPH.repeat(200)]);
    const before = await measured(world, id);
    expect(before.parts.system).toBe(0);
    await world.flows.setSystem(id, PARAGRAPH.repeat(50));
    const size = await measured(world, id);
    const { system, tools, summary, messages } = size.parts;
    expect(system).toBeGreaterThan(500);
    expect(tools + summary).toBe(0);
    expect(system + tools + summary + messages).toBe(size.tokens);
    expect(size.tokens - before.tokens).toBeGreaterThanOrEqual(system - 1);
    expect(size.window).toBe(200_000);
    expect(size.budget).toBeLessThanOrEqual(200_000 - size.answer);
    expect(world.bodies).toHaveLength(1);
  });

  it.each([
    ['prose', PARAGRAPH],
    ['code', 'const total = rows.filter(({ size }) => size > 0).length;\n'],
    ['Korean', '대화는 회사를 옮겨 다녀도 한 글자도 사라지지 않습니다. '],
  ])('counts the text of a file with %s, though it is not read for that', async (_, text) => {
    const world = await PracticeWorld.open();
    const said = text.repeat(1_000);
    const written = await world.talk([GPT, said]);
    const attached = await world.flows.createSession(GPT);
    const stored = await saveBlob(world.db, new File([said], 'a.txt'), 'text/plain');
    await world.flows.send(attached.id, { text: 'Read.', attachments: [{ kind: 'file', name: 'a.txt', ...stored }] });
    const share = (await measured(world, attached.id)).tokens / (await measured(world, written.id)).tokens;
    expect(share).toBeGreaterThan(0.7);
    expect(share).toBeLessThan(1.4);
  });

  it('sends what a file says, however much smaller it is than expected', async () => {
    const world = await PracticeWorld.open();
    const { id } = await world.flows.createSession(GPT);
    for (const said of ['The code is 4711.', `${' '.repeat(3_000_000)}.`]) {
      const stored = await saveBlob(world.db, new File([said], 'a.txt'), 'text/plain');
      await world.flows.send(id, { text: 'Read.', attachments: [{ kind: 'file', name: 'a.txt', ...stored }] });
    }
    expect(world.bodies).toHaveLength(2);
    expect(JSON.stringify(world.bodies[1]).includes('The code is 4711.')).toBe(true);
  });

  it('goes by what the vendor counted last', async () => {
    const world = await PracticeWorld.open();
    const { id } = await world.talk([GPT, PARAGRAPH.repeat(200)]);
    const answer = (await world.path(id)).at(-1)?.id ?? '';
    const row = await world.db.usage.get(answer);
    const send = await world.db.sends.get(answer);
    if (!row || !send) throw new Error('nothing was counted');
    await world.db.usage.put({ ...row, usage: { ...row.usage, input: send.tokens * 2 } });
    const size = await measured(world, id);
    expect(size.factor).toBeCloseTo(2, 5);
    // The question and its answer, both estimated the same way.
    expect(size.tokens).toBeGreaterThan(send.tokens * 2);
    expect(size.tokens).toBeLessThan(send.tokens * 3);
  });

  it('is of the model that comes next', async () => {
    const world = await PracticeWorld.open();
    const { id } = await world.talk([GPT, 'One.']);
    await world.flows.setTarget(id, CLAUDE);
    expect((await measured(world, id)).model.id).toBe(CLAUDE.model);
    world.connections = [];
    expect(await world.requests.measure(id)).toBeNull();
  });

  it('says where messages are left out because the user limits them, until the limit is gone', async () => {
    const world = await PracticeWorld.open();
    const { id } = await world.talk([GPT, 'One.'], [GPT, 'Two.'], [GPT, 'Three.'], [GPT, 'Four.'], [GPT, 'Five.']);
    const path = await world.path(id);
    expect(await measured(world, id)).toMatchObject({ left: 0, gaps: [], maxMessages: null });
    await world.flows.setMaxMessages(id, 6);
    const size = await measured(world, id);
    expect(size).toMatchObject({ maxMessages: 6, gaps: [{ count: size.left, more: false, why: 'limit' }] });
    expect(size.left).toBeGreaterThan(3);
    expect(size.gaps[0]?.before).toBe(path[size.left]?.id);
    await world.flows.setMaxMessages(id, null);
    expect(await measured(world, id)).toMatchObject({ left: 0, gaps: [], maxMessages: null });
  });

  it('says that messages are left out for want of room, and before the next message where nothing else fits', async () => {
    const world = await PracticeWorld.open();
    const { id } = await world.talk([GPT, 'One.'], [GPT, 'Two.']);
    await world.edit(id, [
      { role: 'user', parts: [{ type: 'text', text: PARAGRAPH.repeat(12_000) }] },
      { role: 'assistant', parts: [{ type: 'text', text: 'Read.' }] },
    ]);
    const size = await measured(world, id);
    expect(size.untrimmedTokens).toBeGreaterThan(size.budget ?? 0);
    expect(size.gaps).toEqual([{ before: NEXT_ID, count: 6, more: false, why: 'budget' }]);
  });

  it('is halved by a smaller window, and comes back', async () => {
    const world = await PracticeWorld.open();
    const { id } = await world.talk([GPT, PARAGRAPH.repeat(20)], [GPT, PARAGRAPH.repeat(20)], [GPT, 'And?']);
    const before = await measured(world, id);
    expect(before.narrowed).toBe(false);
    expect(before.left).toBe(0);
    await world.flows.narrowWindow(id);
    const narrow = await measured(world, id);
    expect(narrow.narrowed).toBe(true);
    expect(narrow.gaps).toEqual([expect.objectContaining({ count: narrow.left, why: 'narrowed' })]);
    expect(narrow.tokens).toBeLessThanOrEqual(before.tokens * 0.6);
    await world.say(id, GPT, 'Still there?');
    expect(JSON.stringify(world.bodies.at(-1)).length).toBeLessThan(JSON.stringify(world.bodies.at(-2)).length);
    await world.flows.widenWindow(id);
    expect((await measured(world, id)).left).toBe(0);
    expect(await world.db.overlays.filter(({ kind }) => kind === SMALLER_WINDOW).count()).toBe(0);
  });
});
