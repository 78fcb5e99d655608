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

  const stream = async (...events: { type: string }[]) => {
    const body = events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join('');
    return answerOf(await eventsOf('anthropic', answering(body)));
  };

  it('keeps the citations of a text that broke off', async () => {
    const citation = { type: 'web_search_result_location', url: 'https://a.example', title: 'A', cited_text: 'a' };
    const delta = (one: object) => ({ type: 'content_block_delta', index: 0, delta: one });
    const message = { type: 'message', role: 'assistant', model: 'claude', content: [], usage: { input_tokens: 1 } };
    const block = { type: 'text', text: '' };
    const begun = { type: 'content_block_start', index: 0, content_block: block };
    const answer = await stream(
      { type: 'message_start', message } as { type: string },
      begun,
      delta({ type: 'text_delta', text: 'a' }),
      delta({ type: 'citations_delta', citation }),
    );
    expect(answer).toMatchObject({
      parts: [
        { type: 'text', text: 'a' },
        { type: 'vendor_block', data: JSON.stringify({ type: 'citations', citations: [citation] }) },
      ],
      error: { kind: 'cut_off' },
    });
  });

  describe('of compatible servers', () => {
    const start = { type: 'message_start', message: { type: 'message', role: 'assistant', content: [] } };
    const end = { type: 'message_delta', delta: { stop_reason: 'end_turn' } };
    const said = (index: number, delta: object) => ({ type: 'content_block_delta', index, delta });

    it('reads blocks without a start, and an answer without usage or a model', async () => {
      const thinking = said(0, { type: 'thinking_delta', thinking: 'Well' });
      expect(await stream(start, thinking, said(3, { type: 'text_delta', text: 'Hello' }), end)).toMatchObject({
        parts: [
          { type: 'thinking', text: 'Well' },
          { type: 'text', text: 'Hello' },
        ],
        stop: 'end',
        error: undefined,
        usage: undefined,
      });
    });

    it('counts a message once that a proxy begins twice', async () => {
      const message = { id: 'msg_1', type: 'message', role: 'assistant', model: 'claude', content: [] };
      const begun = { type: 'message_start', message: { ...message, usage: { input_tokens: 900, output_tokens: 1 } } };
      const said = { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'Hello' } };
      expect(
        await stream(begun, begun, said, { ...end, usage: { output_tokens: 7 } } as { type: string }),
      ).toMatchObject({
        parts: [{ type: 'text', text: 'Hello' }],
        usage: { input: 900, output: 7 },
      });
    });

    it('calls the end a call where the server says that the turn is over', async () => {
      const call = { type: 'tool_use', id: 'toolu_1', name: 'ping', input: { n: 1 } };
      expect(
        await stream(start, { type: 'content_block_start', index: 0, content_block: call } as { type: string }, end),
      ).toMatchObject({
        parts: [{ type: 'tool_call', args: { n: 1 } }],
        stop: 'tool',
      });
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
