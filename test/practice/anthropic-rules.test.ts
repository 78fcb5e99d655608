import { describe, expect, it } from 'vitest';
import {
  ADAPTIVE,
  assistant,
  BINDING,
  call,
  errorOf,
  MANUAL,
  manual,
  request,
  result,
  send,
  TOOLS,
  user,
  words,
} from './support/anthropic.ts';
import { jpeg, png } from './support/pictures.ts';
import { instantVendors, type Json } from './support/vendors.ts';

interface Case {
  rule: string;
  name: string;
  good: Json;
  bad: Json;
  message: string;
  headers?: Record<string, string>;
  badHeaders?: Record<string, string>;
}

const hi = user('Hello');
const image = (data: string, media_type = 'image/png'): Json => ({
  type: 'image',
  source: { type: 'base64', media_type, data },
});
const loop = (messages: Json[]): Json => manual(messages, { tools: TOOLS });
const marked = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ ...words(`part ${index}`), cache_control: { type: 'ephemeral' } }));
const schemaTool = (input_schema: Json): Json => request([hi], { tools: [...TOOLS, { name: 'odd', input_schema }] });
const manyImages = (count: number, side: number): Json =>
  request([user(Array.from({ length: count }, () => image(png(side, 10))))]);

const CASES: Case[] = [
  {
    rule: 'A1',
    name: 'version header',
    good: request([hi]),
    bad: request([hi]),
    badHeaders: { 'anthropic-version': '2024-01-01' },
    message: 'anthropic-version: "2024-01-01" is not a valid version.',
  },
  {
    rule: 'A1',
    name: 'sampling under the new version',
    headers: { 'anthropic-version': '2026-10-21' },
    good: manual([hi]),
    bad: manual([hi], { temperature: 1 }),
    message: 'temperature: Extra inputs are not permitted',
  },
  {
    rule: 'A1',
    name: 'document in an assistant message under the new version',
    good: request([
      hi,
      assistant([{ type: 'document', source: { type: 'text', media_type: 'text/plain', data: 'x' } }]),
      user('and?'),
    ]),
    bad: request([
      hi,
      assistant([{ type: 'document', source: { type: 'text', media_type: 'text/plain', data: 'x' } }]),
      user('and?'),
    ]),
    badHeaders: { 'anthropic-version': '2026-10-21' },
    message: 'messages.1: `document` blocks can only be in `user` messages',
  },
  {
    rule: 'A3',
    name: 'temperature with thinking',
    good: manual([hi], { temperature: 1, thinking: MANUAL }),
    bad: manual([hi], { temperature: 0.5, thinking: MANUAL }),
    message: '`temperature` may only be set to 1 when thinking is enabled.',
  },
  {
    rule: 'A3',
    name: 'sampling on a newer model',
    good: request([hi]),
    bad: request([hi], { temperature: 0.2 }),
    message: '`temperature` is deprecated for this model.',
  },
  {
    rule: 'A4',
    name: 'first message',
    good: request([hi, assistant('Hi'), user('and?')]),
    bad: request([assistant('Hi'), user('and?')]),
    message: 'messages: first message must use the "user" role',
  },
  {
    rule: 'A4b',
    name: 'roles in a row are merged, other roles refused',
    good: request([hi, user('again')]),
    bad: request([{ role: 'tool', content: 'x' }]),
    message: "messages.0.role: Input should be 'user' or 'assistant'",
  },
  {
    rule: 'A4c',
    name: 'system message on a model without them',
    good: request([hi, { role: 'system', content: 'Be brief.' }]),
    bad: manual([hi, { role: 'system', content: 'Be brief.' }]),
    message: 'messages: Unexpected role "system".',
  },
  {
    rule: 'A4c',
    name: 'system message in the wrong place',
    good: request([hi, { role: 'system', content: 'Be brief.' }, assistant('ok'), user('go')]),
    bad: request([hi, { role: 'system', content: 'Be brief.' }, user('go')]),
    message: 'messages.1: `system` messages must follow a user turn',
  },
  {
    rule: 'A4d',
    name: 'no messages',
    good: request([hi]),
    bad: request([]),
    message: 'messages: at least one message is required',
  },
  {
    rule: 'A5',
    name: 'empty text',
    good: request([user([words('x')])]),
    bad: request([user([words('')])]),
    message: 'messages: text content blocks must be non-empty',
  },
  {
    rule: 'A5',
    name: 'whitespace text',
    good: request([user([words('x')])]),
    bad: request([user([words(' \n')])]),
    message: 'messages: text content blocks must contain non-whitespace text',
  },
  {
    rule: 'A6',
    name: 'empty message',
    good: request([hi, assistant('Hi'), user('and?')]),
    bad: request([hi, assistant([]), user('and?')]),
    message: 'messages.1: all messages must have non-empty content except for the optional final assistant message',
  },
  {
    rule: 'A7',
    name: 'trailing whitespace of a prefill',
    good: manual([hi, assistant('The answer is')]),
    bad: manual([hi, assistant('The answer is ')]),
    message: 'messages: final assistant content cannot end with trailing whitespace',
  },
  {
    rule: 'A7b',
    name: 'prefill on a newer model',
    good: request([hi]),
    bad: request([hi, assistant('The answer is')]),
    message: 'This model does not support assistant message prefill. The conversation must end with a user message.',
  },
  {
    rule: 'A7b',
    name: 'prefill with thinking',
    good: manual([hi, assistant('The answer is')]),
    bad: manual([hi, assistant('The answer is')], { thinking: MANUAL }),
    message: 'This model does not support assistant message prefill. The conversation must end with a user message.',
  },
  {
    rule: 'A8',
    name: 'id pattern',
    good: loop([hi, assistant([call('call_a-1')]), user([result('call_a-1')])]),
    bad: loop([hi, assistant([words('I look.'), call('call_a|fc_b')]), user([result('call_a|fc_b')])]),
    message: "messages.1.content.1.tool_use.id: String should match pattern '^[a-zA-Z0-9_-]+$'",
  },
  {
    rule: 'A9',
    name: 'ids repeat',
    good: loop([hi, assistant([call('a')]), user([result('a')]), assistant([call('b')]), user([result('b')])]),
    bad: loop([
      hi,
      assistant([call('a')]),
      user([result('a')]),
      assistant([words('x'), call('a')]),
      user([result('a')]),
    ]),
    message: 'messages.3.content.1: `tool_use` ids must be unique',
  },
  {
    rule: 'A10',
    name: 'a call without its result',
    good: loop([hi, assistant([call('a'), call('b')]), user([result('a'), result('b')])]),
    bad: loop([hi, assistant([call('a'), call('b')]), user([result('a')])]),
    message:
      'messages.1: `tool_use` ids were found without `tool_result` blocks immediately after: b. Each `tool_use` block must have a corresponding `tool_result` block in the next message.',
  },
  {
    rule: 'A10',
    name: 'a call at the end',
    good: loop([hi, assistant([call('a')]), user([result('a')])]),
    bad: loop([hi, assistant([call('a')])]),
    message: 'messages.1: `tool_use` ids were found without `tool_result` blocks immediately after: a.',
  },
  {
    rule: 'A11',
    name: 'text before a result',
    good: loop([hi, assistant([call('a')]), user([result('a'), words('and?')])]),
    bad: loop([hi, assistant([call('a')]), user([words('here:'), result('a')])]),
    message: 'messages.1: `tool_use` ids were found without `tool_result` blocks immediately after: a.',
  },
  {
    rule: 'A11',
    name: 'results in two user messages are merged',
    good: loop([hi, assistant([call('a'), call('b')]), user([result('a')]), user([result('b')])]),
    bad: loop([hi, assistant([call('a'), call('b')]), user([result('a')]), user([words('x'), result('b')])]),
    message: 'messages.1: `tool_use` ids were found without `tool_result` blocks immediately after: b.',
  },
  {
    rule: 'A12',
    name: 'a result without its call',
    good: loop([hi, assistant([call('a')]), user([result('a')])]),
    bad: loop([hi, assistant('Hm.'), user([words('x'), result('toolu_9')])]),
    message:
      'messages.2.content.1: unexpected `tool_use_id` found in `tool_result` blocks: toolu_9. Each `tool_result` block must have a corresponding `tool_use` block in the previous message.',
  },
  {
    rule: 'A12',
    name: 'two results of one call',
    good: loop([hi, assistant([call('a')]), user([result('a')])]),
    bad: loop([hi, assistant([call('a')]), user([result('a'), result('a')])]),
    message: 'messages.2.content.1: each tool_use must have a single result.',
  },
  {
    rule: 'A13',
    name: 'server tool result without its use',
    good: request([
      hi,
      assistant([
        { type: 'server_tool_use', id: 'srvtoolu_1', name: 'web_search', input: {} },
        { type: 'web_search_tool_result', tool_use_id: 'srvtoolu_1', content: [] },
        words('Found.'),
      ]),
      user('thanks'),
    ]),
    bad: request([
      hi,
      assistant([{ type: 'advisor_tool_result', tool_use_id: 'srvtoolu_1', content: [] }, words('Found.')]),
      user('thanks'),
    ]),
    message:
      'unexpected `tool_use_id` found in `advisor_tool_result` blocks: srvtoolu_1. Each `advisor_tool_result` block must have a corresponding `server_tool_use` block before it.',
  },
  {
    rule: 'A13',
    name: 'server tool use without its result',
    good: request([hi]),
    bad: request([
      hi,
      assistant([{ type: 'server_tool_use', id: 'srvtoolu_1', name: 'web_search', input: {} }, words('Hm.')]),
      user('thanks'),
    ]),
    message:
      '`web_search` tool use with id `srvtoolu_1` was found without a corresponding `web_search_tool_result` block',
  },
  {
    rule: 'A15',
    name: 'input is an object',
    good: loop([hi, assistant([call('a', { at: 'x' })]), user([result('a')])]),
    bad: loop([hi, assistant([call('a', '{"at":"x"}')]), user([result('a')])]),
    message: 'messages.1.content.0.tool_use.input: Input should be a valid dictionary',
  },
  {
    rule: 'A16',
    name: 'tool name',
    good: request([hi], { tools: TOOLS }),
    bad: request([hi], { tools: [{ name: 'files.read', input_schema: { type: 'object' } }] }),
    message: "tools.0.custom.name: String should match pattern '^[a-zA-Z0-9_-]{1,64}$'",
  },
  {
    rule: 'A16',
    name: 'tool names repeat',
    good: request([hi], { tools: TOOLS }),
    bad: request([hi], { tools: [...TOOLS, ...TOOLS] }),
    message: 'tools: Tool names must be unique.',
  },
  {
    rule: 'A16',
    name: 'a name in the history is too long',
    good: loop([hi, assistant([call('a')]), user([result('a')])]),
    bad: loop([hi, assistant([{ ...call('a'), name: 'n'.repeat(201) }]), user([result('a')])]),
    message: 'messages.1.content.0.tool_use.name: String should have at most 200 characters',
  },
  {
    rule: 'A16',
    name: 'combinator at the root of a schema',
    good: schemaTool({ type: 'object', properties: { a: { anyOf: [{ type: 'string' }, { type: 'null' }] } } }),
    bad: schemaTool({ type: 'object', anyOf: [{ required: ['a'] }, { required: ['b'] }] }),
    message: 'tools.2.custom.input_schema: input_schema does not support oneOf, allOf, or anyOf at the top level',
  },
  {
    rule: 'A17',
    name: 'picture in an error result',
    good: loop([
      hi,
      assistant([call('a')]),
      user([result('a', [words('no')], { is_error: true }), image(png(10, 10))]),
    ]),
    bad: loop([hi, assistant([call('a')]), user([result('a', [image(png(10, 10))], { is_error: true })])]),
    message: "all content must be type 'text' if 'is_error' is true",
  },
  {
    rule: 'A18',
    name: 'forced tool with manual thinking',
    good: manual([hi], { tools: TOOLS, tool_choice: { type: 'any' } }),
    bad: manual([hi], { tools: TOOLS, tool_choice: { type: 'any' }, thinking: MANUAL }),
    message: 'Thinking may not be enabled when tool_choice forces tool use.',
  },
  {
    rule: 'A18',
    name: 'forced tool on a newer model',
    good: request([hi], { tools: TOOLS, tool_choice: { type: 'auto' } }),
    bad: request([hi], { tools: TOOLS, tool_choice: { type: 'tool', name: 'look' } }),
    message: 'tool_choice: type "tool" and "any" are not supported for this model.',
  },
  {
    rule: 'A24',
    name: 'block_binding without its header',
    good: request([hi], { thinking: ADAPTIVE }),
    bad: request([hi], { thinking: { ...ADAPTIVE, block_binding: { prefix_mismatch_behavior: 'drop_block' } } }),
    message: 'thinking.adaptive.block_binding: Extra inputs are not permitted',
  },
  {
    rule: 'A24',
    name: 'block_binding with thinking off',
    headers: BINDING,
    good: request([hi], { thinking: { ...ADAPTIVE, block_binding: { prefix_mismatch_behavior: 'drop_block' } } }),
    bad: request([hi], { thinking: { type: 'disabled', block_binding: { prefix_mismatch_behavior: 'drop_block' } } }),
    message: 'thinking.disabled.block_binding: Extra inputs are not permitted',
  },
  {
    rule: 'A27',
    name: 'budget on an adaptive model',
    good: request([hi], { thinking: ADAPTIVE }),
    bad: request([hi], { thinking: MANUAL }),
    message:
      '"thinking.type.enabled" is not supported for this model. Use "thinking.type.adaptive" and "output_config.effort" to control thinking behavior.',
  },
  {
    rule: 'A27',
    name: 'adaptive on a manual model',
    good: manual([hi], { thinking: MANUAL }),
    bad: manual([hi], { thinking: { type: 'adaptive' } }),
    message: 'adaptive thinking is not supported on this model',
  },
  {
    rule: 'A27',
    name: 'thinking that cannot be switched off',
    good: request([hi], { model: 'claude-opus-4-8', thinking: { type: 'disabled' } }),
    bad: request([hi], { model: 'claude-fable-5-2', thinking: { type: 'disabled' } }),
    message: '"thinking.type.disabled" is not supported for this model.',
  },
  {
    rule: 'A28',
    name: 'smallest budget',
    good: manual([hi], { thinking: { type: 'enabled', budget_tokens: 1024 } }),
    bad: manual([hi], { thinking: { type: 'enabled', budget_tokens: 1023 } }),
    message: 'thinking.enabled.budget_tokens: Input should be greater than or equal to 1024',
  },
  {
    rule: 'A28',
    name: 'budget below max_tokens',
    good: manual([hi], { thinking: { type: 'enabled', budget_tokens: 4095 } }),
    bad: manual([hi], { thinking: { type: 'enabled', budget_tokens: 4096 } }),
    message: '`max_tokens` must be greater than `thinking.budget_tokens`.',
  },
  {
    rule: 'A30',
    name: 'effort',
    good: request([hi], { output_config: { effort: 'xhigh' } }),
    bad: request([hi], { output_config: { effort: 'most' } }),
    message: 'output_config.effort: Input should be',
  },
  {
    rule: 'A33',
    name: 'five cache markers',
    good: request([user(marked(4))]),
    bad: request([user(marked(4))], { system: marked(1) }),
    message: 'A maximum of 4 blocks with cache_control may be provided. Found 5.',
  },
  {
    rule: 'A33',
    name: 'cache marker on thinking',
    good: request([hi]),
    bad: request([
      hi,
      assistant([
        { type: 'thinking', thinking: 'x', signature: 'y', cache_control: { type: 'ephemeral' } },
        words('a'),
      ]),
      user('b'),
    ]),
    message: 'messages.1.content.0.thinking.cache_control: Extra inputs are not permitted',
  },
  {
    rule: 'A34',
    name: 'more than twenty pictures, one wider than 2000',
    good: manyImages(20, 2400),
    bad: manyImages(21, 2400),
    message:
      'messages.0.content.0.image.source.base64.data: At least one of the image dimensions exceed max allowed size for many-image requests: 2000 pixels',
  },
  {
    rule: 'A34',
    name: 'a side above 8000',
    good: request([user([image(jpeg(8000, 20), 'image/jpeg')])]),
    bad: request([user([image(jpeg(8001, 20), 'image/jpeg')])]),
    message: 'At least one of the image dimensions exceed max allowed size: 8000 pixels',
  },
  {
    rule: 'A34',
    name: 'a media type that is not the picture',
    good: request([user([image(png(9, 9))])]),
    bad: request([user([image(png(9, 9), 'image/jpeg')])]),
    message: 'Image does not match the provided media type image/jpeg',
  },
  {
    rule: 'A35',
    name: 'too long',
    good: manual([user('word '.repeat(100_000))]),
    bad: manual([user('word '.repeat(200_000))]),
    message: 'prompt is too long: 250000 tokens > 200000 maximum',
  },
  {
    rule: 'fields',
    name: 'unknown field of a message',
    good: request([hi]),
    bad: request([{ ...hi, id: 'm1' }]),
    message: 'messages.0.id: Extra inputs are not permitted',
  },
  {
    rule: 'fields',
    name: 'unknown field of a block',
    good: request([user([words('x')])]),
    bad: request([user([{ ...words('x'), synthetic: true }])]),
    message: 'messages.0.content.0.text.synthetic: Extra inputs are not permitted',
  },
  {
    rule: 'fields',
    name: 'unknown field of a request',
    good: request([hi]),
    bad: request([hi], { seed: 1 }),
    message: 'seed: Extra inputs are not permitted',
  },
  {
    rule: 'fields',
    name: 'missing field',
    good: request([hi]),
    bad: { model: 'practice-claude', messages: [hi] },
    message: 'max_tokens: Field required',
  },
  {
    rule: 'beta-names',
    name: 'unknown beta',
    headers: BINDING,
    good: request([hi]),
    bad: request([hi]),
    badHeaders: { 'anthropic-beta': 'everything' },
    message: 'Unexpected value(s) `everything` for the `anthropic-beta` header.',
  },
  {
    rule: 'system',
    name: 'empty system prompt',
    good: request([hi], { system: [words('Be kind.')] }),
    bad: request([hi], { system: [words('')] }),
    message: 'system: text content blocks must be non-empty',
  },
  {
    rule: 'fields',
    name: 'more output than the model has',
    good: request([hi], { max_tokens: 32_000 }),
    bad: request([hi], { max_tokens: 32_001 }),
    message: 'max_tokens: 32001 > 32000, which is the maximum allowed number of output tokens for practice-claude',
  },
];

describe('rules of the Messages API', () => {
  const vendors = instantVendors();
  it.each(CASES)('$rule: $name', async ({ good, bad, message, headers = {}, badHeaders = headers }) => {
    const accepted = await send(vendors, good, headers);
    expect(accepted.text.slice(0, 300)).not.toContain('error');
    expect(accepted.status).toBe(200);

    const refused = await send(vendors, bad, badHeaders);
    expect(refused.status).toBe(400);
    expect(refused.json.type).toBe('error');
    expect(errorOf(refused).type).toBe('invalid_request_error');
    expect(errorOf(refused).message).toContain(message);
    expect(refused.json.request_id).toBe(refused.headers.get('request-id'));
    expect(refused.headers.get('request-id')).toMatch(/^req_/);
  });

  it('answers 404 for an unknown model and 413 for a body above 32 MB', async () => {
    const unknown = await send(vendors, request([hi], { model: 'claude-9' }));
    expect(unknown.status).toBe(404);
    expect(errorOf(unknown)).toEqual({ type: 'not_found_error', message: 'model: claude-9' });

    const large = await send(vendors, request([user('x'.repeat(33 * 1024 * 1024))]));
    expect(large.status).toBe(413);
    expect(errorOf(large).type).toBe('request_too_large');
  });

  it('checks the same when tokens are counted', async () => {
    const url = 'https://anthropic.practice.invalid/v1/messages/count_tokens';
    const { max_tokens: _none, ...good } = request([hi]);
    const counted = await send(vendors, good, {}, url);
    expect(counted.json.input_tokens).toBeGreaterThan(0);
    const refused = await send(vendors, { ...good, messages: [assistant('x')] }, {}, url);
    expect(errorOf(refused).message).toBe('messages: first message must use the "user" role');
  });
});
