import { describe, expect, it } from 'vitest';
import type { Part } from '#core/message.ts';
import { serverCallsIn } from '#core/server-tools/server-calls.ts';
import { Lab, outcome, practiceTarget, practiceVendors, textOf, TOOLS, WELL, withOwnTools } from './practice-lab.ts';

const newLab = () => {
  const vendors = practiceVendors();
  return new Lab((input, init) => vendors.fetch(new Request(input, init)));
};
const claude = withOwnTools(practiceTarget('practice-claude', { thinking: 'off' }));
const SEARCH = '!search tea\n!echo Tea is a drink. It is also a plant.';

const blocksIn = (parts: readonly Part[]) => parts.flatMap((part) => (part.type === 'vendor_block' ? [part] : []));

describe('tools that Anthropic runs itself, through its SDK', () => {
  it('a pause goes on by itself, with the same tools, as one answer that goes back whole', async () => {
    const lab = newLab();
    const [answer] = await lab.say(`${SEARCH}\n!pause`, claude);
    expect(outcome(answer ? [answer] : [])).toEqual(WELL);
    const [first, second] = lab.sent.map(({ body }) => JSON.parse(body) as Record<string, unknown[]>);
    expect(lab.sent).toHaveLength(2);
    expect(second).toEqual({ ...first, messages: [...(first?.['messages'] ?? []), second?.['messages']?.at(-1)] });
    expect(serverCallsIn(answer?.parts ?? [])).toMatchObject([{ call: { done: true, asked: ['tea'] } }]);
    expect(textOf(answer?.parts ?? [])).toContain('Tea is a drink. It is also a plant.');
    expect(outcome(await lab.say('Thanks', claude))).toEqual(WELL);
    for (const { data } of blocksIn(answer?.parts ?? []).slice(0, 2)) expect(lab.sent[2]?.body).toContain(data);
  });

  it('one that is called beside a tool of the user is answered in the next step', async () => {
    const lab = newLab();
    const target = withOwnTools({ ...practiceTarget('practice-claude', { thinking: 'off' }), tools: TOOLS });
    const answers = await lab.say('!search tea\n!together\n!tool clock__now {}\nWhat now?', target);
    expect(outcome(answers)).toEqual(WELL);
    expect(answers.map(({ parts }) => blocksIn(parts)[0]?.kind)).toEqual(['server_tool_use', 'web_search_tool_result']);
    expect(outcome(await lab.say('Thanks', target))).toEqual(WELL);
  });

  it.each(['practice-gpt', 'practice-gemini', 'practice-chat'])(
    'a search goes to %s as words, and back home byte for byte',
    async (id) => {
      const lab = newLab();
      const [first] = await lab.say(SEARCH, claude);
      const away = practiceTarget(id, { thinking: 'off' });
      expect(outcome(await lab.say('And there?', away))).toEqual(WELL);
      const abroad = lab.sent[1]?.body ?? '';
      expect(abroad).toContain('[Web search: \\"tea\\"]');
      expect(abroad).toContain('Tea is a drink. It is also a plant.');
      expect(abroad).not.toMatch(/srvtoolu|encrypted_index|web_search_tool_result/);
      expect(outcome(await lab.say('And here?', claude))).toEqual(WELL);
      const home = lab.sent[2]?.body ?? '';
      const [call, result, citations] = blocksIn(first?.parts ?? []).map(({ data }) => data);
      expect(home).toContain(`${call},${result}`);
      expect(home).toContain(JSON.stringify((JSON.parse(citations ?? '{}') as { citations: unknown }).citations));
      expect(outcome([first].flatMap((one) => (one ? [one] : [])))).toEqual(WELL);
    },
  );
});
