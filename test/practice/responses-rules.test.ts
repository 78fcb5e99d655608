import { describe, expect, it } from 'vitest';
import { checkCases, type RuleCase } from './support/cases.ts';
import {
  answer,
  assistant,
  call,
  errorOf,
  output,
  request,
  send,
  tool,
  TOOLS,
  URL as url,
  user,
  XAI,
} from './support/responses.ts';
import { eventsOf, instantVendors, type Json } from './support/vendors.ts';

const vendors = instantVendors();
const hi = user('Hello');
const loop = (...items: Json[]) => request([hi, ...items], { tools: TOOLS });

const CASES: RuleCase[] = [
  {
    rule: 'R4',
    name: 'item reference',
    url,
    good: request([hi]),
    bad: request([hi, { type: 'item_reference', id: 'rs_1' }]),
    status: 404,
    message:
      "Item with id 'rs_1' not found. Items are not persisted when 'store' is set to false. Try again with 'store' set to true, or remove this item from your input.",
  },
  {
    rule: 'R4',
    name: 'reasoning that only a store knows',
    url,
    good: request([hi, assistant('Hm.'), user('And?')]),
    bad: request([hi, { type: 'reasoning', id: 'rs_1', summary: [] }, assistant('Hm.'), user('And?')]),
    status: 404,
    message: "Item with id 'rs_1' not found.",
  },
  {
    rule: 'R4',
    name: 'previous response',
    url,
    good: request([hi]),
    bad: request([hi], { previous_response_id: 'resp_1' }),
    status: 404,
    message: "Previous response with id 'resp_1' not found.",
    error: { code: 'previous_response_not_found' },
  },
  {
    rule: 'R5',
    name: 'id of a call',
    url,
    good: loop(call('call_a', { id: 'fc_a' }), output('call_a')),
    bad: loop(call('call_a', { id: 'call_a' }), output('call_a')),
    message: "Invalid 'input[1].id': 'call_a'. Expected an ID that begins with 'fc'.",
    error: { code: 'invalid_value', param: 'input[1].id' },
  },
  {
    rule: 'R5',
    name: 'id of a message',
    url,
    good: request([hi, assistant('Hm.', { id: 'msg_a', status: 'completed' }), user('And?')]),
    bad: request([hi, assistant('Hm.', { id: 'toolu_a', status: 'completed' }), user('And?')]),
    message: "Invalid 'input[1].id': 'toolu_a'. Expected an ID that begins with 'msg'.",
  },
  {
    rule: 'R5',
    name: 'empty id',
    url,
    good: loop(call('a'), output('a')),
    bad: loop(call('a', { id: '' }), output('a')),
    message: "Invalid 'input[1].id': ''. Expected an ID that contains letters, numbers, underscores, or dashes",
  },
  {
    rule: 'R5',
    name: 'length of call_id',
    url,
    good: loop(call('x'.repeat(64)), output('x'.repeat(64))),
    bad: loop(call('x'.repeat(391)), output('x'.repeat(391))),
    message:
      "Invalid 'input[1].call_id': string too long. Expected a string with maximum length 64, but got a string with length 391 instead.",
    error: { code: 'string_above_max_length' },
  },
  {
    rule: 'R6',
    name: 'a call without its output',
    url,
    good: loop(call('a'), call('b'), output('a'), output('b')),
    bad: loop(call('a'), call('b'), output('a')),
    message: 'No tool output found for function call b.',
    error: { param: 'input' },
  },
  {
    rule: 'R6',
    name: 'an output without its call',
    url,
    good: loop(call('a'), output('a')),
    bad: loop(assistant('Hm.'), output('a')),
    message: 'No tool call found for function call output with call_id a.',
  },
  {
    rule: 'R7',
    name: 'the same item twice',
    url,
    good: request([hi, assistant('Hm.', { id: 'msg_a' }), user('And?')]),
    bad: request([hi, assistant('Hm.', { id: 'msg_a' }), assistant('Hm.', { id: 'msg_a' }), user('And?')]),
    message: 'Duplicate item found with id msg_a.',
  },
  {
    rule: 'R10',
    name: 'text of an assistant message',
    url,
    good: request([hi, assistant('Hm.'), user('And?')]),
    bad: request([
      hi,
      { type: 'message', role: 'assistant', content: [{ type: 'input_text', text: 'Hm.' }] },
      user('And?'),
    ]),
    message: "Invalid value: 'input_text'. Supported values are: 'output_text' and 'refusal'.",
    error: { code: 'invalid_value', param: 'input[1].content[0]' },
  },
  {
    rule: 'R10',
    name: 'text of a user message',
    url,
    good: request([user([{ type: 'input_text', text: 'Hello' }])]),
    bad: request([user([{ type: 'output_text', text: 'Hello' }])]),
    message: "Invalid value: 'output_text'. Supported values are: 'input_text', 'input_image', and 'input_file'.",
  },
  {
    rule: 'R10',
    name: 'smallest output',
    url,
    good: request([hi], { max_output_tokens: 16 }),
    bad: request([hi], { max_output_tokens: 15 }),
    message: "Invalid 'max_output_tokens': integer below minimum value. Expected a value >= 16, but got 15 instead.",
    error: { code: 'integer_below_min_value' },
  },
  {
    rule: 'R3',
    name: 'encrypted content of a model that does not reason',
    url,
    good: request([hi], { model: 'gpt-4.1' }),
    bad: request([hi], { model: 'gpt-4.1', include: ['reasoning.encrypted_content'] }),
    message: 'Encrypted content is not supported with this model.',
    error: { param: 'include' },
  },
  {
    rule: 'R9',
    name: 'phase',
    url,
    good: request([hi, assistant('Hm.', { phase: 'commentary' }), user('And?')]),
    bad: request([hi, assistant('Hm.', { phase: 'thinking' }), user('And?')]),
    message: "Invalid value: 'thinking'. Supported values are: 'commentary' and 'final_answer'.",
  },
  {
    rule: 'R12',
    name: 'too long',
    url,
    good: request([user('word '.repeat(100_000))]),
    bad: request([user('word '.repeat(200_000))]),
    message: 'Your input exceeds the context window of this model.',
    error: { code: 'context_length_exceeded' },
  },
  {
    rule: 'O8',
    name: 'effort',
    url,
    good: request([hi], { reasoning: { effort: 'high' } }),
    bad: request([hi], { reasoning: { effort: 'minimal' } }),
    message: "Unsupported value: 'minimal' is not supported with the 'practice-gpt' model.",
    error: { code: 'unsupported_value', param: 'reasoning.effort' },
  },
  {
    rule: 'O8',
    name: 'temperature',
    url,
    good: request([hi], { temperature: 1 }),
    bad: request([hi], { temperature: 0.3 }),
    message: "Unsupported parameter: 'temperature' is not supported with this model.",
  },
  {
    rule: 'O5',
    name: 'tool name',
    url,
    good: request([hi], { tools: [tool('files_read')] }),
    bad: request([hi], { tools: [tool('files.read')] }),
    message: "Invalid 'tools[0].name': string does not match pattern.",
  },
  {
    rule: 'fields',
    name: 'unknown field of a request',
    url,
    good: request([hi]),
    bad: request([hi], { messages: [] }),
    message: "Unknown parameter: 'messages'.",
  },
  {
    rule: 'input',
    name: 'no input',
    url,
    good: request('Hello'),
    bad: { model: 'practice-gpt', store: false },
    message: "Missing required parameter: 'input'.",
    error: { code: 'missing_required_parameter' },
  },
  {
    rule: 'tool-choice',
    name: 'a tool that is not there',
    url,
    good: request([hi], { tools: TOOLS, tool_choice: { type: 'function', name: 'look' } }),
    bad: request([hi], { tools: TOOLS, tool_choice: { type: 'function', name: 'fly' } }),
    message: "Tool choice 'fly' not found in 'tools' parameter.",
  },
  {
    rule: 'truncation',
    name: 'truncation',
    url,
    good: request([hi], { truncation: 'auto' }),
    bad: request([hi], { truncation: 'front' }),
    message: "Invalid value: 'front'. Supported values are: 'auto' and 'disabled'.",
  },
  {
    rule: 'fields',
    name: 'unknown field of an item',
    url,
    good: request([hi]),
    bad: request([{ ...hi, cache_control: { type: 'ephemeral' } }]),
    message: "Unknown parameter: 'input[0].cache_control'.",
    error: { code: 'unknown_parameter' },
  },
];

describe('rules of the Responses API', () => {
  checkCases(vendors, CASES, (reply) => ({ message: String(errorOf(reply).message), error: errorOf(reply) }));
});

describe('encrypted reasoning (R1-R3)', () => {
  const ask = user('Hello\n!think 2');
  const next = user('And?');
  const verdict = async (body: Json, headers: Record<string, string> = {}, at = url): Promise<string> => {
    const reply = await send(vendors, body, headers, at);
    if (reply.status === 200) return 'accepted';
    const error = reply.json.error;
    return typeof error === 'string' ? error : String((error as Json).message);
  };
  const without = (item: Json, field: string) =>
    Object.fromEntries(Object.entries(item).filter(([key]) => key !== field));

  it('is accepted as it came, and without item ids', async () => {
    const items = await answer(vendors, request([ask]));
    expect(items.map((item) => item.type)).toEqual(['reasoning', 'message']);
    expect(items[0]?.encrypted_content).toEqual(expect.any(String));
    expect(await verdict(request([ask, ...items, next]))).toBe('accepted');
    expect(await verdict(request([ask, ...items.map((item) => without(item, 'id')), next]))).toBe('accepted');
  });

  it('R3: is refused when altered, renamed, or at home elsewhere', async () => {
    const [reasoning = {}, message = {}] = await answer(vendors, request([ask]));
    const other = await answer(vendors, request([user('Hi\n!think 1')]));
    const back = (item: Json, more: Json = {}) => request([ask, item, message, next], more);
    const sealed = String(reasoning.encrypted_content);
    const broken = { ...reasoning, encrypted_content: `${sealed.slice(0, -8)}AAAAAA==` };
    const reply = await send(vendors, back(broken));
    expect(errorOf(reply)).toMatchObject({
      type: 'invalid_request_error',
      code: 'invalid_encrypted_content',
      message: `The encrypted content for item ${String(reasoning.id)} could not be verified. Reason: Encrypted content could not be decrypted or parsed.`,
    });
    expect(await verdict(back({ ...reasoning, id: other[0]?.id }))).toContain(
      'Reason: Encrypted content item_id did not match the target item id.',
    );
    expect(await verdict(back(reasoning, { model: 'gpt-5.5' }))).toContain('could not be decrypted or parsed.');
    expect(await verdict(back(reasoning), { authorization: 'Bearer other' })).toContain(
      'Reason: Encrypted content organization_id did not match',
    );
    const elsewhere = await answer(instantVendors('another'), request([ask]));
    expect(await verdict(request([ask, ...elsewhere, next]))).toContain('could not be decrypted or parsed.');
  });

  it('R8: is complete only when its item is done', async () => {
    const reply = await send(vendors, request([ask], { stream: true }));
    const of = (type: string) => eventsOf(reply.text).find((event) => event.type === type)?.item as Json;
    const [early, done] = [of('response.output_item.added'), of('response.output_item.done')];
    expect(done.encrypted_content).not.toBe(early.encrypted_content);
    const message = assistant('Hm.');
    expect(await verdict(request([ask, early, message, next]))).toContain('could not be decrypted or parsed.');
    expect(await verdict(request([ask, done, message, next]))).toBe('accepted');
  });

  it('R1: stands directly before what it produced', async () => {
    const [reasoning = {}, message = {}] = await answer(vendors, request([ask]));
    const lonely = `Item '${String(reasoning.id)}' of type 'reasoning' was provided without its required following item.`;
    expect(await verdict(request([ask, reasoning]))).toBe(lonely);
    expect(await verdict(request([ask, reasoning, next]))).toBe(lonely);
    expect(await verdict(request([ask, message, reasoning, next]))).toContain('without its required');

    const tools = { tools: TOOLS };
    const looked = await answer(vendors, request([user('!tool look')], tools));
    expect(looked.map((item) => item.type)).toEqual(['reasoning', 'message', 'function_call']);
    const [thought = {}, , made = {}] = looked;
    const result = output(String(made.call_id));
    expect(await verdict(request([user('!tool look'), ...looked, result], tools))).toBe('accepted');
    expect(await verdict(request([user('!tool look'), thought, made, result], tools))).toContain(
      'required following item',
    );
  });

  it('R2: an item that keeps its id wants its reasoning', async () => {
    const [reasoning = {}, message = {}] = await answer(vendors, request([ask]));
    expect(await verdict(request([ask, message, next]))).toBe(
      `Item '${String(message.id)}' of type 'message' was provided without its required 'reasoning' item: '${String(reasoning.id)}'.`,
    );
    expect(await verdict(request([ask, without(message, 'id'), next]))).toBe('accepted');
    const looked = await answer(vendors, request([user('!tool look')], { tools: TOOLS }));
    const bare = looked.slice(1).map((item, index) => (index === 0 ? without(item, 'id') : item));
    const result = output(String(looked[2]?.call_id));
    expect(await verdict(request([user('!tool look'), ...bare, result], { tools: TOOLS }))).toContain(
      `Item '${String(looked[2]?.id)}' of type 'function_call' was provided without its required 'reasoning' item`,
    );
  });

  it('R4: a stored item may come back by its name alone', async () => {
    const stored = { store: true };
    const items = await answer(vendors, request([ask], stored));
    expect(items[0]).not.toHaveProperty('encrypted_content');
    expect(await verdict(request([ask, ...items, next], stored))).toBe('accepted');
    expect(await verdict(request([ask, ...items, next]))).toContain(
      "Items are not persisted when 'store' is set to false.",
    );
  });

  it('R13: refuses a compaction item of someone else', async () => {
    const item = { type: 'compaction', id: 'cmp_1', encrypted_content: 'gAAAAA' };
    expect(await verdict(request([item, next]))).toBe(
      'The encrypted content for item cmp_1 could not be verified. Reason: Encrypted content could not be decrypted or parsed.',
    );
  });

  it('X2: xAI says so without a code', async () => {
    const grok = (input: Json[], more: Json = {}) => request(input, { model: 'grok-4.7', ...more });
    const [reasoning = {}, message = {}] = await answer(vendors, grok([ask]), {}, XAI);
    expect(await verdict(grok([ask, reasoning, message, next]), {}, XAI)).toBe('accepted');
    const broken = { ...reasoning, encrypted_content: 'AAAA' };
    const reply = await send(vendors, grok([ask, broken, message, next]), {}, XAI);
    expect(reply.status).toBe(400);
    expect(reply.json).toEqual({
      error:
        'Could not decrypt the provided encrypted_content. Ensure the value is the unmodified encrypted_content from a previous response.',
    });
    // OpenAI's is not xAI's.
    const foreign = await answer(vendors, request([ask]));
    expect(await verdict(grok([ask, ...foreign, next]), {}, XAI)).toContain('Could not decrypt');
  });

  it('X3: refuses what xAI does not know', async () => {
    expect(await verdict(request([hi], { model: 'grok-4.7', instructions: 'Be kind.' }), {}, XAI)).toBe(
      'Argument not supported on this model: instructions',
    );
    const fixed = request([hi], { model: 'grok-4.20-reasoning', reasoning: { effort: 'low' } });
    expect(await verdict(fixed, {}, XAI)).toBe('Argument not supported on this model: reasoningEffort');
  });
});
