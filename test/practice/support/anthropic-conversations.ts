import { assistant, call, MANUAL, manual, request, result, TOOLS, user, textBlock } from './anthropic.ts';
import type { AnthropicCase } from './anthropic-case.ts';
import { jpeg, png } from './pictures.ts';
import type { Json } from './vendors.ts';

const hi = user('Hello');
const image = (data: string, media_type = 'image/png'): Json => ({
  type: 'image',
  source: { type: 'base64', media_type, data },
});
const pdf = (pages: number): Json => ({
  type: 'document',
  source: {
    type: 'base64',
    media_type: 'application/pdf',
    data: Buffer.from(`%PDF-1.7\n1 0 obj << /Type /Pages /Count ${pages} >>`).toString('base64'),
  },
});
const cited = (document: Json): Json => ({ ...document, citations: { enabled: true } });
const SEARCH: Json = { type: 'web_search_20260318', name: 'web_search' };
const WAITING: Json = { type: 'server_tool_use', id: 'srvtoolu_1', name: 'web_search', input: { query: 'x' } };
const loop = (messages: Json[]): Json => manual(messages, { tools: TOOLS });
const manyImages = (count: number, side: number): Json =>
  request([user(Array.from({ length: count }, () => image(png(side, 10))))]);

/** Rules about the messages of a request. */
export const CONVERSATION_CASES: AnthropicCase[] = [
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
    rule: 'A5',
    name: 'empty text',
    good: request([user([textBlock('x')])]),
    bad: request([user([textBlock('')])]),
    message: 'messages: text content blocks must be non-empty',
  },
  {
    rule: 'A5',
    name: 'whitespace text',
    good: request([user([textBlock('x')])]),
    bad: request([user([textBlock(' \n')])]),
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
    bad: loop([hi, assistant([textBlock('I look.'), call('call_a|fc_b')]), user([result('call_a|fc_b')])]),
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
      assistant([textBlock('x'), call('a')]),
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
    good: loop([hi, assistant([call('a')]), user([result('a'), textBlock('and?')])]),
    bad: loop([hi, assistant([call('a')]), user([textBlock('here:'), result('a')])]),
    message: 'messages.1: `tool_use` ids were found without `tool_result` blocks immediately after: a.',
  },
  {
    rule: 'A11',
    name: 'results in two user messages are merged',
    good: loop([hi, assistant([call('a'), call('b')]), user([result('a')]), user([result('b')])]),
    bad: loop([hi, assistant([call('a'), call('b')]), user([result('a')]), user([textBlock('x'), result('b')])]),
    message: 'messages.1: `tool_use` ids were found without `tool_result` blocks immediately after: b.',
  },
  {
    rule: 'A12',
    name: 'a result without its call',
    good: loop([hi, assistant([call('a')]), user([result('a')])]),
    bad: loop([hi, assistant('Hm.'), user([textBlock('x'), result('toolu_9')])]),
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
        textBlock('Found.'),
      ]),
      user('thanks'),
    ]),
    bad: request([
      hi,
      assistant([{ type: 'advisor_tool_result', tool_use_id: 'srvtoolu_1', content: [] }, textBlock('Found.')]),
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
      assistant([{ type: 'server_tool_use', id: 'srvtoolu_1', name: 'web_search', input: {} }, textBlock('Hm.')]),
      user('thanks'),
    ]),
    message:
      '`web_search` tool use with id `srvtoolu_1` was found without a corresponding `web_search_tool_result` block',
  },
  {
    rule: 'W9',
    name: 'a tool of the server of an unknown version',
    good: request([hi], { tools: [SEARCH] }),
    bad: request([hi], { tools: [{ ...SEARCH, type: 'web_search_20991231' }] }),
    message: "tools.0: Input tag 'web_search_20991231' found using 'type' does not match any of the expected tags",
  },
  {
    rule: 'W9',
    name: 'a tool of the server under another name',
    good: request([hi], { tools: [SEARCH] }),
    bad: request([hi], { tools: [{ ...SEARCH, name: 'search' }] }),
    message: "tools.0.web_search_20260318.name: Input should be 'web_search'",
  },
  {
    rule: 'W9',
    name: 'domains to take and to leave',
    good: request([hi], { tools: [{ ...SEARCH, allowed_domains: ['a.example'] }] }),
    bad: request([hi], { tools: [{ ...SEARCH, allowed_domains: ['a.example'], blocked_domains: ['b.example'] }] }),
    message: 'only one of `allowed_domains` and `blocked_domains`',
  },
  {
    rule: 'W11',
    name: 'citations for one of two documents',
    good: request([user([cited(pdf(1)), cited(pdf(1)), textBlock('x')])]),
    bad: request([user([cited(pdf(1)), pdf(1), textBlock('x')])]),
    message: 'citations must be enabled on all or none',
  },
  {
    rule: 'W12',
    name: 'a search that waits, without its tool',
    good: request([hi, assistant([WAITING])], { tools: [SEARCH] }),
    bad: request([hi, assistant([WAITING])]),
    message: 'but no `web_search` tool was provided',
  },
  {
    rule: 'A15',
    name: 'input is an object',
    good: loop([hi, assistant([call('a', { at: 'x' })]), user([result('a')])]),
    bad: loop([hi, assistant([call('a', '{"at":"x"}')]), user([result('a')])]),
    message: 'messages.1.content.0.tool_use.input: Input should be a valid dictionary',
  },
  {
    rule: 'A17',
    name: 'picture in an error result',
    good: loop([
      hi,
      assistant([call('a')]),
      user([result('a', [textBlock('no')], { is_error: true }), image(png(10, 10))]),
    ]),
    bad: loop([hi, assistant([call('a')]), user([result('a', [image(png(10, 10))], { is_error: true })])]),
    message: "all content must be type 'text' if 'is_error' is true",
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
    name: 'bytes that are cut',
    good: request([user([image(png(9, 9))])]),
    bad: request([user([image(png(9, 9).slice(0, -1))])]),
    message: 'messages.0.content.0.image.source.base64.data: Invalid base64 data',
  },
  {
    rule: 'A34',
    name: 'a media type that is not the picture',
    good: request([user([image(png(9, 9))])]),
    bad: request([user([image(png(9, 9), 'image/jpeg')])]),
    message: 'Image does not match the provided media type image/jpeg',
  },
  {
    rule: 'A34',
    name: 'pages of a PDF, and of all together',
    good: manual([user([pdf(60), textBlock('Read.')])]),
    bad: manual([user([pdf(60), pdf(41), textBlock('Read.')])]),
    message: 'messages.0.content.1.pdf.source.base64.data: A maximum of 100 PDF pages may be provided.',
  },
  {
    rule: 'A34',
    name: 'more pages on a larger model',
    good: request([user([pdf(600), textBlock('Read.')])], { model: 'claude-opus-5' }),
    bad: request([user([pdf(601), textBlock('Read.')])], { model: 'claude-opus-5' }),
    message: 'A maximum of 600 PDF pages may be provided.',
  },
  {
    rule: 'A38',
    name: 'a compaction block without its header',
    good: request([hi, assistant('Hm.'), user('and?')]),
    bad: request([hi, assistant([{ type: 'compaction', content: 'so far' }]), user('and?')]),
    message: "messages.1.content.0: Input tag 'compaction' found using 'type' does not match any of the expected tags",
  },
  {
    rule: 'A35',
    name: 'too long',
    good: manual([user('word '.repeat(100_000))]),
    bad: manual([user('word '.repeat(200_000))]),
    message: 'prompt is too long: 250000 tokens > 200000 maximum',
  },
];
