import { describe, expect, it } from 'vitest';
import type { Part } from '#core/message.ts';
import { citedTextsIn } from '#core/server-tools/cited-text.ts';
import { serverCallsIn } from '#core/server-tools/server-calls.ts';
import {
  Lab,
  outcome,
  practiceTarget,
  practiceVendors,
  seatTarget,
  textOf,
  TOOLS,
  WELL,
  withOwnTools,
} from './practice-lab.ts';

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

it('xAI: its items are words elsewhere, and go back home as they came', async () => {
  const lab = newLab();
  const grok = withOwnTools(seatTarget('Grok', { simulated: true }));
  const [first] = await lab.say(`!think 1\n!run print(6*7)\n${SEARCH}`, grok);
  const blocks = blocksIn(first?.parts ?? []);
  expect(outcome(first ? [first] : [])).toEqual(WELL);
  expect(blocks.map(({ kind }) => kind)).toEqual(['code_interpreter_call', 'web_search_call', 'annotations']);
  expect(outcome(await lab.say('And there?', claude))).toEqual(WELL);
  const abroad = lab.sent[1]?.body ?? '';
  for (const said of ['[Web search: \\"tea\\"]', 'print(6*7)', 'https://practice.invalid/tea'])
    expect(abroad).toContain(said);
  expect(abroad).not.toMatch(/"ws_|url_citation/);
  expect(outcome(await lab.say('And here?', grok))).toEqual(WELL);
  const [code, search, annotations] = blocks.map(({ data }) => data);
  expect(lab.sent[2]?.body).toContain(`${code},${search}`);
  expect(lab.sent[2]?.body).toContain(
    JSON.stringify((JSON.parse(annotations ?? '{}') as { annotations: unknown }).annotations),
  );
});

it('xAI: a tool of its own that it calls by name is never run, and is words elsewhere', async () => {
  const lab = newLab();
  const grok = seatTarget('Grok', { simulated: true });
  const item = {
    type: 'custom_tool_call',
    id: 'ctc_1',
    call_id: 'xs_1',
    name: 'x_keyword_search',
    input: '{"query":"tea"}',
    status: 'completed',
  };
  lab.history.push(
    { id: 'u', role: 'user', parts: [{ type: 'text', text: 'What is said about tea?' }] },
    {
      id: 'a',
      role: 'assistant',
      parts: [
        { type: 'vendor_block', kind: 'custom_tool_call', data: JSON.stringify(item) },
        { type: 'text', text: 'Much.' },
      ],
      origin: { vendor: 'xai', model: grok.model.id, endpoint: grok.endpoint, account: 'practice' },
    },
  );
  expect(outcome(await lab.say('And there?', claude))).toEqual(WELL);
  expect(lab.sent[0]?.body).toContain('[Web search: \\"tea\\"]');
  expect(lab.sent[0]?.body).not.toContain('tool_use');
});

it('OpenRouter: its tools are asked for by name, and what they found is sources elsewhere', async () => {
  const lab = newLab();
  const given = seatTarget('OpenRouter', { simulated: true, tools: TOOLS });
  const router = withOwnTools(given, ['search', 'fetch']);
  const [first] = await lab.say(SEARCH, router);
  expect(outcome(first ? [first] : [])).toEqual(WELL);
  const sent = JSON.parse(lab.sent[0]?.body ?? '{}') as { tools: { type: string }[] };
  expect(sent.tools.map(({ type }) => type)).toEqual([
    'openrouter:web_search',
    'openrouter:web_fetch',
    ...TOOLS.map(() => 'function'),
  ]);
  expect(blocksIn(first?.parts ?? []).map(({ kind }) => kind)).toEqual(['annotations']);
  expect(citedTextsIn(first?.parts ?? [])[0]?.citations).toMatchObject([
    { source: { address: 'https://practice.invalid/tea' }, start: 0 },
  ]);
  expect(outcome(await lab.say('And there?', claude))).toEqual(WELL);
  expect(lab.sent[1]?.body).toContain('https://practice.invalid/tea');
  expect(lab.sent[1]?.body).not.toContain('url_citation');
  expect(outcome(await lab.say('And here?', router))).toEqual(WELL);
  const home = JSON.parse(lab.sent[2]?.body ?? '{}') as { messages: { content: unknown }[] };
  expect(home.messages[1]?.content).toBe(textOf(first?.parts ?? []));
});

it('Gemini: calls of its own tools and their results go back as they came, with the switch that they need', async () => {
  const lab = newLab();
  const gemini = practiceTarget('practice-gemini');
  const call = { toolCall: { id: 't1', toolType: 'GOOGLE_SEARCH_WEB', args: { queries: ['tea'] } } };
  const found = { toolResponse: { id: 't1', toolType: 'GOOGLE_SEARCH_WEB', response: { suggestions: 'x' } } };
  const data = [call, found].map((part) => JSON.stringify(part));
  lab.history.push(
    { id: 'u', role: 'user', parts: [{ type: 'text', text: 'What is tea?' }] },
    {
      id: 'a',
      role: 'assistant',
      parts: [
        { type: 'vendor_block', kind: 'toolCall', data: data[0] ?? '' },
        { type: 'vendor_block', kind: 'toolResponse', data: data[1] ?? '' },
        { type: 'text', text: 'A drink.' },
      ],
      origin: {
        vendor: 'gemini',
        model: gemini.model.id,
        endpoint: gemini.endpoint,
        ...(gemini.account !== undefined && { account: gemini.account }),
      },
    },
  );
  expect(outcome(await lab.say('And here?', gemini))).toEqual(WELL);
  expect(lab.sent[0]?.body).toContain(data.join(','));
  expect(JSON.parse(lab.sent[0]?.body ?? '{}')).toMatchObject({
    toolConfig: { includeServerSideToolInvocations: true },
  });
  expect(outcome(await lab.say('And there?', claude))).toEqual(WELL);
  expect(lab.sent[1]?.body).toContain('[Web search: \\"tea\\"]');
  expect(lab.sent[1]?.body).not.toContain('toolResponse');
});
