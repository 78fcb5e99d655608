import { describe, expect, it } from 'vitest';
import type { HistoryInput } from '#test/fakes/add-messages.ts';
import { CHAT, CLAUDE, GEMINI, GPT, PracticeWorld } from './practice-world.ts';

const said = (role: 'user' | 'assistant', text: string): HistoryInput => ({ role, parts: [{ type: 'text', text }] });
const TURNS = Array.from({ length: 60 }, (_, turn) => turn + 1);
const signatures = (body: unknown) => JSON.stringify(body).match(/"signature":"[^"]+"/g) ?? [];

describe('a conversation of sixty questions with default settings', () => {
  it.each([
    ['Anthropic', CLAUDE],
    ['OpenAI', GPT],
    ['Gemini', GEMINI],
    ['Chat Completions', CHAT],
  ] as const)('goes to %s whole', async (_name, target) => {
    const world = await PracticeWorld.open();
    const { id } = await world.flows.createSession(target);
    const before = TURNS.slice(0, -1).flatMap((turn) => [
      said('user', `Question ${turn}.`),
      said('assistant', `Answer ${turn}.`),
    ]);
    await world.edit(id, before);
    await world.say(id, target, 'Question 60.');
    const sent = JSON.stringify(world.bodies);
    for (const turn of TURNS) expect(sent).toContain(`Question ${turn}.`);
    for (const turn of TURNS.slice(0, -1)) expect(sent).toContain(`Answer ${turn}.`);
    const answer = (await world.path(id)).at(-1)?.id ?? '';
    expect(await world.db.sends.get(answer)).toMatchObject({ left: 0, maxMessages: null, repairs: [] });
  });

  it('brings its own reasoning back, and begins as the request before it did', { timeout: 120_000 }, async () => {
    const world = await PracticeWorld.open();
    const { id } = await world.flows.createSession(CLAUDE);
    for (const turn of TURNS) await world.say(id, CLAUDE, `!think 1\nQuestion ${turn}.`);
    expect(world.bodies).toHaveLength(60);
    const stored = signatures((await world.path(id)).map(({ parts }) => parts));
    expect(signatures(world.bodies.at(-1))).toEqual(stored.slice(0, -1));
    expect(stored).toHaveLength(60);
    // A cache is read as far as a request equals the previous one.
    for (const [index, body] of world.bodies.slice(1).entries()) {
      const earlier = messagesOf(world.bodies[index]);
      expect(messagesOf(body).slice(0, earlier.length)).toEqual(earlier);
    }
  });
});

/** The cache marker moves with every request, and isn't part of the cached content. */
function messagesOf(body: unknown): unknown[] {
  const { messages } = JSON.parse(
    JSON.stringify(body, (key, value: unknown) => (key === 'cache_control' ? undefined : value)),
  ) as { messages: unknown[] };
  return messages;
}
