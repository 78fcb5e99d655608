import { describe, expect, it } from 'vitest';
import type { HistoryMessage } from '#core/message.ts';
import type { ThinkingLevel } from '#core/model.ts';
import type { ThinkingSupport } from '#core/vendors/base/model-facts.ts';
import type { NormalizedRequest } from '#core/request.ts';
import { captureRequest } from '#test/vendors/capture-request.ts';
import { ADAPTIVE, HELLO, requestOf, serviceFor, targetOf } from './support.ts';

const capture = async (request: NormalizedRequest, thinking: ThinkingSupport = ADAPTIVE) => {
  const service = await serviceFor('anthropic', () => Promise.reject(new Error('no network in this test')));
  const captured = await captureRequest(service, request, targetOf('anthropic', { of: { thinking } }));
  return { ...captured, body: captured.body as Record<string, unknown> };
};

const ROUND: HistoryMessage[] = [
  { role: 'user', parts: [{ type: 'text', text: 'weather?' }] },
  {
    role: 'assistant',
    parts: [
      { type: 'thinking', text: '생각', signature: 'EqQB+/=' },
      { type: 'redacted_thinking', data: 'cmVk' },
      { type: 'thinking', text: '', signature: 'ZW1wdHk=' },
      { type: 'text', text: 'Let me look.' },
      { type: 'tool_call', id: 'toolu_1', name: 'weather', args: { city: '서울' } },
      { type: 'tool_call', id: 'toolu_2', name: 'ping', args: {} },
    ],
  },
  {
    role: 'tool',
    parts: [
      {
        type: 'tool_result',
        callId: 'toolu_1',
        name: 'weather',
        text: '21',
        images: [{ mime: 'image/png', data: 'AAAA' }],
      },
      { type: 'tool_result', callId: 'toolu_2', name: 'ping', text: 'no route', isError: true },
    ],
  },
  { role: 'user', parts: [{ type: 'text', text: 'and now?' }] },
];

describe('Anthropic request', () => {
  it('is addressed, versioned and shaped as the API wants it', async () => {
    const { method, url, headers, body } = await capture(HELLO);
    expect({ method, url }).toEqual({ method: 'POST', url: 'https://api.anthropic.com/v1/messages' });
    expect(headers).toMatchObject({ 'anthropic-version': '2023-06-01', 'content-type': 'application/json' });
    expect(headers).not.toHaveProperty('anthropic-beta');
    expect(body).toEqual({
      model: 'claude-opus-5',
      max_tokens: 4096,
      stream: true,
      thinking: { type: 'adaptive', display: 'summarized' },
      output_config: { effort: 'medium' },
      messages: [{ role: 'user', content: [{ type: 'text', text: 'hello', cache_control: { type: 'ephemeral' } }] }],
    });
  });

  it('keeps blocks in their order and byte-exact, folds results and words into one user turn, results first', async () => {
    const { body } = await capture(requestOf(ROUND));
    expect(body['messages']).toEqual([
      { role: 'user', content: [{ type: 'text', text: 'weather?', cache_control: { type: 'ephemeral' } }] },
      {
        role: 'assistant',
        content: [
          { type: 'thinking', thinking: '생각', signature: 'EqQB+/=' },
          { type: 'redacted_thinking', data: 'cmVk' },
          { type: 'thinking', thinking: '', signature: 'ZW1wdHk=' },
          { type: 'text', text: 'Let me look.' },
          { type: 'tool_use', id: 'toolu_1', name: 'weather', input: { city: '서울' } },
          { type: 'tool_use', id: 'toolu_2', name: 'ping', input: {} },
        ],
      },
      {
        role: 'user',
        content: [
          {
            type: 'tool_result',
            tool_use_id: 'toolu_1',
            content: [
              { type: 'text', text: '21' },
              { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AAAA' } },
            ],
          },
          { type: 'tool_result', tool_use_id: 'toolu_2', content: 'no route', is_error: true },
          { type: 'text', text: 'and now?', cache_control: { type: 'ephemeral' } },
        ],
      },
    ]);
  });

  it('never sends thinking without a signature', async () => {
    const { body } = await capture(
      requestOf([
        {
          role: 'assistant',
          parts: [
            { type: 'thinking', text: 'unsigned' },
            { type: 'text', text: 'x' },
          ],
        },
      ]),
    );
    expect(JSON.stringify(body)).not.toContain('unsigned');
  });

  it('sends tools, system, files and a forbidden tool choice', async () => {
    const schema = { type: 'object', properties: { city: { type: 'string' } } };
    const { body } = await capture(
      requestOf(
        [{ role: 'user', parts: [{ type: 'file', mime: 'application/pdf', name: 'a.pdf', data: 'JVBERg==' }] }],
        {
          system: 'Be brief.',
          tools: [{ name: 'weather', description: 'Weather', inputSchema: schema }],
          toolChoice: 'none',
        },
      ),
    );
    expect(body).toMatchObject({
      system: [{ type: 'text', text: 'Be brief.', cache_control: { type: 'ephemeral' } }],
      tools: [{ name: 'weather', description: 'Weather', input_schema: schema }],
      tool_choice: { type: 'none' },
      messages: [
        {
          role: 'user',
          content: [
            {
              type: 'document',
              title: 'a.pdf',
              source: { type: 'base64', media_type: 'application/pdf', data: 'JVBERg==' },
            },
          ],
        },
      ],
    });
  });

  it('never sets more than four cache markers, none on thinking or empty text', async () => {
    const long = Array.from({ length: 12 }, (_, index): HistoryMessage[] => [
      { role: 'user', parts: [{ type: 'text', text: `q${index}` }] },
      {
        role: 'assistant',
        parts: [
          { type: 'thinking', text: 't', signature: 'cw==' },
          { type: 'text', text: 'a' },
        ],
      },
    ]).flat();
    const { body } = await capture(
      requestOf([...long, { role: 'user', parts: [{ type: 'text', text: 'end' }] }], { system: 's' }),
    );
    const markers = JSON.stringify(body).match(/cache_control/g) ?? [];
    expect(markers).toHaveLength(3);
    expect(JSON.stringify(body)).not.toMatch(/"thinking":"t"[^}]*cache_control/);
  });

  it('renders a longer history as the same bytes plus more, cache markers aside', async () => {
    const bytes = async (messages: HistoryMessage[]) => {
      const { body } = await capture(requestOf(messages, { system: 's' }));
      const rendered = JSON.stringify(body['messages'], (key, value: unknown) =>
        key === 'cache_control' ? undefined : value,
      );
      return rendered.slice(0, -1);
    };
    const more: HistoryMessage[] = [...ROUND, { role: 'assistant', parts: [{ type: 'text', text: 'cold' }] }];
    expect((await bytes(more)).startsWith(await bytes(ROUND))).toBe(true);
  });

  const MANUAL: ThinkingSupport = {
    kind: 'anthropic',
    manual: true,
    adaptive: false,
    off: true,
    efforts: [],
    binding: 'none',
  };
  const ALWAYS: ThinkingSupport = { ...ADAPTIVE, kind: 'anthropic', off: false, binding: 'all' };
  const BOTH: ThinkingSupport = {
    ...ADAPTIVE,
    kind: 'anthropic',
    manual: true,
    efforts: ['low', 'medium', 'high', 'max'],
  };

  it.each<[string, ThinkingSupport, ThinkingLevel, number, object | undefined, object | undefined]>([
    ['adaptive, off', ADAPTIVE, 'off', 4096, { type: 'disabled' }, undefined],
    ['adaptive, low', ADAPTIVE, 'low', 4096, { type: 'adaptive', display: 'summarized' }, { effort: 'low' }],
    ['adaptive, high', ADAPTIVE, 'high', 4096, { type: 'adaptive', display: 'summarized' }, { effort: 'high' }],
    ['always on, off', ALWAYS, 'off', 4096, { type: 'adaptive', display: 'summarized' }, { effort: 'low' }],
    ['both, prefers adaptive', BOTH, 'high', 4096, { type: 'adaptive', display: 'summarized' }, { effort: 'high' }],
    ['manual, off', MANUAL, 'off', 4096, undefined, undefined],
    ['manual, low', MANUAL, 'low', 32_000, { type: 'enabled', budget_tokens: 2048 }, undefined],
    ['manual, high', MANUAL, 'high', 64_000, { type: 'enabled', budget_tokens: 24_576 }, undefined],
    ['manual, high, little room', MANUAL, 'high', 8192, { type: 'enabled', budget_tokens: 7168 }, undefined],
    ['manual, hardly any room', MANUAL, 'medium', 1500, { type: 'enabled', budget_tokens: 1024 }, undefined],
    ['manual, no room', MANUAL, 'medium', 1024, undefined, undefined],
    ['no thinking', { kind: 'none' }, 'high', 4096, undefined, undefined],
  ])('thinking: %s', async (_name, support, thinking, maxOutputTokens, expected, output) => {
    const { body } = await capture(requestOf(HELLO.messages, { thinking, maxOutputTokens }), support);
    expect(body['thinking']).toEqual(expected);
    expect(body['output_config']).toEqual(output);
  });

  it('opts into dropping mismatched thinking with the beta header, and never when thinking is off', async () => {
    const on = await capture(requestOf(HELLO.messages, { dropMismatchedThinking: true }), ALWAYS);
    expect(on.headers['anthropic-beta']).toBe('thinking-binding-controls-2026-08-01');
    expect(on.body['thinking']).toEqual({
      type: 'adaptive',
      display: 'summarized',
      block_binding: { prefix_mismatch_behavior: 'drop_block' },
    });
    const off = await capture(requestOf(HELLO.messages, { dropMismatchedThinking: true, thinking: 'off' }), ADAPTIVE);
    expect(off.headers).not.toHaveProperty('anthropic-beta');
    expect(off.body['thinking']).toEqual({ type: 'disabled' });
  });

  it('never sends sampling parameters', async () => {
    for (const thinking of ['off', 'high'] as const) {
      const { body } = await capture(requestOf(ROUND, { thinking }));
      expect(Object.keys(body)).not.toEqual(expect.arrayContaining([expect.stringMatching(/temperature|top_/)]));
    }
  });
});
