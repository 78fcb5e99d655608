import { describe, expect, it } from 'vitest';
import { answering, answerOf, eventsOf, fixture } from './support.ts';

const run = (name: string) => eventsOf('gemini', answering(fixture(name)));
const answer = async (name: string) => answerOf(await run(name));
const USAGE = { input: 30, output: 36, thinking: 25, cacheRead: 16 };

describe('Gemini stream', () => {
  it('tells thoughts, text and parallel calls, the signature on its very part', async () => {
    const first = { type: 'tool_call', id: 'fn1', name: 'srv/weather', args: { city: '서울' }, signature: 'c2lnMQ==' };
    const second = { type: 'tool_call', id: 'fn2', name: 'ping', args: {} };
    expect(await run('gemini-thoughts-calls')).toEqual([
      { type: 'start', requestId: 'req_1', model: 'gemini-3.8-flash' },
      { type: 'part_start', index: 0, part: { type: 'thinking', text: '' } },
      { type: 'thinking_delta', index: 0, delta: '**계획** ' },
      { type: 'thinking_delta', index: 0, delta: '둘' },
      { type: 'part_end', index: 0, part: { type: 'thinking', text: '**계획** 둘' } },
      { type: 'part_start', index: 1, part: { type: 'text', text: '' } },
      { type: 'text_delta', index: 1, delta: '확인해 ' },
      { type: 'text_delta', index: 1, delta: '볼게요.' },
      { type: 'part_end', index: 1, part: { type: 'text', text: '확인해 볼게요.' } },
      { type: 'part_start', index: 2, part: first },
      { type: 'part_end', index: 2, part: first },
      { type: 'part_start', index: 3, part: second },
      { type: 'part_end', index: 3, part: second },
      { type: 'usage', usage: USAGE },
      { type: 'end', stop: 'tool' },
    ]);
  });

  it('keeps the signature of an empty text part', async () => {
    expect(await answer('gemini-small')).toEqual({
      parts: [
        { type: 'thinking', text: '생각' },
        { type: 'text', text: '답: 값 é 😀' },
        { type: 'text', text: '', signature: 'c2ln', continues: true },
      ],
      stop: 'end',
      error: undefined,
      usage: USAGE,
    });
  });

  it('never joins a signed part with its neighbors', async () => {
    expect((await answer('gemini-signed-text')).parts).toEqual([
      { type: 'text', text: 'One ' },
      { type: 'text', text: 'two.', signature: 'c2ln', continues: true },
      { type: 'text', text: ' Three.', continues: true },
    ]);
  });

  it('mends the base64 of a picture, and keeps one that cannot be read as a block of the vendor’s own', async () => {
    const chunk = (data: string) => {
      const content = { role: 'model', parts: [{ inlineData: { mimeType: 'image/png', data } }] };
      return `data: ${JSON.stringify({ candidates: [{ content, finishReason: 'STOP' }] })}\n\n`;
    };
    const partsOf = async (data: string) => answerOf(await eventsOf('gemini', answering(chunk(data)))).parts;
    expect(await partsOf('iVBO-_8')).toEqual([{ type: 'image', mime: 'image/png', data: 'iVBO+/8=' }]);
    expect(await partsOf('no!')).toMatchObject([{ type: 'vendor_block', kind: 'inlineData' }]);
  });

  const chunk = (text: string, end: object = { finishReason: 'STOP' }) =>
    JSON.stringify({ candidates: [{ content: { role: 'model', parts: [{ text }] }, ...end }] });
  it.each([
    ['comments before data', `: ping\ndata: ${chunk('One ', {})}\n\n: ping\n\ndata: ${chunk('two')}\n\n`],
    ['other fields', `event: message\nid: 1\ndata: ${chunk('One ', {})}\n\nretry: 5\ndata: ${chunk('two')}\n\n`],
    ['data on several lines', `data: ${chunk('One two').replaceAll(',"', ',\ndata: "')}\n\n`],
    ['no space after the colon', `data:${chunk('One two')}\r\n\r\n`],
    ['no empty line at the end', `data: ${chunk('One ', {})}\r\n\r\ndata: ${chunk('two')}`],
    ['no line break between returns', `data: ${chunk('One ', {})}\r\rdata: ${chunk('two')}\r\r`],
  ])('reads events as gateways send them: %s', async (_, body) => {
    const expected = { parts: [{ type: 'text', text: 'One two' }], stop: 'end', error: undefined };
    expect(answerOf(await eventsOf('gemini', answering(body)))).toMatchObject(expected);
    const cuts = Array.from({ length: new TextEncoder().encode(body).length - 1 }, (_one, index) => index + 1);
    expect(answerOf(await eventsOf('gemini', answering(body, { cuts })))).toMatchObject(expected);
  });

  it('keeps the sources of an answer that broke off', async () => {
    const body = `data: ${chunk('One ', { groundingMetadata: { webSearchQueries: ['one'] } })}\n\n`;
    expect(answerOf(await eventsOf('gemini', answering(body)))).toMatchObject({
      parts: [{ type: 'text' }, { type: 'vendor_block', kind: 'groundingMetadata' }],
      error: { kind: 'cut_off' },
    });
  });

  it('says that an answer which ends within an event broke off', async () => {
    const body = `data: ${chunk('One ', {})}\n\ndata: ${chunk('two').slice(0, -9)}`;
    expect(answerOf(await eventsOf('gemini', answering(body)))).toMatchObject({
      parts: [{ type: 'text', text: 'One ' }],
      stop: 'error',
      error: { kind: 'cut_off', code: 'incomplete_stream' },
    });
  });

  it.each(['OTHER', 'NO_IMAGE', 'IMAGE_OTHER'])('takes %s for a mishap', async (reason) => {
    const ended = new TextDecoder().decode(fixture('gemini-malformed-call')).replace('MALFORMED_FUNCTION_CALL', reason);
    expect(answerOf(await eventsOf('gemini', answering(ended)))).toMatchObject({
      stop: 'error',
      error: { kind: 'server', retryable: true, code: reason },
    });
  });

  it('gives calls without id an id each', async () => {
    expect((await answer('gemini-no-ids')).parts).toEqual([
      { type: 'tool_call', id: 'call_0', name: 'ping', args: { n: 1 } },
      { type: 'tool_call', id: 'call_1', name: 'ping', args: { n: 2 } },
    ]);
  });

  it.each([
    ['gemini-blocked', { stop: 'refusal', parts: [], error: { kind: 'refused', code: 'PROHIBITED_CONTENT' } }],
    ['gemini-safety', { stop: 'refusal', parts: [{ text: 'Some' }], error: { kind: 'refused', code: 'SAFETY' } }],
    [
      'gemini-malformed-call',
      { stop: 'error', error: { kind: 'server', retryable: true, code: 'MALFORMED_FUNCTION_CALL' } },
    ],
    ['gemini-continuation', { stop: 'length', parts: [{ text: 'half' }] }],
    ['gemini-max-tokens', { stop: 'length', parts: [{ text: 'half' }] }],
    [
      'gemini-cut',
      { stop: 'error', error: { kind: 'cut_off', code: 'incomplete_stream' }, parts: [{ text: 'half an answ' }] },
    ],
    [
      'gemini-error-midstream',
      {
        stop: 'error',
        parts: [{ text: 'half' }],
        error: { kind: 'overloaded', status: 503, code: 'UNAVAILABLE', message: expect.stringContaining('overloaded') },
      },
    ],
    [
      'gemini-error-raw',
      {
        stop: 'error',
        parts: [{ text: 'half' }],
        error: { kind: 'rate_limit', status: 429, retryAfterMs: 17_000, message: 'Quota exceeded.' },
      },
    ],
  ])('ends %s as it should', async (name, expected) => {
    expect(await answer(name)).toMatchObject(expected);
  });
});
