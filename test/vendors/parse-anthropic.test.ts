import { describe, expect, it } from 'vitest';
import { prefixDigest as digestOf } from '#core/normalize/base/prefix-digest.ts';
import { answering, answerOf, eventsOf, fixture, HELLO } from './support.ts';

const run = (name: string) => eventsOf('anthropic', answering(fixture(name)));

describe('Anthropic Messages stream', () => {
  it('tells thinking, redacted thinking, text and parallel calls in order, opaque strings byte-exact', async () => {
    const prefixDigest = digestOf(HELLO);
    const usage = { input: 2112, output: 1, cacheRead: 2000, cacheWrite: 100 };
    const mystery = {
      type: 'vendor_block',
      kind: 'mystery_block',
      data: '{"type":"mystery_block","payload":1}',
    };
    expect(await run('anthropic-thinking-tools')).toEqual([
      { type: 'start', requestId: 'req_1', model: 'claude-opus-5' },
      { type: 'usage', usage },
      { type: 'part_start', index: 0, part: { type: 'thinking', text: '' } },
      { type: 'thinking_delta', index: 0, delta: '먼저 ' },
      { type: 'thinking_delta', index: 0, delta: '날씨를 봅니다.' },
      {
        type: 'part_end',
        index: 0,
        part: { type: 'thinking', text: '먼저 날씨를 봅니다.', signature: 'EqQBCkYIAhABGAI+/=', prefixDigest },
      },
      { type: 'part_start', index: 1, part: { type: 'redacted_thinking', data: 'RWRhY3RlZA==' } },
      { type: 'part_end', index: 1, part: { type: 'redacted_thinking', data: 'RWRhY3RlZA==', prefixDigest } },
      { type: 'part_start', index: 2, part: { type: 'thinking', text: '' } },
      { type: 'part_end', index: 2, part: { type: 'thinking', text: '', signature: 'c2lnbmVkLWVtcHR5', prefixDigest } },
      { type: 'part_start', index: 3, part: { type: 'text', text: '' } },
      { type: 'text_delta', index: 3, delta: '두 도시를 ' },
      { type: 'text_delta', index: 3, delta: '확인할게요 🙂' },
      { type: 'part_end', index: 3, part: { type: 'text', text: '두 도시를 확인할게요 🙂' } },
      { type: 'part_start', index: 4, part: mystery },
      { type: 'part_end', index: 4, part: { ...mystery, data: '{"type":"mystery_block","payload":"x"}' } },
      { type: 'part_start', index: 5, part: { type: 'tool_call', id: 'toolu_01', name: 'srv/weather', args: {} } },
      { type: 'args_delta', index: 5, delta: '{"city": "서' },
      { type: 'args_delta', index: 5, delta: '울"}' },
      {
        type: 'part_end',
        index: 5,
        part: { type: 'tool_call', id: 'toolu_01', name: 'srv/weather', args: { city: '서울' } },
      },
      { type: 'part_start', index: 6, part: { type: 'tool_call', id: 'toolu_02', name: 'ping', args: {} } },
      { type: 'part_end', index: 6, part: { type: 'tool_call', id: 'toolu_02', name: 'ping', args: {} } },
      { type: 'usage', usage: { ...usage, output: 120, thinking: 40 } },
      { type: 'end', stop: 'tool' },
    ]);
  });

  it('tells which thinking the API left out', async () => {
    expect((await run('anthropic-dropped-thinking'))[0]).toEqual({
      type: 'start',
      requestId: 'req_1',
      model: 'claude-opus-5',
      notes: [{ rule: 'vendor-dropped-thinking', detail: 'messages.1.content.0: prefix_binding_mismatch' }],
    });
  });

  it('keeps cut arguments as text and calls the stop a length stop', async () => {
    const answer = answerOf(await run('anthropic-max-tokens-call'));
    expect(answer.stop).toBe('length');
    expect(answer.parts).toEqual([
      { type: 'tool_call', id: 'toolu_9', name: 'write', args: {}, rawArgs: '{"path":"a.txt","text":"half' },
    ]);
  });

  it('gives the reason of a refusal', async () => {
    const answer = answerOf(await run('anthropic-refusal'));
    expect(answer).toMatchObject({
      stop: 'refusal',
      error: { kind: 'refused', retryable: false, message: 'This request was declined.', code: 'cyber' },
      parts: [{ type: 'text', text: 'I can' }],
    });
  });

  it('ends in the vendor error when one arrives inside the stream, keeping what had arrived', async () => {
    const answer = answerOf(await run('anthropic-error-midstream'));
    expect(answer.parts).toEqual([{ type: 'thinking', text: 'half a th', prefixDigest: digestOf(HELLO) }]);
    expect(answer.stop).toBe('error');
    expect(answer.error).toEqual({
      kind: 'overloaded',
      retryable: true,
      message: 'Overloaded',
      code: 'overloaded_error',
      vendor: 'anthropic',
      requestId: 'req_1',
    });
  });

  it('calls a stream without its final event broken', async () => {
    const answer = answerOf(await run('anthropic-cut'));
    expect(answer.parts).toEqual([{ type: 'text', text: 'half an answ' }]);
    expect(answer).toMatchObject({
      stop: 'error',
      error: { kind: 'cut_off', retryable: true, code: 'incomplete_stream' },
    });
  });
});
