import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { answerContentOf } from '#core/answer-content.ts';
import { citationsIn } from '#core/server-tools/cited-markdown.ts';
import type { Vendor } from '#core/vendor.ts';
import { HarmonySplitter } from '#core/harmony-splitter.ts';
import { RepeatedThinking } from '#vendors/base/repeated-thinking.ts';
import { ThinkTagSplitter } from '#vendors/base/think-tag.ts';
import { answering, answerOf, eventsOf, fixture, targetOf } from './support.ts';

const run = (name: string, vendor: Vendor = 'openai') =>
  eventsOf('openai-chat', answering(fixture(name)), { target: targetOf('openai-chat', { vendor }) });
const answer = async (name: string, vendor?: Vendor) => answerOf(await run(name, vendor));

const cutCall = { tool_calls: [{ index: 0, id: 'call_1', function: { name: 'read', arguments: '{"a":' } }] };

describe('Chat Completions stream', () => {
  it('tells reasoning, text and interleaved parallel calls in order', async () => {
    expect(await run('chat-deepseek', 'deepseek')).toEqual([
      { type: 'start', requestId: 'req_1', model: 'm-1' },
      { type: 'part_start', index: 0, part: { type: 'thinking', text: '' } },
      { type: 'thinking_delta', index: 0, delta: '먼저 ' },
      { type: 'thinking_delta', index: 0, delta: '생각' },
      { type: 'part_end', index: 0, part: { type: 'thinking', text: '먼저 생각' } },
      { type: 'part_start', index: 1, part: { type: 'text', text: '' } },
      { type: 'text_delta', index: 1, delta: '볼게요.' },
      { type: 'part_end', index: 1, part: { type: 'text', text: '볼게요.' } },
      { type: 'part_start', index: 2, part: { type: 'tool_call', id: 'call_0_x', name: 'srv/weather', args: {} } },
      { type: 'args_delta', index: 2, delta: '{"city":"서' },
      { type: 'part_start', index: 3, part: { type: 'tool_call', id: 'call_1_x', name: 'ping', args: {} } },
      { type: 'args_delta', index: 2, delta: '울"}' },
      {
        type: 'part_end',
        index: 2,
        part: { type: 'tool_call', id: 'call_0_x', name: 'srv/weather', args: { city: '서울' } },
      },
      { type: 'part_end', index: 3, part: { type: 'tool_call', id: 'call_1_x', name: 'ping', args: {} } },
      { type: 'usage', usage: { input: 40, output: 10, thinking: 4, cacheRead: 24 } },
      { type: 'end', stop: 'tool' },
    ]);
  });

  it('reads plain text with usage in a chunk of its own', async () => {
    expect(await answer('chat-small')).toEqual({
      parts: [{ type: 'text', text: '답: 값 é 😀' }],
      stop: 'end',
      error: undefined,
      usage: { input: 50, output: 20, thinking: 12, cacheRead: 32 },
    });
  });

  it('reads one of two reasoning fields with the same text', async () => {
    expect((await answer('chat-two-reasoning-fields')).parts).toEqual([
      { type: 'thinking', text: 'abcd' },
      { type: 'text', text: 'x' },
    ]);
  });

  it("finds Groq's reasoning and usage", async () => {
    expect(await answer('chat-groq', 'groq')).toMatchObject({
      parts: [
        { type: 'thinking', text: 'think more' },
        { type: 'text', text: 'Hi' },
      ],
      usage: { input: 7, output: 5 },
      stop: 'end',
    });
  });

  it("finds Moonshot's usage in the choice", async () => {
    expect(await answer('chat-moonshot')).toMatchObject({
      parts: [{ type: 'text', text: 'Hi' }],
      usage: { input: 19, output: 13, cacheRead: 16 },
      stop: 'end',
    });
  });

  it("keeps OpenRouter's reasoning_details whole and in order, joined from their pieces", async () => {
    const { parts, usage } = await answer('chat-openrouter', 'openrouter');
    expect(usage).toEqual({ input: 5031, output: 4, cacheRead: 4000, cacheWrite: 1004 });
    expect(parts).toEqual([
      { type: 'thinking', text: 'Let me.', details: expect.any(String) },
      { type: 'text', text: 'Done' },
    ]);
    const thinking = parts[0];
    expect(JSON.parse(thinking?.type === 'thinking' ? (thinking.details ?? '') : '')).toEqual([
      { type: 'reasoning.text', text: 'Let me.', format: 'anthropic-claude-v1', index: 0, signature: 'c2ln' },
      { type: 'reasoning.encrypted', data: 'ZW5j', id: 'rs_1', format: 'openai-responses-v1', index: 1 },
    ]);
  });

  it('keeps reasoning_details that come without any readable reasoning', async () => {
    const { parts, stop } = await answer('chat-openrouter-encrypted-only', 'openrouter');
    expect(stop).toBe('tool');
    expect(parts).toEqual([
      { type: 'tool_call', id: 'call_e', name: 'ping', args: {} },
      { type: 'thinking', text: '', details: expect.stringContaining('ZW5j') },
    ]);
  });

  it("reads Mistral's content chunks and object arguments", async () => {
    expect(await answer('chat-mistral', 'mistral')).toMatchObject({
      parts: [
        { type: 'thinking', text: '생각 둘', signature: 'bWlz' },
        { type: 'text', text: '답입니다' },
        { type: 'tool_call', id: 'D681PevKs', name: 'ping', args: { n: 1 } },
      ],
      stop: 'tool',
    });
  });

  it('splits think tags off the start of the content, wherever the tags are cut', async () => {
    expect((await answer('chat-think-tags')).parts).toEqual([
      { type: 'thinking', text: '\n생각 <b> </thinking 아님' },
      { type: 'text', text: '답 <think>은 글' },
    ]);
  });

  it('gives calls without id or index an id, and calls them calls though the server says stop', async () => {
    expect(await answer('chat-no-ids')).toMatchObject({
      parts: [{ type: 'tool_call', id: 'call_0', name: 'ping', args: { a: 1 } }],
      stop: 'tool',
    });
  });

  it('tells two calls apart that share an index', async () => {
    expect((await answer('chat-same-index')).parts).toEqual([
      { type: 'tool_call', id: 'a', name: 'ping', args: { n: 1 } },
      { type: 'tool_call', id: 'b', name: 'ping', args: { n: 2 } },
    ]);
  });

  const calls = (...pieces: object[]) => {
    const chunks = [
      ...pieces.map((piece) => ({ choices: [{ index: 0, delta: { tool_calls: [piece] } }] })),
      { choices: [{ index: 0, delta: {}, finish_reason: 'tool_calls' }] },
    ];
    return eventsOf('openai-chat', answering(chunks.map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`).join('')));
  };
  it('keeps what the server attached to a call, whenever it comes', async () => {
    const extra_content = { google: { thought_signature: 'c2ln' } };
    const events = await calls(
      { index: 0, id: 'a', function: ping(1), extra_content },
      { index: 1, id: 'b', function: ping(2), extra_content: {} },
      { index: 2, id: 'c', function: ping(3) },
      { index: 2, extra_content },
    );
    expect(answerOf(events).parts).toEqual([
      { type: 'tool_call', id: 'a', ...one, signature: JSON.stringify(extra_content) },
      { type: 'tool_call', id: 'b', ...two },
      { type: 'tool_call', id: 'c', name: 'ping', args: { n: 3 }, signature: JSON.stringify(extra_content) },
    ]);
  });

  const ping = (n: number) => ({ name: 'ping', arguments: `{"n":${n}}` });
  const [one, two] = [
    { name: 'ping', args: { n: 1 } },
    { name: 'ping', args: { n: 2 } },
  ];
  it.each<[string, object[], object[]]>([
    [
      'gaps between indices',
      [
        { index: 1, id: 'a', function: ping(1) },
        { index: 4, id: 'b', function: ping(2) },
      ],
      [one, two],
    ],
    [
      'an id in every piece and no index',
      [
        { id: 'a', function: { name: 'ping', arguments: '{"n"' } },
        { id: 'b', function: { name: 'ping', arguments: '{"n":2' } },
        { id: 'a', function: { arguments: ':1}' } },
        { id: 'b', function: { arguments: '}' } },
      ],
      [one, two],
    ],
    [
      'an id and a name in every piece',
      [
        { index: 0, id: 'a', function: { name: 'ping', arguments: '{"n"' } },
        { index: 0, id: 'a', function: { name: 'ping', arguments: ':1}' } },
      ],
      [one],
    ],
    [
      'indices that count pieces',
      [
        { index: 0, id: 'a', function: { name: 'ping', arguments: '' } },
        { index: 1, function: { arguments: '{"n"' } },
        { index: 2, function: { arguments: ':1}' } },
      ],
      [one],
    ],
    [
      'a name in every piece, and none with an id',
      [
        { index: 0, function: { name: 'ping', arguments: '{"n"' } },
        { index: 0, function: { name: 'ping', arguments: ':1}' } },
        { index: 0, function: { name: 'ping', arguments: '' } },
      ],
      [one],
    ],
    ['neither ids nor indices', [{ function: ping(1) }, { function: ping(2) }], [one, two]],
    [
      'no ids and one index for all',
      [
        { index: 0, function: ping(1) },
        { index: 0, function: ping(2) },
      ],
      [one, two],
    ],
    [
      'one id for all',
      [
        { index: 0, id: 'x', function: ping(1) },
        { index: 1, id: 'x', function: ping(2) },
      ],
      [one, two],
    ],
    [
      'a name after the id',
      [
        { index: 0, id: 'a' },
        { index: 0, function: ping(1) },
      ],
      [one],
    ],
    [
      'an id after the name',
      [
        { index: 0, function: { name: 'ping' } },
        { index: 0, id: 'a', function: ping(1) },
      ],
      [one],
    ],
  ])('puts calls together from pieces with %s', async (_, pieces, expected) => {
    const { parts } = answerOf(await calls(...pieces));
    expect(parts).toMatchObject(expected);
    expect(parts).toHaveLength(expected.length);
  });

  it.each<[string, object, { url: string; title?: string }[]]>([
    [
      'search_results',
      {
        citations: ['https://a.example', 'https://b.example'],
        search_results: [
          { title: 'A', url: 'https://a.example', date: '2026-11-01' },
          { title: 'B', url: 'https://b.example' },
        ],
      },
      [
        { url: 'https://a.example', title: 'A' },
        { url: 'https://b.example', title: 'B' },
      ],
    ],
    ['citations', { citations: ['https://a.example'] }, [{ url: 'https://a.example' }]],
  ])('keeps the sources that stand beside the answer, as %s', async (_name, sources, expected) => {
    const chunks = [
      { choices: [{ index: 0, delta: { content: 'So[1]' } }], ...sources },
      { choices: [{ index: 0, delta: { content: '.' }, finish_reason: 'stop' }], ...sources },
      { choices: [], usage: { prompt_tokens: 1, completion_tokens: 1 }, ...sources },
    ];
    const body = chunks.map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`).join('');
    const { parts } = answerOf(await eventsOf('openai-chat', answering(body)));
    const annotations = expected.map((source) => ({ type: 'url_citation', url_citation: source }));
    expect(parts).toEqual([
      { type: 'text', text: 'So[1].' },
      { type: 'vendor_block', kind: 'annotations', data: JSON.stringify({ type: 'annotations', annotations }) },
    ]);
    expect(citationsIn(parts).map(({ source }) => source.address)).toEqual(expected.map(({ url }) => url));
  });

  it.each<[what: string, args: string, end: string, expected: object]>([
    ['whole calls and the end of the stream', '{"a":1}', 'data: [DONE]\n\n', { stop: 'tool', error: undefined }],
    ['calls that broke off', '{"a":', 'data: [DONE]\n\n', { error: { kind: 'cut_off' } }],
    ['calls without arguments', '', 'data: [DONE]\n\n', { error: { kind: 'cut_off' } }],
    ['a stream that broke off', '{"a":1}', '', { error: { kind: 'cut_off' } }],
  ])('reads calls without a finish reason by %s', async (_, args, end, expected) => {
    const call = { index: 0, id: 'call_1', function: { name: 'read', arguments: args } };
    const chunk = { choices: [{ index: 0, delta: { tool_calls: [call] }, finish_reason: null }] };
    const body = `data: ${JSON.stringify(chunk)}\n\n${end}`;
    expect(answerOf(await eventsOf('openai-chat', answering(body)))).toMatchObject(expected);
  });

  it.each<[what: string, deltas: object[], end: string, expected: object]>([
    ['words and the end of the stream', [{ content: 'It is 4.' }], '[DONE]', { stop: 'end', error: undefined }],
    ['a refusal and the end of the stream', [{ refusal: 'No.' }], '[DONE]', { stop: 'refusal', error: undefined }],
    ['words that broke off', [{ content: 'It is' }], '', { error: { kind: 'cut_off' } }],
    ['thinking alone', [{ reasoning: 'So' }, { content: ' ' }], '[DONE]', { error: { kind: 'cut_off' } }],
    ['words and a call that broke off', [{ content: 'See' }, cutCall], '[DONE]', { error: { kind: 'cut_off' } }],
    [
      'an error of vLLM before the end of the stream',
      [{ content: 'It is' }],
      '{"object":"error","message":"out of memory","type":"InternalServerError","code":500}\n\ndata: [DONE]',
      { stop: 'error', error: { message: 'out of memory' } },
    ],
  ])('reads an answer without a finish reason by %s', async (_, deltas, end, expected) => {
    const chunks = deltas.map((delta) => JSON.stringify({ choices: [{ index: 0, delta, finish_reason: null }] }));
    const body = [...chunks, ...(end === '' ? [] : [end])].map((event) => `data: ${event}\n\n`).join('');
    expect(answerOf(await eventsOf('openai-chat', answering(body)))).toMatchObject(expected);
  });

  it('keeps what came with an answer that broke off', async () => {
    const annotations = [{ type: 'url_citation', url_citation: { url: 'https://a.example' } }];
    const chunks = [
      { choices: [{ index: 0, delta: { content: '<think>unsure</thi', annotations } }] },
      { choices: [{ index: 0, delta: { content: 'nk' } }] },
    ];
    const body = chunks.map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`).join('');
    expect(answerOf(await eventsOf('openai-chat', answering(body)))).toMatchObject({
      parts: [
        { type: 'thinking', text: 'unsure</think' },
        { type: 'vendor_block', kind: 'annotations', data: JSON.stringify({ type: 'annotations', annotations }) },
      ],
      error: { kind: 'cut_off' },
    });
  });

  it.each<[string, (message: object) => string, Record<string, string>]>([
    ['streamed', (delta) => `data: ${JSON.stringify({ choices: [{ delta, finish_reason: 'stop' }] })}\n\n`, {}],
    [
      'whole',
      (message) => JSON.stringify({ choices: [{ message, finish_reason: 'stop' }] }),
      { 'content-type': 'application/json' },
    ],
  ])('keeps the pictures of a %s answer', async (_, bodyOf, headers) => {
    const at = (url: string) => ({ type: 'image_url', image_url: { url } });
    const images = [at('data:image/png;base64,iVBO-_8'), at('https://a.example/b.png')];
    const { parts } = answerOf(
      await eventsOf('openai-chat', answering(bodyOf({ content: 'Here:', images }), { headers })),
    );
    expect(parts).toEqual([
      { type: 'text', text: 'Here:' },
      { type: 'image', mime: 'image/png', data: 'iVBO+/8=' },
      { type: 'vendor_block', kind: 'image_url', data: JSON.stringify(images[1]) },
    ]);
  });

  it('keeps chunks of content that it does not know', async () => {
    const reference = { type: 'reference', reference_ids: [1] };
    const content = [{ type: 'text', text: 'As ' }, reference, { type: 'text', text: 'said.' }];
    const chunk = { choices: [{ index: 0, delta: { content }, finish_reason: 'stop' }] };
    const { parts } = answerOf(await eventsOf('openai-chat', answering(`data: ${JSON.stringify(chunk)}\n\n`)));
    expect(parts).toEqual([
      { type: 'text', text: 'As said.' },
      { type: 'vendor_block', kind: 'reference', data: JSON.stringify(reference) },
    ]);
  });

  it('reads arguments that were encoded twice', async () => {
    const piece = (args: unknown, index: number) => ({
      index,
      id: `${index}`,
      function: { name: 'ping', arguments: JSON.stringify(args) },
    });
    const { parts } = answerOf(await calls(piece('{"n":1}', 0), piece('{n}', 1)));
    expect(parts).toMatchObject([{ args: { n: 1 } }, { args: '{n}' }]);
  });

  it('keeps cut arguments as text', async () => {
    expect(await answer('chat-length-cut-args')).toMatchObject({
      parts: [{ type: 'tool_call', id: 'a', name: 'write', args: {}, rawArgs: '{"text":"half' }],
      stop: 'length',
    });
  });

  it('reads choices and deltas that are null as an answer without words', async () => {
    const chunks = [
      { model: 'm', choices: null },
      { choices: [{ index: 0, delta: null }] },
      { choices: [{ index: 0, delta: null, finish_reason: 'stop' }] },
    ];
    const body = `${chunks.map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`).join('')}data: [DONE]\n\n`;
    const read = answerOf(await eventsOf('openai-chat', answering(body)));
    expect(read).toMatchObject({ stop: 'end', error: undefined });
    expect(answerContentOf(read.parts)).toBe('nothing');
  });

  it.each([
    ['chat-refusal', { stop: 'refusal', parts: [{ type: 'refusal', text: "I can't help." }] }],
    [
      'chat-no-resource',
      { stop: 'error', error: { kind: 'overloaded', retryable: true, code: 'insufficient_system_resource' } },
    ],
    ['chat-finish-error', { stop: 'error', error: { code: 'error', message: 'The answer ended with error.' } }],
    ['chat-content-filter', { stop: 'refusal', error: { kind: 'refused', code: 'content_filter' } }],
    [
      'chat-cut',
      { stop: 'error', error: { kind: 'cut_off', code: 'incomplete_stream' }, parts: [{ text: 'half an answ' }] },
    ],
    [
      'chat-groq-error',
      {
        stop: 'error',
        error: { code: 'tool_use_failed', status: 400, message: expect.stringContaining('Failed to call') },
      },
    ],
    [
      'chat-openrouter-error',
      {
        stop: 'error',
        error: { kind: 'overloaded', message: 'Overloaded upstream', code: 'overloaded_error', status: 502 },
      },
    ],
  ])('ends %s as it should', async (name, expected) => {
    expect(await answer(name)).toMatchObject(expected);
  });
});

describe('thinking that the content repeats', () => {
  const thought = 'One step after the other. '.repeat(200);
  const shown = (content: string, size: number) => {
    const repeated = new RepeatedThinking('');
    const pieces = content.match(new RegExp(`[^]{1,${size}}`, 'g')) ?? [];
    return pieces.map((piece) => repeated.push(piece, thought)).join('') + repeated.flush(thought);
  };

  it.each([1, 7, 400, 10_000])('is left out, however long, in pieces of %i', (size) => {
    expect(shown(`<think>${thought}</think>\n\nThe answer.`, size)).toBe('The answer.');
    expect(shown(`<think>${thought.slice(0, 3_000)}`, size)).toBe('');
  });

  it.each([1, 7, 400, 10_000])('is shown where its end is another one, in pieces of %i', (size) => {
    const other = `<think>${thought.slice(0, 3_000)}But no.</think>\n\nThe answer.`;
    expect(shown(other, size)).toBe(other);
  });
});

describe('think tags', () => {
  const split = (chunks: string[]) => {
    const splitter = new ThinkTagSplitter();
    const pieces = [...chunks.flatMap((chunk) => splitter.push(chunk)), ...splitter.flush()];
    const said = { thinking: '', text: '' };
    for (const { type, text } of pieces)
      if (type === 'thought') Object.assign(said, { thinking: text, text: '' });
      else said[type] += text;
    return said;
  };
  const full = ' <think>a </thi b</think>\n\nc < d <think>';

  it('finds a closing tag on its own line wherever the pieces end', () => {
    const text = 'So </think> is\n  </think>\nno line.\n</think> x\nIt is\n</think> \t\r\n\n4.';
    const expected = { thinking: 'So </think> is\n  </think>\nno line.\n</think> x\nIt is\n', text: '4.' };
    const cuts = fc.array(fc.nat({ max: text.length }), { maxLength: 8 });
    fc.assert(
      fc.property(cuts, (at) => {
        const ends = [0, ...at.toSorted((a, b) => a - b), text.length];
        expect(split(ends.slice(1).map((end, index) => text.slice(ends[index], end)))).toEqual(expected);
      }),
    );
    expect(split(text.split(''))).toEqual(expected);
  });

  it('gives the same result for every cut', () => {
    for (let at = 0; at <= full.length; at++)
      expect(split([full.slice(0, at), full.slice(at)])).toEqual({ thinking: 'a </thi b', text: 'c < d <think>' });
    expect(split(full.split(''))).toEqual({ thinking: 'a </thi b', text: 'c < d <think>' });
  });

  it.each([
    ['its line', 'Let me see.\nSo\n</think>\n\nIt is </think>\n4.', 'Let me see.\nSo\n', 'It is </think>\n4.'],
    ['the first line', ' \n</think>\n\nIt is 4.', '', 'It is 4.'],
    ['a line of Windows', 'So\r\n</think>\r\n\r\n4', 'So\r\n', '4'],
  ])('takes a closing tag without an opening one on %s for the end of thinking', (_, content, thinking, text) => {
    for (let at = 0; at <= content.length; at++)
      expect(split([content.slice(0, at), content.slice(at)])).toEqual({ thinking, text });
    expect(split(content.split(''))).toEqual({ thinking, text });
  });

  it.each([
    ['in a line', 'It ends with </think>\nas said.'],
    ['in code', 'So:\n```\n</think>\n\n```\nend'],
    ['at the end', 'It ends with\n</think>'],
    ['after what was thought', '<think>a</think>b\n</think>\n\nc'],
  ])('leaves a closing tag %s alone', (_, content) => {
    const { thinking, text } = split(content.split(''));
    expect(content).toContain(text);
    expect(text).toContain('</think>');
    expect(thinking).toBe(content.startsWith('<think>') ? 'a' : '');
  });

  it('shows thinking as such in the answer, once its end came', async () => {
    const chunks = ['So\n', '</think>', '\n\n', 'Four'].map((content) => ({ choices: [{ delta: { content } }] }));
    const body = [...chunks, { choices: [{ delta: {}, finish_reason: 'stop' }] }]
      .map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`)
      .join('');
    expect(answerOf(await eventsOf('openai-chat', answering(body))).parts).toEqual([
      { type: 'thinking', text: 'So\n' },
      { type: 'text', text: 'Four' },
    ]);
  });

  it('leaves other content alone and loses nothing that was held back', () => {
    expect(split(['  <thi', 'ng> x'])).toEqual({ thinking: '', text: '  <thing> x' });
    expect(split(['<thi'])).toEqual({ thinking: '', text: '<thi' });
    expect(split(['<think>never closed </thi'])).toEqual({ thinking: 'never closed </thi', text: '' });
  });
});

it.each([
  ['network_error', { stop: 'error', error: { kind: 'server', retryable: true, code: 'network_error' } }],
  ['network-error', { stop: 'error', error: { kind: 'server', retryable: true, code: 'network-error' } }],
  ['sensitive', { stop: 'refusal', error: { kind: 'refused', code: 'sensitive' } }],
  ['model_context_window_exceeded', { stop: 'length' }],
])('takes an answer that ends with %s for no whole one', async (finish, expected) => {
  const chunks = [{ delta: { content: 'half an answ' } }, { delta: {}, finish_reason: finish }];
  const body = chunks.map((choice) => `data: ${JSON.stringify({ choices: [choice] })}\n\n`).join('');
  const read = answerOf(await eventsOf('openai-chat', answering(body)));
  expect(read).toMatchObject({ ...expected, parts: [{ type: 'text', text: 'half an answ' }] });
});

describe('thinking in a field of its own and in tags', () => {
  const THOUGHT = 'The user just says <b>hi</b>.';
  const answered = async (deltas: object[]) => {
    const body = [
      ...deltas.map((delta) => ({ choices: [{ delta }] })),
      { choices: [{ delta: {}, finish_reason: 'stop' }] },
    ];
    const stream = body.map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`).join('');
    return answerOf(await eventsOf('openai-chat', answering(stream))).parts;
  };
  const cut = (text: string, size: number) => text.match(new RegExp(`.{1,${size}}`, 'gsu')) ?? [];

  it.each([
    [1, 0],
    [2, 0],
    [5, 0],
    [100, 0],
    // The tag comes before the first thought.
    [1, 1],
    [7, 1],
  ])('is told once, wherever it is cut: %d', async (size, ahead) => {
    const content = cut(`<think>\n${THOUGHT}\n</think>\n\nHello <think>!`, size);
    const own = cut(THOUGHT, size);
    const deltas = content.map((text, at) => ({ content: text, reasoning_content: own[at - ahead] ?? '' }));
    expect(await answered(deltas)).toEqual([
      { type: 'thinking', text: THOUGHT },
      { type: 'text', text: 'Hello <think>!' },
    ]);
  });

  it.each([
    '<think> is the tag.',
    '<think>The tag</think> is what I use.',
    '<thi',
    ' <b>So</b>',
    '</think>\nis an end',
    '<think>The user just asks, and I say: never closed',
  ])('leaves other content as it is: %s', async (content) => {
    for (const size of [1, 3, 100])
      expect(await answered([{ reasoning: THOUGHT }, ...cut(content, size).map((one) => ({ content: one }))])).toEqual([
        { type: 'thinking', text: THOUGHT },
        { type: 'text', text: content },
      ]);
  });
});

describe('channels of gpt-oss in the content', () => {
  const split = (chunks: string[]) => {
    const splitter = new HarmonySplitter();
    const said: { type: string; text: string }[] = [];
    for (const { type, text } of [...chunks.flatMap((chunk) => splitter.push(chunk)), ...splitter.flush()]) {
      const last = said.at(-1);
      if (last?.type === type) last.text += text;
      else said.push({ type, text });
    }
    return said;
  };
  const thinking = (text: string) => ({ type: 'thinking', text });
  const text = (said: string) => ({ type: 'text', text: said });
  const call = '<|channel|>commentary to=functions.read <|constrain|>json<|message|>{"a":"<|x"}';

  it.each<[what: string, content: string, expected: object[]]>([
    [
      'an answer after its analysis',
      '\n<|channel|>analysis<|message|>2 < 3 <|end|><|start|>assistant<|channel|>final<|message|>네, 4.<|return|>',
      [thinking('2 < 3 '), text('네, 4.')],
    ],
    [
      'an answer without an end between its messages',
      '<|start|>assistant<|channel|>analysis<|message|>So<|channel|>final <|constrain|>json<|message|>{}',
      [thinking('So'), text('{}')],
    ],
    [
      'a call between comments',
      `<|channel|>commentary<|message|>I look.<|end|><|start|>assistant${call}<|call|><|start|>assistant<|channel|>final<|message|>Done.<|end|>\n`,
      [text('I look.\n\nto=functions.read {"a":"<|x"}\n\nDone.')],
    ],
    [
      'a call whose recipient stands first',
      '<|start|>assistant to=functions.now<|channel|>commentary<|message|><|call|>',
      [text('to=functions.now ')],
    ],
    [
      'tags that the answer names',
      '<|channel|>final<|message|>`<|start|>` begins, `<|end|>` ends, <|channel|>x<|message|> is none. <|start|>',
      [text('`<|start|>` begins, `<|end|>` ends, <|channel|>x<|message|> is none. <|start|>')],
    ],
    ['an answer that breaks off in a tag', '<|channel|>final<|message|>4<|retu', [text('4<|retu')]],
    ['an answer that breaks off in its first tag', ' <|channel|>fin', [text(' <|channel|>fin')]],
    ['an answer about tags', '<|channel|> names a channel.', [text('<|channel|> names a channel.')]],
    [
      'tags within an answer',
      'See <|channel|>final<|message|>4<|end|>',
      [text('See <|channel|>final<|message|>4<|end|>')],
    ],
  ])('are read wherever the pieces end: %s', (_, content, expected) => {
    for (let at = 0; at <= content.length; at++)
      expect(split([content.slice(0, at), content.slice(at)])).toEqual(expected);
    expect(split(content.split(''))).toEqual(expected);
  });

  const parts = async (...deltas: object[]) => {
    const chunks = deltas.map((delta) => ({ choices: [{ index: 0, delta, finish_reason: null }] }));
    const end = { choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] };
    const body = [...chunks, end].map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`).join('');
    return answerOf(await eventsOf('openai-chat', answering(body))).parts;
  };

  it.each([1, 7, 1_000])('are parts of the answer in pieces of %i', async (size) => {
    const content =
      '<|channel|>analysis<|message|>Four\n</think>\n\n?<|end|><|start|>assistant<|channel|>final<|message|>4.<|return|>';
    const pieces = content.match(new RegExp(`[^]{1,${size}}`, 'g')) ?? [];
    const expected = [thinking('Four\n</think>\n\n?'), text('4.')];
    expect(await parts(...pieces.map((piece) => ({ content: piece })))).toEqual(expected);
  });

  it('are read beside reasoning in a field of its own, and beside calls', async () => {
    const calls = [{ index: 0, id: 'c', function: { name: 'ping', arguments: '{}' } }];
    const content = '<|channel|>commentary<|message|>I ask.<|end|>';
    expect(await parts({ reasoning: 'So' }, { content }, { tool_calls: calls })).toEqual([
      thinking('So'),
      text('I ask.'),
      { type: 'tool_call', id: 'c', name: 'ping', args: {} },
    ]);
  });
});

describe('tags in an endless content', () => {
  const CHANNEL = '<|channel|>final<|message|>';

  it.each([
    ['line breaks', '', '\n'],
    ['spaces', '', ' '],
    ['starts of a tag', '', '<|channel|>'],
    ['white space after a message', `${CHANNEL}4<|end|>`, ' '],
    ['starts of a message', CHANNEL, '<|start|>'],
    ['brackets', CHANNEL, '<'],
    ['openings of thinking', '', '<think>'],
  ])('are looked for in linear time among %s', (_, first, piece) => {
    for (const splitter of [new HarmonySplitter(), new ThinkTagSplitter()]) {
      const start = performance.now();
      let length = 0;
      const take = (segments: readonly { text: string }[]) => segments.forEach(({ text }) => (length += text.length));
      take(splitter.push(first));
      for (let count = 0; count < 200_000; count++) take(splitter.push(piece));
      take(splitter.flush());
      // Less the tag that was read.
      expect(length).toBeGreaterThan(200_000 * piece.length - 100);
      expect(performance.now() - start).toBeLessThan(3_000);
    }
  });
});
