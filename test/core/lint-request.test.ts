import { describe, expect, it } from 'vitest';
import { lintBody } from '#test/core/lint-body.ts';
import { target, TARGETS } from './targets.ts';

type Json = Record<string, unknown>;

/** Every rule fires on a body that breaks it and on nothing else in the same body. */
function broken(
  name: string,
  valid: Json,
  cases: readonly (readonly [rule: string, change: (body: Json) => void])[],
): void {
  const target = TARGETS[name];
  if (!target) throw new Error(`no target ${name}`);
  describe(`rules of ${name}`, () => {
    it('accepts a good body', () => {
      expect(lintBody(valid, target)).toEqual([]);
    });
    it.each(cases)('%s', (rule, change) => {
      const body = structuredClone(valid);
      change(body);
      const rules = lintBody(body, target).map((violation) => violation.rule);
      expect(rules).toContain(rule);
    });
  });
}

const at = (value: unknown, ...path: (string | number)[]): Json =>
  path.reduce<unknown>((inner, key) => (inner as Json)[key as string], value) as Json;
const list = (value: unknown, ...path: (string | number)[]): Json[] => at(value, ...path) as unknown as Json[];

/** An image of that size, according to its header. */
function gif(width: number, height: number): string {
  const header = Buffer.alloc(16);
  header.write('GIF89a');
  header.writeUInt16LE(width, 6);
  header.writeUInt16LE(height, 8);
  return header.toString('base64');
}

const SCHEMA = { type: 'object', properties: {} };

broken(
  'anthropic-adaptive',
  {
    model: 'claude-opus-4-8',
    max_tokens: 1000,
    thinking: { type: 'adaptive' },
    output_config: { effort: 'high' },
    system: [{ type: 'text', text: 's' }],
    tools: [{ name: 'read', input_schema: SCHEMA }],
    messages: [
      { role: 'user', content: [{ type: 'text', text: 'q' }] },
      {
        role: 'assistant',
        content: [
          { type: 'thinking', thinking: '', signature: 'sig' },
          { type: 'tool_use', id: 'a', name: 'read', input: {} },
          { type: 'tool_use', id: 'b', name: 'read', input: {} },
        ],
      },
      {
        role: 'user',
        content: [
          { type: 'tool_result', tool_use_id: 'a', content: 'x', is_error: true },
          { type: 'tool_result', tool_use_id: 'b', content: [{ type: 'text', text: 'y' }] },
          { type: 'text', text: 'more' },
        ],
      },
    ],
  },
  [
    ['A3', (body) => (body.temperature = 0.5)],
    ['A4', (body) => list(body, 'messages').shift()],
    ['A4b', (body) => list(body, 'messages').splice(1, 0, { role: 'user', content: 'again' })],
    ['A4b', (body) => (at(body, 'messages', 0).role = 'system')],
    ['A4d', (body) => (body.messages = [])],
    ['A5', (body) => (at(body, 'messages', 0, 'content', 0).text = ' ')],
    ['A5', (body) => (at(body, 'system', 0).text = '')],
    ['A5', (body) => (at(body, 'messages', 2, 'content', 1, 'content', 0).text = '\n')],
    ['A6', (body) => (at(body, 'messages', 0).content = [])],
    ['A7b', (body) => list(body, 'messages').push({ role: 'assistant', content: 'prefill' })],
    ['I1', (body) => (at(body, 'messages', 1, 'content', 1).id = 'call|x')],
    ['I2', (body) => (at(body, 'messages', 1, 'content', 2).id = 'a')],
    ['A10', (body) => list(body, 'messages', 2, 'content').splice(1, 1)],
    ['A11', (body) => (at(body, 'messages', 2).content = list(body, 'messages', 2, 'content').toReversed())],
    [
      'A12',
      (body) => list(body, 'messages', 2, 'content').unshift({ type: 'tool_result', tool_use_id: 'z', content: 'x' }),
    ],
    [
      'A12',
      (body) => list(body, 'messages', 2, 'content').unshift({ type: 'tool_result', tool_use_id: 'a', content: 'x' }),
    ],
    ['A12r', (body) => list(body, 'messages', 0, 'content').push({ type: 'thinking', thinking: 't', signature: 's' })],
    ['A15', (body) => (at(body, 'messages', 1, 'content', 1).input = '{}')],
    ['A16', (body) => (at(body, 'tools', 0).input_schema = { ...SCHEMA, anyOf: [] })],
    [
      'A17',
      (body) =>
        (at(body, 'messages', 2, 'content', 0).content = [{ type: 'image', source: { media_type: 'image/png' } }]),
    ],
    ['A18', (body) => (body.tool_choice = { type: 'any' })],
    ['A21', (body) => delete at(body, 'messages', 1, 'content', 0).signature],
    ['A22', (body) => list(body, 'messages', 1, 'content').push({ type: 'thinking', thinking: '', signature: 's' })],
    ['A24', (body) => (at(body, 'thinking').block_binding = {})],
    ['A27', (body) => (body.thinking = { type: 'enabled', budget_tokens: 2000 })],
    ['A28', (body) => (body.thinking = { type: 'enabled', budget_tokens: 5 })],
    ['A30', (body) => (at(body, 'output_config').effort = 'extreme')],
    ['A33', (body) => (at(body, 'messages', 1, 'content', 0).cache_control = {})],
    ['A35', (body) => (body.max_tokens = 0)],
    ['T1', (body) => (at(body, 'tools', 0).name = 'fs.read')],
    ['T2', (body) => list(body, 'tools').push({ name: 'read', input_schema: SCHEMA })],
    ['T3', (body) => (at(body, 'tools', 0).input_schema = { type: 'string' })],
    ['T5', (body) => (at(body, 'messages', 1, 'content', 1).name = 'a/b')],
    ['J1', (body) => (at(body, 'messages', 0, 'content', 0).text = 'half \ud83d')],
    [
      'V1',
      (body) => list(body, 'messages', 0, 'content').push({ type: 'image', source: { media_type: 'image/tiff' } }),
    ],
    [
      'V4',
      (body) =>
        list(body, 'messages', 0, 'content').push({
          type: 'image',
          source: { type: 'base64', media_type: 'image/gif', data: gif(5, 5).slice(0, -1) },
        }),
    ],
    ['V3', (body) => (at(body, 'messages', 0, 'content', 0).text = 'x'.repeat(33 * 1024 * 1024))],
    [
      'A13',
      (body) => list(body, 'messages', 1, 'content').unshift({ type: 'server_tool_use', id: 'srvtoolu_1', name: 'w' }),
    ],
    [
      'A13',
      (body) =>
        list(body, 'messages', 1, 'content').unshift({ type: 'web_search_tool_result', tool_use_id: 'srvtoolu_1' }),
    ],
    [
      'A34',
      (body) =>
        list(body, 'messages', 0, 'content').push({
          type: 'image',
          source: { type: 'base64', media_type: 'image/gif', data: gif(8_001, 5) },
        }),
    ],
    [
      'A34',
      (body) => {
        for (let count = 0; count < 21; count += 1)
          list(body, 'messages', 0, 'content').push({
            type: 'image',
            source: { type: 'base64', media_type: 'image/gif', data: gif(5, 2_001) },
          });
      },
    ],
  ],
);

broken(
  'anthropic-manual',
  {
    max_tokens: 4000,
    thinking: { type: 'enabled', budget_tokens: 1024 },
    messages: [
      { role: 'user', content: 'q' },
      {
        role: 'assistant',
        content: [
          { type: 'thinking', thinking: 't', signature: 's' },
          { type: 'tool_use', id: 'a', name: 'read', input: {} },
        ],
      },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'a', content: 'x' }] },
    ],
  },
  [
    ['A19', (body) => list(body, 'messages', 1, 'content').shift()],
    ['A20', (body) => delete body.thinking],
    ['A5t', (body) => (at(body, 'messages', 1, 'content', 0).thinking = '')],
    ['A27', (body) => (body.thinking = { type: 'adaptive' })],
  ],
);

broken(
  'mistral',
  {
    max_tokens: 10,
    tools: [{ type: 'function', function: { name: 'read', parameters: SCHEMA } }],
    messages: [
      { role: 'system', content: 's' },
      { role: 'user', content: 'q' },
      {
        role: 'assistant',
        content: '',
        tool_calls: [{ id: 'abcdefgh1', type: 'function', function: { name: 'read', arguments: '{}' } }],
      },
      { role: 'tool', tool_call_id: 'abcdefgh1', name: 'read', content: 'x' },
    ],
  },
  [
    ['O1', (body) => list(body, 'messages').pop()],
    ['O2', (body) => list(body, 'messages').splice(2, 1)],
    ['O2', (body) => list(body, 'messages').push({ role: 'tool', tool_call_id: 'abcdefgh1', content: 'again' })],
    ['O3', (body) => (at(body, 'messages', 3).content = [{ type: 'image_url' }])],
    ['O4', (body) => (at(body, 'messages', 2, 'tool_calls', 0, 'function').arguments = '[1]')],
    ['O6', (body) => (at(body, 'messages', 1).content = '')],
    ['O7', (body) => (at(body, 'messages', 0).role = 'developer')],
    ['O7', (body) => list(body, 'messages').push({ role: 'system', content: 'late' })],
    ['O0', (body) => (body.messages = [{ role: 'system', content: 's' }])],
    ['Z1', (body) => (at(body, 'messages', 2).reasoning_content = 'x')],
    ['Z2', (body) => list(body, 'messages').splice(1, 0, { role: 'user', content: 'twice' })],
    ['Z2', (body) => list(body, 'messages').splice(1, 1)],
    ['Z5', (body) => (body.stream_options = {})],
    ['Z5', (body) => (body.max_completion_tokens = 5)],
    ['I1', (body) => (at(body, 'messages', 2, 'tool_calls', 0).id = 'call_1')],
    ['M2', (body) => list(body, 'messages').push({ role: 'user', content: 'interrupt' })],
    ['M3', (body) => list(body, 'messages').push({ role: 'assistant', content: 'end' })],
  ],
);

broken(
  'deepseek',
  {
    thinking: { type: 'enabled' },
    max_tokens: 5,
    messages: [
      { role: 'user', content: 'q' },
      { role: 'assistant', content: 'a', reasoning_content: '' },
      { role: 'user', content: 'n' },
    ],
  },
  [
    ['D1', (body) => delete at(body, 'messages', 1).reasoning_content],
    ['Z1', (body) => (at(body, 'messages', 1).reasoning = 'x')],
  ],
);

it('asks for no reasoning of a model of Mistral while its thinking is off', () => {
  const model = 'mistral-large-4';
  const to = target('mistral', model, { learned: { omit: [], chat: { reasoningField: 'reasoning' } } });
  const messages = [
    { role: 'user', content: 'q' },
    { role: 'assistant', content: 'a' },
    { role: 'user', content: 'n' },
  ];
  const rules = (body: object) =>
    lintBody({ model, stream: true, max_tokens: 5, messages, ...body }, to).map(({ rule }) => rule);
  expect(rules({ reasoning_effort: 'none' })).toEqual([]);
  expect(rules({ reasoning_effort: 'high' })).toContain('D1');
});

broken('groq', { max_completion_tokens: 5, reasoning_effort: 'low', messages: [{ role: 'user', content: 'q' }] }, [
  [
    'Q2',
    (body) =>
      list(body, 'messages').push(
        {
          role: 'assistant',
          content: '',
          tool_calls: [{ id: 'a', type: 'function', function: { name: 'gone', arguments: '{}' } }],
        },
        { role: 'tool', tool_call_id: 'a', content: 'x' },
      ),
  ],
  ['O8', (body) => (body.reasoning_effort = 'enormous')],
  ['O8', (body) => (body.reasoning = { effort: 'xhigh' })],
  ['Q3', (body) => Object.assign(body, { reasoning_format: 'parsed', include_reasoning: true })],
  [
    'V1',
    (body) =>
      (at(body, 'messages', 0).content = [{ type: 'image_url', image_url: { url: 'data:image/png;base64,AA' } }]),
  ],
]);

broken(
  'openai-responses',
  {
    store: false,
    reasoning: { effort: 'high' },
    tools: [{ type: 'function', name: 'read', parameters: SCHEMA }],
    input: [
      { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'q' }] },
      { type: 'reasoning', id: 'rs_1', summary: [], encrypted_content: 'x' },
      { type: 'function_call', id: 'fc_1', call_id: 'call_1', name: 'read', arguments: '{}' },
      { type: 'function_call_output', call_id: 'call_1', output: 'x' },
      { type: 'reasoning', id: 'rs_2', summary: [], encrypted_content: 'y' },
      { type: 'message', id: 'msg_2', role: 'assistant', content: [{ type: 'output_text', text: 'a' }] },
      { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'n' }] },
    ],
  },
  [
    ['R0', (body) => (body.input = [])],
    ['R1', (body) => list(body, 'input').splice(5, 1)],
    ['R2', (body) => list(body, 'input').splice(1, 1)],
    ['R3', (body) => delete at(body, 'input', 1).encrypted_content],
    ['R4', (body) => (body.store = true)],
    ['R4', (body) => (body.previous_response_id = 'resp_1')],
    ['R4', (body) => list(body, 'input').push({ type: 'item_reference', id: 'rs_1' })],
    ['R5', (body) => (at(body, 'input', 2).id = 'call_1')],
    ['R6', (body) => list(body, 'input').splice(3, 1)],
    ['R6', (body) => list(body, 'input').splice(2, 1)],
    ['R7', (body) => (at(body, 'input', 4).id = 'rs_1')],
    ['R10', (body) => (at(body, 'input', 5, 'content', 0).type = 'input_text')],
    ['R10', (body) => (at(body, 'input', 0, 'content', 0).text = '')],
    ['R10a', (body) => (at(body, 'input', 2).arguments = '{')],
    ['R10b', (body) => (body.max_output_tokens = 5)],
    ['I1', (body) => (at(body, 'input', 2).call_id = 'x'.repeat(65))],
    ['O8', (body) => (at(body, 'reasoning').effort = 'enormous')],
  ],
);

broken(
  'openrouter',
  {
    max_tokens: 5,
    messages: [
      { role: 'user', content: [{ type: 'text', text: 'q', cache_control: {} }] },
      {
        role: 'assistant',
        content: '',
        tool_calls: [{ id: 'a', type: 'function', function: { name: 'read', arguments: '{}' } }],
      },
      { role: 'tool', tool_call_id: 'a', content: [{ type: 'text', text: 'x', cache_control: {} }] },
    ],
  },
  [
    ['O3', (body) => (at(body, 'messages', 2).content = [{ type: 'text', text: '' }])],
    [
      'P7',
      (body) =>
        list(body, 'messages', 0, 'content').push({ type: 'image_url', image_url: { url: '' }, cache_control: {} }),
    ],
    [
      'P7',
      (body) => {
        for (let count = 0; count < 3; count += 1)
          list(body, 'messages', 0, 'content').push({ type: 'text', text: 'q', cache_control: {} });
      },
    ],
  ],
);

broken('openai-chat', { max_completion_tokens: 5, messages: [{ role: 'user', content: 'q' }] }, [
  ['O8', (body) => (body.reasoning_effort = 'low')],
  ['P7', (body) => (at(body, 'messages', 0).content = [{ type: 'text', text: 'q', cache_control: {} }])],
]);

broken('gemini-2.5', { contents: [{ role: 'user', parts: [{ text: 'q' }] }], generationConfig: {} }, [
  ['G14', (body) => (at(body, 'generationConfig').thinkingConfig = { thinkingBudget: 0 })],
  ['G14', (body) => (at(body, 'generationConfig').thinkingConfig = { thinkingBudget: 1_000_000 })],
  ['G14', (body) => (at(body, 'generationConfig').thinkingConfig = { thinkingLevel: 'HIGH' })],
]);

const SIGNED = Buffer.from('signed').toString('base64');

broken(
  'gemini-3',
  {
    generationConfig: { thinkingConfig: { thinkingLevel: 'HIGH' } },
    tools: [{ functionDeclarations: [{ name: 'read', parametersJsonSchema: SCHEMA }] }],
    contents: [
      { role: 'user', parts: [{ text: 'q' }] },
      {
        role: 'model',
        parts: [
          { text: 'let me see' },
          { functionCall: { id: 'a', name: 'read', args: {} }, thoughtSignature: SIGNED },
          { functionCall: { id: 'b', name: 'read', args: {} } },
        ],
      },
      {
        role: 'user',
        parts: [
          { functionResponse: { id: 'a', name: 'read', response: { output: 'x' } } },
          { functionResponse: { id: 'b', name: 'read', response: { output: 'y' } } },
        ],
      },
    ],
  },
  [
    ['G1', (body) => (body.contents = [])],
    ['G1', (body) => list(body, 'contents').push({ role: 'model', parts: [{ text: 'end' }] })],
    ['G1', (body) => (at(body, 'contents', 0).role = 'assistant')],
    ['G2', (body) => list(body, 'contents').splice(1, 0, { role: 'model', parts: [{ text: 'x' }] })],
    ['G2', (body) => list(body, 'contents').shift()],
    ['G3', (body) => list(body, 'contents').push(structuredClone(at(body, 'contents', 2)))],
    ['G4', (body) => list(body, 'contents', 2, 'parts').pop()],
    ['G4', (body) => list(body, 'contents', 2, 'parts').push({ text: 'beside' })],
    ['G4n', (body) => (at(body, 'contents', 2).parts = list(body, 'contents', 2, 'parts').toReversed())],
    ['G5', (body) => list(body, 'contents', 0, 'parts').push({ text: '' })],
    ['G5', (body) => list(body, 'contents', 0, 'parts').push({})],
    ['G6', (body) => (at(body, 'contents', 2, 'parts', 1, 'functionResponse').id = 'a')],
    ['G7', (body) => (at(body, 'contents', 2, 'parts', 0, 'functionResponse').response = 'x')],
    ['G7', (body) => (at(body, 'tools', 0, 'functionDeclarations', 0).parameters = { additionalProperties: false })],
    ['G9', (body) => delete at(body, 'contents', 1, 'parts', 1).thoughtSignature],
    ['G11', (body) => (at(body, 'contents', 1, 'parts', 2).thoughtSignature = 'skip_thought_signature_validator')],
    ['G12', (body) => (at(body, 'contents', 1, 'parts', 1).thoughtSignature = 'sig_anthropic!')],
    ['G14', (body) => (at(body, 'generationConfig', 'thinkingConfig').thinkingBudget = 5)],
    ['G14', (body) => (at(body, 'generationConfig', 'thinkingConfig').thinkingLevel = 'MINIMAL')],
    ['G17', (body) => (at(body, 'contents', 1, 'parts', 0).thought = true)],
    ['T1', (body) => (at(body, 'tools', 0, 'functionDeclarations', 0).name = '2fast')],
  ],
);

describe('any body', () => {
  it('is read without throwing', () => {
    for (const target of Object.values(TARGETS))
      for (const body of [
        null,
        undefined,
        1,
        'x',
        [],
        {},
        { messages: 'x', input: 3, contents: [null, 1, 'x'] },
        { messages: [[]], tools: [null] },
      ])
        expect(Array.isArray(lintBody(body, target))).toBe(true);
  });
});
