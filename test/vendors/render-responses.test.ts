import { describe, expect, it } from 'vitest';
import type { HistoryMessage } from '#core/message.ts';
import type { ThinkingLevel } from '#core/model.ts';
import type { ThinkingSupport } from '#core/vendors/base/model-facts.ts';
import type { NormalizedRequest, Target } from '#core/request.ts';
import { captureRequest } from '#test/vendors/capture-request.ts';
import { HELLO, modelOf, requestOf, serviceFor, targetOf } from './support.ts';

const capture = async (request: NormalizedRequest, target: Partial<Target> = {}) => {
  const service = await serviceFor('openai-responses', () => Promise.reject(new Error('no network in this test')));
  const captured = await captureRequest(service, request, targetOf('openai-responses', target));
  return { ...captured, body: captured.body as Record<string, unknown> };
};
const withThinking = (thinking: ThinkingSupport) => ({ model: modelOf('openai-responses', { thinking }) });

describe('Responses request', () => {
  it('is stateless, addressed and shaped as the API wants it', async () => {
    const { method, url, body } = await capture({ ...HELLO, system: 'Be brief.' });
    expect({ method, url }).toEqual({ method: 'POST', url: 'https://api.openai.com/v1/responses' });
    expect(body).toEqual({
      model: 'gpt-6-sol',
      stream: true,
      store: false,
      instructions: 'Be brief.',
      input: [{ type: 'message', role: 'user', content: [{ type: 'input_text', text: 'hello' }] }],
      include: ['reasoning.encrypted_content'],
      reasoning: { effort: 'medium', summary: 'auto' },
      max_output_tokens: 4096,
    });
  });

  it('names the conversation, so that it finds its cache again', async () => {
    const { body } = await capture(HELLO, { cacheKey: 'conversation-1' });
    expect(body['prompt_cache_key']).toBe('conversation-1');
  });

  it('sends items back byte for byte and pairs every call with its output', async () => {
    const history: HistoryMessage[] = [
      {
        role: 'assistant',
        parts: [
          {
            type: 'thinking',
            text: 'one\n\ntwo',
            itemId: 'rs_1',
            encrypted: 'gAAA==',
            details: '{"summary":["one","two"]}',
          },
          { type: 'text', text: 'Looking.', itemId: 'msg_1', phase: 'commentary' },
          { type: 'thinking', text: '', itemId: 'rs_2', encrypted: 'gBBB==' },
          { type: 'tool_call', id: 'call_a', name: 'weather', args: { city: '서울' }, itemId: 'fc_1' },
          { type: 'tool_call', id: 'call_b', name: 'ping', args: {}, itemId: 'fc_2' },
        ],
      },
      {
        role: 'tool',
        parts: [
          { type: 'tool_result', callId: 'call_a', name: 'weather', text: '21' },
          {
            type: 'tool_result',
            callId: 'call_b',
            name: 'ping',
            text: 'pong',
            images: [{ mime: 'image/png', data: 'AAAA' }],
          },
        ],
      },
    ];
    const { body } = await capture(requestOf(history));
    expect(body['input']).toEqual([
      {
        type: 'reasoning',
        id: 'rs_1',
        summary: [
          { type: 'summary_text', text: 'one' },
          { type: 'summary_text', text: 'two' },
        ],
        encrypted_content: 'gAAA==',
      },
      {
        type: 'message',
        role: 'assistant',
        id: 'msg_1',
        status: 'completed',
        phase: 'commentary',
        content: [{ type: 'output_text', text: 'Looking.', annotations: [] }],
      },
      { type: 'reasoning', id: 'rs_2', summary: [], encrypted_content: 'gBBB==' },
      { type: 'function_call', id: 'fc_1', call_id: 'call_a', name: 'weather', arguments: '{"city":"서울"}' },
      { type: 'function_call', id: 'fc_2', call_id: 'call_b', name: 'ping', arguments: '{}' },
      { type: 'function_call_output', call_id: 'call_a', output: '21' },
      {
        type: 'function_call_output',
        call_id: 'call_b',
        output: [
          { type: 'input_text', text: 'pong' },
          { type: 'input_image', detail: 'auto', image_url: 'data:image/png;base64,AAAA' },
        ],
      },
    ]);
  });

  it('gives foreign text and calls no item id', async () => {
    const { body } = await capture(
      requestOf([
        {
          role: 'user',
          parts: [
            { type: 'image', mime: 'image/png', data: 'AA' },
            { type: 'file', mime: 'application/pdf', name: 'a.pdf', data: 'JV' },
          ],
        },
        {
          role: 'assistant',
          parts: [
            { type: 'text', text: 'x' },
            { type: 'tool_call', id: 'call_1', name: 'ping', args: 'odd' },
          ],
        },
      ]),
    );
    expect(body['input']).toEqual([
      {
        type: 'message',
        role: 'user',
        content: [
          { type: 'input_image', detail: 'auto', image_url: 'data:image/png;base64,AA' },
          { type: 'input_file', filename: 'a.pdf', file_data: 'data:application/pdf;base64,JV' },
        ],
      },
      { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'x', annotations: [] }] },
      { type: 'function_call', call_id: 'call_1', name: 'ping', arguments: '{"value":"odd"}' },
    ]);
  });

  it('sends text that a signature had cut in one piece', async () => {
    const { body } = await capture(
      requestOf([
        {
          role: 'assistant',
          parts: [
            { type: 'text', text: 'Hel' },
            { type: 'text', text: 'lo', continues: true },
            { type: 'text', text: 'Next' },
          ],
        },
      ]),
    );
    const texts = (body['input'] as { content: { text: string }[] }[]).flatMap((item) =>
      item.content.map((one) => one.text),
    );
    expect(texts).toEqual(['Hello', 'Next']);
  });

  it('survives damaged details of an imported reasoning item', async () => {
    for (const details of ['{', 'null', '[]', '{"summary":[1]}']) {
      const { body } = await capture(
        requestOf([
          { role: 'assistant', parts: [{ type: 'thinking', text: 'a', itemId: 'rs_1', encrypted: 'g', details }] },
        ]),
      );
      expect(body['input']).toEqual([
        { type: 'reasoning', id: 'rs_1', summary: [{ type: 'summary_text', text: 'a' }], encrypted_content: 'g' },
      ]);
    }
  });

  it('sends tools without strictness', async () => {
    const { body } = await capture({
      ...HELLO,
      tools: [{ name: 'ping', inputSchema: { type: 'object' } }],
      toolChoice: 'none',
    });
    expect(body['tools']).toEqual([{ type: 'function', name: 'ping', parameters: { type: 'object' }, strict: false }]);
    expect(body['tool_choice']).toBe('none');
  });

  const EFFORT = (efforts: string[], off: boolean): ThinkingSupport => ({ kind: 'effort', off, efforts });
  it.each<[ThinkingLevel, ThinkingSupport, unknown]>([
    ['off', EFFORT(['none', 'low', 'medium', 'high'], true), { effort: 'none' }],
    ['off', EFFORT(['minimal', 'low', 'medium', 'high'], false), { effort: 'minimal', summary: 'auto' }],
    ['off', EFFORT(['low', 'high'], true), undefined],
    ['low', EFFORT(['none', 'low', 'high'], true), { effort: 'low', summary: 'auto' }],
    ['medium', EFFORT(['high'], false), { effort: 'high', summary: 'auto' }],
    ['low', EFFORT(['medium', 'high', 'xhigh'], false), { effort: 'medium', summary: 'auto' }],
    ['high', EFFORT(['low', 'medium', 'xhigh'], false), { effort: 'medium', summary: 'auto' }],
    ['high', EFFORT(['xhigh', 'max'], false), { effort: 'xhigh', summary: 'auto' }],
    ['high', { kind: 'none' }, undefined],
  ])('reasoning %s with %o', async (thinking, support, expected) => {
    const { body } = await capture({ ...HELLO, thinking }, withThinking(support));
    expect(body['reasoning']).toEqual(expected);
    expect('include' in body).toBe(support.kind === 'effort');
  });

  it('speaks to xAI with a system message and no request for summaries', async () => {
    const { url, body } = await capture(
      { ...HELLO, system: 'Be brief.' },
      { vendor: 'xai', endpoint: 'https://api.x.ai/v1' },
    );
    expect(url).toBe('https://api.x.ai/v1/responses');
    expect(body).not.toHaveProperty('instructions');
    expect(body['reasoning']).toEqual({ effort: 'medium' });
    expect(body['input']).toMatchObject([{ role: 'system', content: 'Be brief.' }, { role: 'user' }]);
  });

  it('keeps the smallest output the API takes', async () => {
    expect((await capture({ ...HELLO, maxOutputTokens: 3 })).body['max_output_tokens']).toBe(16);
  });
});
