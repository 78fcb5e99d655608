import { call, calls, HOSTS, IMAGE, requestOf, result, say, tool, TOOLS, user } from './chat.ts';
import type { RuleCase } from './cases.ts';
import type { Json } from './vendors.ts';

const chat = requestOf('practice-chat');
const hi = user('Hello');
const loop = (...messages: Json[]) => chat([hi, ...messages], { tools: TOOLS });
const url = HOSTS.chat;
const many = (count: number) => Array.from({ length: count }, (_, index) => `call_${index}`);

const CASES: RuleCase[] = [
  {
    rule: 'O1',
    name: 'a call without its result',
    url,
    good: loop(calls(['a', 'b']), result('b'), result('a')),
    bad: loop(calls(['a', 'b']), result('b')),
    message:
      "An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. The following tool_call_ids did not have response messages: a",
    error: { type: 'invalid_request_error', param: 'messages.[3].role', code: null },
  },
  {
    rule: 'O1',
    name: 'something between call and result',
    url,
    good: loop(calls(['a']), result('a'), user('And?')),
    bad: loop(calls(['a']), user('And?'), result('a')),
    message: "messages with role 'tool' must be a response to a preceeding message with 'tool_calls'.",
  },
  {
    rule: 'O2',
    name: 'a result without its call',
    url,
    good: loop(calls(['a']), result('a')),
    bad: loop(say('Hm.'), result('a')),
    message: "messages with role 'tool' must be a response to a preceeding message with 'tool_calls'.",
    error: { param: 'messages.[2].role' },
  },
  {
    rule: 'O2',
    name: 'a result of another call',
    url,
    good: loop(calls(['a']), result('a')),
    bad: loop(calls(['a']), result('a'), result('z')),
    message: "Invalid parameter: 'tool_call_id' of 'z' not found in 'tool_calls' of previous message.",
  },
  {
    rule: 'O2',
    name: 'two results of one call',
    url,
    good: loop(calls(['a']), result('a')),
    bad: loop(calls(['a']), result('a'), result('a')),
    message: "Duplicate value for 'tool_call_id' of 'a' in message[3].",
  },
  {
    rule: 'O3',
    name: 'picture in a result',
    url,
    good: loop(calls(['a']), result('a'), user([IMAGE])),
    bad: loop(calls(['a']), result('a', [IMAGE])),
    message: "Image URLs are only allowed for messages with role 'user'",
  },
  {
    rule: 'O12',
    name: 'calls in one message',
    url,
    good: loop(calls(many(128)), ...many(128).map((id) => result(id))),
    bad: loop(calls(many(129)), ...many(129).map((id) => result(id))),
    message:
      "Invalid 'messages[1].tool_calls': array too long. Expected an array with maximum length 128, but got an array with length 129 instead.",
    error: { code: 'array_above_max_length', param: 'messages[1].tool_calls' },
  },
  {
    rule: 'O4',
    name: 'id length',
    url,
    good: loop(calls(['x'.repeat(40)]), result('x'.repeat(40))),
    bad: loop(calls(['x'.repeat(43)]), result('x'.repeat(43))),
    message:
      "Invalid 'messages[1].tool_calls[0].id': string too long. Expected a string with maximum length 40, but got a string with length 43 instead.",
    error: { code: 'string_above_max_length', param: 'messages[1].tool_calls[0].id' },
  },
  {
    rule: 'O5',
    name: 'function name',
    url,
    good: chat([hi], { tools: [tool('files_read')] }),
    bad: chat([hi], { tools: [tool('files.read')] }),
    message:
      "Invalid 'tools[0].function.name': string does not match pattern. Expected a string that matches the pattern '^[a-zA-Z0-9_-]+$'.",
    error: { code: 'invalid_value' },
  },
  {
    rule: 'O5',
    name: 'function name in the history',
    url,
    good: loop({ ...calls(['a']), tool_calls: [call('a', 'look')] }, result('a')),
    bad: loop({ ...calls(['a']), tool_calls: [call('a', 'files.look')] }, result('a')),
    message: "Invalid 'messages[1].tool_calls[0].function.name': string does not match pattern.",
  },
  {
    rule: 'O5',
    name: 'function name length',
    url,
    good: chat([hi], { tools: [tool('n'.repeat(64))] }),
    bad: chat([hi], { tools: [tool('n'.repeat(65))] }),
    message: "Invalid 'tools[0].function.name': string too long. Expected a string with maximum length 64",
  },
  {
    rule: 'O5',
    name: 'number of tools',
    url,
    good: chat([hi], { tools: Array.from({ length: 128 }, (_, index) => tool(`t${index}`)) }),
    bad: chat([hi], { tools: Array.from({ length: 129 }, (_, index) => tool(`t${index}`)) }),
    message:
      "Invalid 'tools': array too long. Expected an array with maximum length 128, but got an array with length 129 instead.",
    error: { code: 'array_above_max_length' },
  },
  {
    rule: 'O5',
    name: 'schema root',
    url,
    good: chat([hi], { tools: [tool('x', { type: 'object', properties: {} })] }),
    bad: chat([hi], { tools: [tool('x', { anyOf: [{ type: 'object' }] })] }),
    message: `Invalid schema for function 'x': schema must be a JSON Schema of 'type: "object"', got 'type: "None"'.`,
    error: { code: 'invalid_function_parameters', param: 'tools[0].function.parameters' },
  },
  {
    rule: 'O5',
    name: 'strict schema',
    url,
    good: chat([hi], {
      tools: [
        tool(
          'x',
          { type: 'object', properties: { a: { type: 'string' } }, required: ['a'], additionalProperties: false },
          { strict: true },
        ),
      ],
    }),
    bad: chat([hi], {
      tools: [tool('x', { type: 'object', properties: { a: { type: 'string' } }, required: ['a'] }, { strict: true })],
    }),
    message: "In context=(), 'additionalProperties' is required to be supplied and to be false.",
  },
  {
    rule: 'O5',
    name: 'array without items',
    url,
    good: chat([hi], { tools: [tool('x', { type: 'object', properties: { a: { type: 'array', items: {} } } })] }),
    bad: chat([hi], { tools: [tool('x', { type: 'object', properties: { a: { type: 'array' } } })] }),
    message: "In context=('properties', 'a'), array schema missing items.",
  },
  {
    rule: 'O6',
    name: 'content of a user message',
    url,
    good: chat([user('')]),
    bad: chat([user(null)]),
    message: "Invalid value for 'content': expected a string, got null.",
  },
  {
    rule: 'O6',
    name: 'content of an assistant message without calls',
    url,
    good: loop({ ...calls(['a']), content: null }, result('a')),
    bad: chat([hi, { role: 'assistant', content: null }, user('And?')]),
    message: "Invalid value for 'content': expected a string, got null.",
    error: { param: 'messages.[1].content' },
  },
  {
    rule: 'O6',
    name: 'arguments are a string',
    url,
    good: loop(calls(['a']), result('a')),
    bad: loop({ ...calls([]), tool_calls: [call('a', 'look', { at: 'x' })] }, result('a')),
    message:
      "Invalid type for 'messages[1].tool_calls[0].function.arguments': expected a string, but got an object instead.",
    error: { code: 'invalid_type' },
  },
  {
    rule: 'O6',
    name: 'empty tool_calls',
    url,
    good: chat([hi, say('Hm.'), user('And?')]),
    bad: chat([hi, say('Hm.', { tool_calls: [] }), user('And?')]),
    message: "Invalid 'messages[1].tool_calls': empty array. Expected an array with minimum length 1",
    error: { code: 'empty_array' },
  },
  {
    rule: 'O7',
    name: 'roles',
    url,
    good: chat([{ role: 'developer', content: 'Be kind.' }, hi]),
    bad: chat([{ role: 'model', content: 'Be kind.' }, hi]),
    message:
      "Invalid value: 'model'. Supported values are: 'system', 'assistant', 'user', 'function', 'tool', and 'developer'.",
    error: { code: 'invalid_value', param: 'messages[0].role' },
  },
  {
    rule: 'O10',
    name: 'reasoning on the way back',
    url,
    good: chat([hi, say('Hm.'), user('And?')]),
    bad: chat([hi, say('Hm.', { reasoning_content: 'I think' }), user('And?')]),
    message: "Unknown parameter: 'messages[1].reasoning_content'.",
    error: { code: 'unknown_parameter', param: 'messages[1].reasoning_content' },
  },
  {
    rule: 'O11',
    name: 'too long',
    url,
    good: chat([user('word '.repeat(100_000))]),
    bad: chat([user('word '.repeat(200_000))]),
    message: "This model's maximum context length is 200000 tokens. However, your messages resulted in",
    error: { code: 'context_length_exceeded', param: 'messages' },
  },
  {
    rule: 'tool-choice',
    name: 'a choice among no tools',
    url,
    good: chat([hi], { tools: TOOLS, tool_choice: 'auto' }),
    bad: chat([hi], { tool_choice: 'auto' }),
    message: "'tool_choice' is only allowed when 'tools' are specified.",
  },
  {
    rule: 'tool-choice',
    name: 'a tool that is not there',
    url,
    good: chat([hi], { tools: TOOLS, tool_choice: { type: 'function', function: { name: 'look' } } }),
    bad: chat([hi], { tools: TOOLS, tool_choice: { type: 'function', function: { name: 'fly' } } }),
    message: "Tool choice 'fly' not found in 'tools' parameter.",
  },
  {
    rule: 'fields',
    name: 'no messages',
    url,
    good: chat([hi]),
    bad: chat([]),
    message: "Invalid 'messages': empty array.",
  },
  {
    rule: 'fields',
    name: 'unknown field',
    url,
    good: chat([hi], { max_completion_tokens: 100 }),
    bad: chat([hi], { thinking: { type: 'enabled' } }),
    message: "Unknown parameter: 'thinking'.",
  },
];

const gpt = requestOf('gpt-5.4');
const OPENAI: RuleCase[] = [
  {
    rule: 'O8',
    name: 'max_tokens on a reasoning model',
    url: HOSTS.openai,
    good: gpt([hi], { max_completion_tokens: 100 }),
    bad: gpt([hi], { max_tokens: 100 }),
    message:
      "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
    error: { code: 'unsupported_parameter', param: 'max_tokens' },
  },
  {
    rule: 'O8',
    name: 'temperature on a reasoning model',
    url: HOSTS.openai,
    good: gpt([hi], { temperature: 0.5, reasoning_effort: 'none' }),
    bad: gpt([hi], { temperature: 0.5 }),
    message:
      "Unsupported value: 'temperature' does not support 0.5 with this model. Only the default (1) value is supported.",
  },
  {
    rule: 'O8',
    name: 'effort',
    url: HOSTS.openai,
    good: gpt([hi], { reasoning_effort: 'xhigh' }),
    bad: gpt([hi], { reasoning_effort: 'minimal' }),
    message:
      "Unsupported value: 'reasoning_effort' does not support 'minimal' with this model. Supported values are: 'none', 'low', 'medium', 'high', and 'xhigh'.",
  },
  {
    rule: 'O9',
    name: 'tools with reasoning',
    url: HOSTS.openai,
    good: gpt([hi], { tools: TOOLS, reasoning_effort: 'none' }),
    bad: gpt([hi], { tools: TOOLS }),
    message:
      'Function tools with reasoning_effort are not supported for gpt-5.4 in /v1/chat/completions. Please use /v1/responses instead.',
  },
];

const claude = requestOf('anthropic/claude-sonnet-5.5');
const MARKED = { type: 'text', text: 'Hello', cache_control: { type: 'ephemeral' } };
const OPENROUTER: RuleCase[] = [
  {
    rule: 'P1',
    name: 'reasoning stands once on the message',
    url: HOSTS.openrouter,
    good: claude([hi, calls(['a']), result('a')], { tools: TOOLS }),
    bad: claude([hi, { ...calls([]), tool_calls: [{ ...call('a'), reasoning_details: [] }] }, result('a')], {
      tools: TOOLS,
    }),
    message: 'unrecognized key "reasoning_details" in tool call',
  },
  {
    rule: 'P1',
    name: 'how reasoning is asked for',
    url: HOSTS.openrouter,
    good: claude([hi], { reasoning: { effort: 'low' } }),
    bad: claude([hi], { reasoning: 'low' }),
    message: 'Invalid input: expected object, received "low" at "reasoning"',
  },
  {
    rule: 'P7',
    name: 'at most four cache markers',
    url: HOSTS.openrouter,
    good: claude([user([MARKED, MARKED, MARKED, MARKED])]),
    bad: claude([user([MARKED, MARKED, MARKED, MARKED, MARKED])]),
    message: 'Provider returned error',
  },
];

const VISION: RuleCase = {
  rule: 'Z4',
  name: 'a picture for a model that does not see',
  url: HOSTS.groq,
  good: requestOf('qwen/qwen3.8-27b')([user([IMAGE])]),
  bad: requestOf('llama-3.1-8b-instant')([user([IMAGE])]),
  message: 'Invalid content type. image_url is only supported by certain models.',
};

/** Rules of Chat Completions, and how OpenAI and OpenRouter apply them. */
export const CHAT_CASES: RuleCase[] = [...CASES, ...OPENAI, ...OPENROUTER, VISION];
