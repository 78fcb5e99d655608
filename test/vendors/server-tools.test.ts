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

describe('tools that OpenAI runs itself, through its SDK', () => {
  it('items and annotations are words elsewhere, and go back home as they came', async () => {
    const lab = newLab();
    const gpt = withOwnTools(practiceTarget('practice-gpt'));
    const [first] = await lab.say(`!think 1\n!run print(6*7)\n${SEARCH}`, gpt);
    const blocks = blocksIn(first?.parts ?? []);
    expect(outcome(first ? [first] : [])).toEqual(WELL);
    expect(blocks.map(({ kind }) => kind)).toEqual(['code_interpreter_call', 'web_search_call', 'annotations']);
    expect(outcome(await lab.say('And there?', claude))).toEqual(WELL);
    const abroad = lab.sent[1]?.body ?? '';
    for (const said of ['[Web search: \\"tea\\"]', '```python\\nprint(6*7)\\n```', 'https://practice.invalid/tea'])
      expect(abroad).toContain(said);
    expect(abroad).not.toMatch(/"ws_|cntr_|url_citation/);
    expect(outcome(await lab.say('And here?', gpt))).toEqual(WELL);
    const home = lab.sent[2]?.body ?? '';
    const [code, search, annotations] = blocks.map(({ data }) => data);
    expect(home).toContain(`${code},${search}`);
    expect(home).toContain(JSON.stringify((JSON.parse(annotations ?? '{}') as { annotations: unknown }).annotations));
  });

  it('an item whose reasoning is lost is words at home, too', async () => {
    const lab = newLab();
    const gpt = withOwnTools(practiceTarget('practice-gpt'));
    await lab.say(`!think 1\n${SEARCH}`, gpt);
    const answer = lab.history.pop();
    if (!answer) throw new Error('no answer');
    lab.history.push({ ...answer, parts: answer.parts.filter(({ type }) => type !== 'thinking') });
    expect(outcome(await lab.say('And?', gpt))).toEqual(WELL);
    expect(lab.sent[1]?.body).not.toContain('"ws_');
    expect(lab.sent[1]?.body).toContain('[Web search: \\"tea\\"]');
  });
});

it('Gemini: what it searched for and cites is words elsewhere; at home its code goes back as it came', async () => {
  const lab = newLab();
  const gemini = withOwnTools(practiceTarget('practice-gemini'));
  const [first] = await lab.say(`!run print(6*7)\n!fetch https://a.example/\n${SEARCH}`, gemini);
  const blocks = blocksIn(first?.parts ?? []);
  expect(outcome(first ? [first] : [])).toEqual(WELL);
  expect(blocks.map(({ kind }) => kind)).toEqual([
    'executableCode',
    'codeExecutionResult',
    'urlContextMetadata',
    'groundingMetadata',
  ]);
  expect(outcome(await lab.say('And there?', claude))).toEqual(WELL);
  const abroad = lab.sent[1]?.body ?? '';
  for (const said of [
    '[Web search: \\"tea\\"]',
    'print(6*7)',
    '[Read \\"https://a.example/\\"]',
    'https://practice.invalid/tea',
  ])
    expect(abroad).toContain(said);
  expect(outcome(await lab.say('And here?', gemini))).toEqual(WELL);
  for (const { data } of blocks.slice(0, 2)) expect(lab.sent[2]?.body).toContain(data);
  expect(lab.sent[2]?.body).not.toContain('[Web search');
});
