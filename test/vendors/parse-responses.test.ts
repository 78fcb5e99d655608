import { describe, expect, it } from 'vitest';
import { answering, answerOf, eventsOf, fixture } from './support.ts';

const run = (name: string) => eventsOf('openai-responses', answering(fixture(name)));
const USAGE = { input: 900, output: 300, thinking: 200, cacheRead: 512, cacheWrite: 64 };

describe('OpenAI Responses stream', () => {
  it('tells reasoning, commentary and parallel calls with item ids, phase and the finished encrypted content', async () => {
    const text = '**계획** 첫째\n\n둘째';
    expect(await run('responses-reasoning-tools')).toEqual([
      { type: 'start', requestId: 'req_1', model: 'gpt-6-sol-2026-10-01' },
      { type: 'part_start', index: 0, part: { type: 'thinking', text: '' } },
      { type: 'thinking_delta', index: 0, delta: '**계획** ' },
      { type: 'thinking_delta', index: 0, delta: '첫째' },
      { type: 'thinking_delta', index: 0, delta: '\n\n' },
      { type: 'thinking_delta', index: 0, delta: '둘째' },
      {
        type: 'part_end',
        index: 0,
        part: {
          type: 'thinking',
          text,
          itemId: 'rs_1',
          encrypted: 'gAAAAB-complete==',
          details: JSON.stringify({ summary: ['**계획** 첫째', '둘째'] }),
        },
      },
      { type: 'part_start', index: 1, part: { type: 'text', text: '', itemId: 'msg_1' } },
      { type: 'text_delta', index: 1, delta: '확인해 ' },
      { type: 'text_delta', index: 1, delta: '볼게요.' },
      {
        type: 'part_end',
        index: 1,
        part: { type: 'text', text: '확인해 볼게요.', itemId: 'msg_1', phase: 'commentary' },
      },
      {
        type: 'part_start',
        index: 2,
        part: { type: 'tool_call', id: 'call_a', name: 'srv/weather', args: {}, itemId: 'fc_1' },
      },
      { type: 'args_delta', index: 2, delta: '{"city":' },
      { type: 'args_delta', index: 2, delta: '"서울"}' },
      {
        type: 'part_end',
        index: 2,
        part: { type: 'tool_call', id: 'call_a', name: 'srv/weather', args: { city: '서울' }, itemId: 'fc_1' },
      },
      {
        type: 'part_start',
        index: 3,
        part: { type: 'tool_call', id: 'call_b', name: 'ping', args: {}, itemId: 'fc_2' },
      },
      { type: 'args_delta', index: 3, delta: '{}' },
      { type: 'part_end', index: 3, part: { type: 'tool_call', id: 'call_b', name: 'ping', args: {}, itemId: 'fc_2' } },
      { type: 'usage', usage: USAGE },
      { type: 'end', stop: 'tool' },
    ]);
  });

  it('keeps the annotations of a text that broke off', async () => {
    const annotation = { type: 'url_citation', url: 'https://a.example', title: 'A', start_index: 0, end_index: 1 };
    const at = { output_index: 0, content_index: 0, item_id: 'msg_1' };
    const events = [
      { type: 'response.output_text.delta', ...at, delta: 'a' },
      { type: 'response.output_text.annotation.added', ...at, annotation_index: 0, annotation },
    ];
    const body = events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join('');
    expect(answerOf(await eventsOf('openai-responses', answering(body)))).toMatchObject({
      parts: [
        { type: 'text', text: 'a' },
        { type: 'vendor_block', data: JSON.stringify({ type: 'annotations', annotations: [annotation] }) },
      ],
      error: { kind: 'cut_off' },
    });
  });

  describe('of servers that leave out parts of events', () => {
    const stream = (...events: { type: string }[]) =>
      eventsOf('openai-responses', answering(events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join('')));
    const reasoning = { type: 'reasoning', summary: [], content: [{ type: 'reasoning_text', text: 'Well.' }] };
    const message = { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'I ask.' }] };
    const call = (n: number) => ({ type: 'function_call', call_id: `c${n}`, name: 'ping', arguments: `{"n":${n}}` });
    const added = (item: object, index = {}) => ({ type: 'response.output_item.added', ...index, item });
    const done = (item: object, index = {}) => ({ type: 'response.output_item.done', ...index, item });
    const delta = (kind: string, text: string, item_id = {}) => ({
      type: `response.${kind}.delta`,
      delta: text,
      ...item_id,
    });
    const completed = (...output: object[]) => ({
      type: 'response.completed',
      response: { status: 'completed', output },
    });
    const expected = [
      { type: 'thinking', text: 'Well.' },
      { type: 'text', text: 'I ask.' },
      { type: 'tool_call', id: 'c1', name: 'ping', args: { n: 1 } },
      { type: 'tool_call', id: 'c2', name: 'ping', args: { n: 2 } },
    ];

    it.each([
      ['indices', { id: 'rs_1' }, { id: 'msg_1' }, (id: string) => ({ item_id: id })],
      ['indices and ids', {}, {}, () => ({})],
    ])('tells items apart without %s', async (_, rs, msg, of) => {
      const open = { arguments: '', status: 'in_progress' };
      const answer = answerOf(
        await stream(
          added({ ...reasoning, ...rs, content: [] }),
          delta('reasoning_text', 'Well.', of('rs_1')),
          added({ ...message, ...msg, content: [] }),
          delta('output_text', 'I ask.', of('msg_1')),
          added({ ...call(1), ...open }),
          delta('function_call_arguments', '{"n":1}', of('c1')),
          added({ ...call(2), ...open }),
          delta('function_call_arguments', '{"n":2}', of('c2')),
          ...('id' in rs ? [reasoning, message].map((item, at) => done({ ...item, ...(at === 0 ? rs : msg) })) : []),
          done(call(1)),
          done(call(2)),
          completed({ ...reasoning, ...rs }, { ...message, ...msg }, call(1), call(2)),
        ),
      );
      expect(answer).toMatchObject({ parts: expected, stop: 'tool', error: undefined });
      expect(answer.parts).toHaveLength(4);
    });

    it('keeps what was streamed when a finished item says nothing', async () => {
      const [first, second, third] = [{ output_index: 0 }, { output_index: 1 }, { output_index: 2 }];
      const { parts } = answerOf(
        await stream(
          { ...delta('output_text', 'I ask.'), ...first },
          done({ ...message, content: [{ type: 'output_text', text: '' }] }, first),
          added(call(1), second),
          { ...delta('function_call_arguments', '{"n":1}'), ...second },
          done({ ...call(1), arguments: '' }, second),
          added(call(2), third),
          { ...delta('function_call_arguments', '{"n":2}'), ...third },
          done({ type: 'function_call', call_id: 'c2', name: 'ping' }, third),
          completed({ type: 'message' }),
        ),
      );
      expect(parts).toMatchObject(expected.slice(1));
    });

    it('takes arguments from the event that has them, and not from an empty item after it', async () => {
      const [first, second, third] = [{ output_index: 0 }, { output_index: 1 }, { output_index: 2 }];
      const whole = (args: string, place: object) => ({
        type: 'response.function_call_arguments.done',
        arguments: args,
        ...place,
      });
      const { parts } = answerOf(
        await stream(
          added({ ...call(1), arguments: '' }, first),
          whole('{"n":1}', first),
          done({ ...call(1), arguments: '{}' }, first),
          added({ ...call(2), arguments: '' }, second),
          { ...delta('function_call_arguments', '{"n"'), ...second },
          whole('{"n":2}', second),
          done({ ...call(2), arguments: '{ }' }, second),
          added({ ...call(3), arguments: '' }, third),
          done({ ...call(3), arguments: '{}' }, third),
          completed(),
        ),
      );
      expect(parts).toMatchObject([
        { id: 'c1', args: { n: 1 } },
        { id: 'c2', args: { n: 2 } },
        { id: 'c3', args: {} },
      ]);
    });
  });

  it('keeps a picture that the model made as a picture, and a failed one as it came', async () => {
    const made = { type: 'image_generation_call', id: 'ig_1', status: 'completed', result: 'iVBORw0KGgo=' };
    const failed = { type: 'image_generation_call', id: 'ig_2', status: 'failed', result: null };
    const event = (type: string, fields: object) => `event: ${type}\ndata: ${JSON.stringify({ type, ...fields })}\n\n`;
    const items = [{ ...made, output_format: 'webp', revised_prompt: 'a cat' }, failed].flatMap((item, at) => [
      event('response.output_item.added', { output_index: at, item: { ...item, status: 'in_progress', result: null } }),
      event('response.image_generation_call.partial_image', { output_index: at, partial_image_b64: 'iVBO' }),
      event('response.output_item.done', { output_index: at, item }),
    ]);
    const response = { id: 'resp_1', model: 'gpt-6-sol', status: 'completed', output: [] };
    const stream = [...items, event('response.completed', { response })].join('');
    expect(answerOf(await eventsOf('openai-responses', answering(stream)))).toMatchObject({
      parts: [
        { type: 'image', mime: 'image/webp', data: 'iVBORw0KGgo=', prompt: 'a cat', itemId: 'ig_1' },
        { type: 'vendor_block', kind: 'image_generation_call', data: JSON.stringify(failed) },
      ],
      stop: 'end',
    });
  });

  const SMALL = [
    { type: 'thinking', text: '', itemId: 'rs_9', encrypted: 'ZW5j' },
    { type: 'text', text: '답: 값 é 😀', itemId: 'msg_2', phase: 'final_answer' },
  ];

  it.each([
    ['with an empty summary', 'responses-small'],
    ['whose encrypted content comes only at the very end', 'responses-late-encrypted'],
    ['that sends no item events at all', 'responses-only-completed'],
  ])('reads a server %s', async (_name, file) => {
    expect(answerOf(await run(file))).toEqual({ parts: SMALL, stop: 'end', error: undefined, usage: USAGE });
  });

  it('keeps cut arguments as text when the output limit was reached', async () => {
    const answer = answerOf(await run('responses-incomplete'));
    expect(answer.stop).toBe('length');
    expect(answer.parts).toEqual([
      { type: 'tool_call', id: 'call_z', name: 'write', args: {}, rawArgs: '{"text":"half', itemId: 'fc_9' },
    ]);
  });

  it('reads a refusal', async () => {
    const answer = answerOf(await run('responses-refusal'));
    expect(answer.stop).toBe('refusal');
    expect(answer.parts).toEqual([{ type: 'refusal', text: "I can't help with that." }]);
  });

  it('ends in the error of response.failed with the text so far', async () => {
    const answer = answerOf(await run('responses-failed'));
    expect(answer.parts).toEqual([{ type: 'text', text: 'Hal', itemId: 'msg_4' }]);
    expect(answer).toMatchObject({
      stop: 'error',
      error: {
        kind: 'server',
        retryable: true,
        code: 'server_error',
        message: 'The server had an error while processing your request.',
        vendor: 'openai',
      },
    });
  });

  it('ends in the error of an error event', async () => {
    expect(answerOf(await run('responses-error-event'))).toMatchObject({
      stop: 'error',
      error: { kind: 'context_overflow', retryable: false, code: 'context_length_exceeded' },
    });
  });
});
