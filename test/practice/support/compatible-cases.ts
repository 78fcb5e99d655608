import { calls, HOSTS, requestOf, result, say, system, TOOLS, user } from './chat.ts';
import type { RuleCase } from './cases.ts';
import type { Json } from './vendors.ts';

const hi = user('Hello');
const thought = { reasoning_content: 'I think' };

const oss = requestOf('openai/gpt-oss-120b');
const llama = requestOf('llama-3.3-70b-versatile');
export const GROQ: RuleCase[] = [
  {
    rule: 'Q1',
    name: 'reasoning_content',
    url: HOSTS.groq,
    good: oss([hi, say('Hm.', { reasoning: 'I think' }), user('And?')]),
    bad: oss([hi, say('Hm.', thought), user('And?')]),
    message:
      "'messages.1' : for 'role:assistant' the following must be satisfied[('messages.1' : property 'reasoning_content' is unsupported)]",
    error: { type: 'invalid_request_error' },
  },
  {
    rule: 'Q1',
    name: 'reasoning on a model without it',
    url: HOSTS.groq,
    good: llama([hi, say('Hm.'), user('And?')]),
    bad: llama([hi, say('Hm.', { reasoning: 'I think' }), user('And?')]),
    message: "property 'reasoning' is unsupported",
  },
  {
    rule: 'Q1',
    name: 'private field',
    url: HOSTS.groq,
    good: oss([hi]),
    bad: oss([user('Hello'), say('Hm.', { id: 'm1' }), user('And?')]),
    message: "property 'id' is unsupported",
  },
  {
    rule: 'Q2',
    name: 'a tool of the history that is not offered',
    url: HOSTS.groq,
    good: oss([hi, calls(['a']), result('a')], { tools: TOOLS }),
    bad: oss([hi, calls(['a']), result('a')]),
    message: "attempted to call tool 'look' which was not in request.tools",
    error: { code: 'tool_use_failed' },
  },
  {
    rule: 'Q3',
    name: 'two ways to ask for reasoning',
    url: HOSTS.groq,
    good: oss([hi], { reasoning_format: 'parsed' }),
    bad: oss([hi], { reasoning_format: 'parsed', include_reasoning: true }),
    message: '`include_reasoning` and `reasoning_format` cannot both be specified',
  },
  {
    rule: 'Q3',
    name: 'raw reasoning with tools',
    url: HOSTS.groq,
    good: oss([hi], { reasoning_format: 'raw' }),
    bad: oss([hi], { reasoning_format: 'raw', tools: TOOLS }),
    message: '`reasoning_format` must be `parsed` or `hidden`',
  },
  {
    rule: 'Q4',
    name: 'too long',
    url: HOSTS.groq,
    good: oss([hi]),
    bad: oss([user('word '.repeat(120_000))]),
    message: 'Please reduce the length of the messages or completion.',
  },
];

const v4 = requestOf('deepseek-v4-pro');
const r1 = requestOf('deepseek-reasoner');
const kimi = requestOf('accounts/fireworks/models/kimi-k3');
/** A request to Ollama's own API. */
const own = (model: string, messages: unknown[], more: Json = {}): Json => ({
  model,
  messages,
  truncate: false,
  ...more,
});
const asked = { role: 'assistant', content: '', tool_calls: [{ function: { name: 'look', arguments: {} } }] };
const found = { role: 'tool', tool_name: 'look', content: 'fine' };

export const OWN_OLLAMA: RuleCase[] = [
  {
    rule: 'L3',
    name: 'arguments are an object',
    url: HOSTS.ownOllama,
    good: own('llama3.1:8b', [hi, asked, found]),
    bad: own('llama3.1:8b', [hi, { ...asked, tool_calls: [{ function: { name: 'look', arguments: '{}' } }] }, found]),
    message: 'cannot unmarshal string into Go struct field ToolCallFunction.arguments',
  },
  {
    rule: 'L3',
    name: 'content is a string',
    url: HOSTS.ownOllama,
    good: own('llama3.1:8b', [hi]),
    bad: own('llama3.1:8b', [user([{ type: 'text', text: 'Hello' }])]),
    message: 'cannot unmarshal array into Go struct field ChatRequest.messages.content of type string',
  },
  {
    rule: 'L1',
    name: 'tools at a model without them, own API',
    url: HOSTS.ownOllama,
    good: own('gemma3:4b', [hi]),
    bad: own('gemma3:4b', [hi], { tools: TOOLS }),
    message: 'gemma3:4b does not support tools',
  },
  {
    rule: 'L2',
    name: 'thinking at a model that cannot, own API',
    url: HOSTS.ownOllama,
    good: own('llama3.1:8b', [hi], { think: false }),
    bad: own('llama3.1:8b', [hi], { think: true }),
    message: '"llama3.1:8b" does not support thinking',
  },
  {
    rule: 'L4',
    name: 'longer than what is read',
    url: HOSTS.ownOllama,
    good: own('llama3.1:8b', [hi]),
    bad: own('llama3.1:8b', [user('word '.repeat(20_000))]),
    message: 'exceeds the available context size (4096 tokens), try increasing it',
  },
];

export const NAMED: RuleCase[] = [
  {
    rule: 'D1',
    name: 'reasoning of calls comes back',
    url: HOSTS.deepseek,
    good: v4([hi, calls(['a'], { reasoning_content: '' }), result('a')], { tools: TOOLS }),
    bad: v4([hi, calls(['a']), result('a')], { tools: TOOLS }),
    message: 'The `reasoning_content` in the thinking mode must be passed back to the API.',
  },
  {
    rule: 'D1',
    name: 'not with thinking off',
    url: HOSTS.deepseek,
    good: v4([hi, calls(['a']), result('a')], { tools: TOOLS, thinking: { type: 'disabled' } }),
    bad: v4([hi, calls(['a']), result('a')], { tools: TOOLS, thinking: { type: 'enabled' } }),
    message: 'must be passed back to the API.',
  },
  {
    rule: 'D2',
    name: 'reasoning must not come back to R1',
    url: HOSTS.deepseek,
    good: r1([hi, say('Hm.'), user('And?')]),
    bad: r1([hi, say('Hm.', thought), user('And?')]),
    message: 'Please remove the `reasoning_content` from your message to reduce network traffic.',
  },
  {
    rule: 'D3',
    name: 'unanswered call',
    url: HOSTS.deepseek,
    good: v4([hi, calls(['a'], thought), result('a')], { tools: TOOLS }),
    bad: v4([hi, calls(['a'], thought), user('And?')], { tools: TOOLS }),
    message:
      "An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. (insufficient tool messages following tool_calls message)",
  },
  {
    rule: 'D3',
    name: 'no developer',
    url: HOSTS.deepseek,
    good: v4([system('Be kind.'), hi]),
    bad: v4([{ role: 'developer', content: 'Be kind.' }, hi]),
    status: 422,
    message: 'unknown variant `developer`',
  },
  {
    rule: 'F1',
    name: 'Kimi wants reasoning on every answer',
    url: HOSTS.fireworks,
    good: kimi([hi, say('Hm.', { reasoning_content: '' }), user('And?')]),
    bad: kimi([hi, say('Hm.'), user('And?')]),
    message: 'thinking is enabled but reasoning_content is missing in assistant tool call message at index 1',
  },
  {
    rule: 'F5',
    name: 'unknown field',
    url: HOSTS.fireworks,
    good: kimi([hi]),
    bad: kimi([hi, say('Hm.', { ...thought, reasoning: 'x' }), user('And?')]),
    message: "Extra inputs are not permitted, field: 'messages[1].reasoning'",
  },
  {
    rule: 'L1',
    name: 'a model without tools',
    url: HOSTS.ollama,
    good: requestOf('llama3.1:8b')([hi], { tools: TOOLS }),
    bad: requestOf('gemma3:4b')([hi], { tools: TOOLS }),
    message: 'registry.ollama.ai/library/gemma3:4b does not support tools',
  },
  {
    rule: 'L2',
    name: 'a model without thinking',
    url: HOSTS.ollama,
    good: requestOf('qwen3:8b')([hi], { reasoning_effort: 'low' }),
    bad: requestOf('llama3.1:8b')([hi], { reasoning_effort: 'low' }),
    message: '"llama3.1:8b" does not support thinking',
  },
  {
    rule: 'Z2',
    name: 'roles alternate',
    url: HOSTS.local,
    good: requestOf('local-model')([system('Be kind.'), hi, say('Hm.'), user('And?')]),
    bad: requestOf('local-model')([hi, user('And?')]),
    message: 'After the optional system message, conversation roles must alternate user/assistant',
  },
  {
    rule: 'Z5',
    name: 'fields of OpenAI alone',
    url: HOSTS.local,
    good: requestOf('local-model')([hi], { max_tokens: 10 }),
    bad: requestOf('local-model')([hi], { store: false }),
    message: "'store'",
  },
];

const gpt = requestOf('gpt-oss-120b');
export const CEREBRAS: RuleCase[] = [
  {
    rule: 'C1',
    name: 'reasoning_content',
    url: HOSTS.cerebras,
    good: gpt([hi, say('Hm.', { reasoning: 'I think' }), user('And?')]),
    bad: gpt([hi, say('Hm.', thought), user('And?')]),
    message: "messages.1.assistant.reasoning_content: property 'messages.1.assistant.reasoning_content' is unsupported",
    error: { type: 'invalid_request_error', param: 'validation_error', code: 'wrong_api_format' },
  },
  {
    rule: 'C2',
    name: 'no developer',
    url: HOSTS.cerebras,
    good: gpt([system('Be kind.'), hi]),
    bad: gpt([{ role: 'developer', content: 'Be kind.' }, hi]),
    message: "'developer'",
  },
  {
    rule: 'C2',
    name: 'no store',
    url: HOSTS.cerebras,
    good: gpt([hi]),
    bad: gpt([hi], { store: false }),
    message: "body.store: property 'body.store' is unsupported",
  },
];

const large = requestOf('mistral-large-4');
const ID = 'aB3dE6gH9';
const OTHER = 'zY8xW5vU2';
const bridge = say('Understood.');
export const MISTRAL: RuleCase[] = [
  {
    rule: 'M1',
    name: 'id form',
    url: HOSTS.mistral,
    good: large([hi, calls([ID]), result(ID)], { tools: TOOLS }),
    bad: large([hi, calls(['call_abc12']), result('call_abc12')], { tools: TOOLS }),
    message: 'Tool call id was call_abc12 but must be a-z, A-Z, 0-9, with a length of 9.',
    error: { type: 'invalid_function_call', code: '3280', object: 'error' },
  },
  {
    rule: 'M2',
    name: 'user after tool',
    url: HOSTS.mistral,
    good: large([hi, calls([ID]), result(ID), bridge, user('Stop')], { tools: TOOLS }),
    bad: large([hi, calls([ID]), result(ID), user('Stop')], { tools: TOOLS }),
    message: "Unexpected role 'user' after role 'tool'",
    error: { type: 'invalid_request_message_order', code: '3230' },
  },
  {
    rule: 'M2',
    name: 'tool after user',
    url: HOSTS.mistral,
    good: large([hi]),
    bad: large([hi, result(ID)]),
    message: "Unexpected role 'tool' after role 'user'",
  },
  {
    rule: 'M3',
    name: 'an answer at the end',
    url: HOSTS.mistral,
    good: large([hi]),
    bad: large([hi, say('It is')]),
    message: 'Expected last role User or Tool (or Assistant with prefix True) for serving but got assistant',
  },
  {
    rule: 'M3',
    name: 'last role',
    url: HOSTS.mistral,
    good: large([hi, say('It is', { prefix: true })]),
    bad: large([hi, say('It is')]),
    message: 'Expected last role User or Tool (or Assistant with prefix True) for serving but got assistant',
  },
  {
    rule: 'M4',
    name: 'blank answer',
    url: HOSTS.mistral,
    good: large([hi, say('Hm.'), user('And?')]),
    bad: large([hi, say(''), user('And?')]),
    message: 'Assistant message must have either content or tool_calls, but not none.',
  },
  {
    rule: 'M4',
    name: 'foreign thinking',
    url: HOSTS.mistral,
    good: large([hi, say('Hm.'), user('And?')]),
    bad: large([
      hi,
      {
        role: 'assistant',
        content: [
          { type: 'thinking', thinking: [{ type: 'text', text: 'x' }], signature: 'y', closed: true },
          { type: 'text', text: 'Hm.' },
        ],
      },
      user('And?'),
    ]),
    message: 'Invalid signature in thinking chunk',
  },
  {
    rule: 'M5',
    name: 'number of results',
    url: HOSTS.mistral,
    good: large([hi, calls([ID, OTHER]), result(ID), result(OTHER)], { tools: TOOLS }),
    bad: large([hi, calls([ID, OTHER]), result(ID)], { tools: TOOLS }),
    message: 'Not the same number of function calls and responses',
  },
  {
    rule: 'M6',
    name: 'too long',
    url: HOSTS.mistral,
    good: large([hi]),
    bad: requestOf('mistral-small-latest')([user('word '.repeat(250_000))]),
    message: 'too large for model with 262144 maximum context length',
  },
];
