import { describe, expect, it } from 'vitest';
import type { ThinkingLevel } from '#core/model.ts';
import type { ThinkingSupport } from '#core/vendors/base/model-facts.ts';
import type { NormalizedMessage, NormalizedRequest, Target } from '#core/request.ts';
import type { Vendor } from '#core/vendor.ts';
import { ownEndpoint } from '#core/endpoint.ts';
import { captureRequest } from '#test/vendors/capture-request.ts';
import { HELLO, modelOf, requestOf, serviceFor, targetOf } from './support.ts';

const EFFORT: ThinkingSupport = { kind: 'effort', off: true, efforts: ['none', 'low', 'medium', 'high'] };
const TOGGLE: ThinkingSupport = { kind: 'toggle', off: true, efforts: ['low', 'high', 'max'] };

const targetFor = (vendor: Vendor, thinking: ThinkingSupport, id = 'm', change: Partial<Target> = {}): Target =>
  targetOf('openai-chat', {
    vendor,
    endpoint: ownEndpoint(vendor),
    model: modelOf('openai-chat', { vendor, thinking, id }),
    ...change,
  });

const capture = async (request: NormalizedRequest, target: Target) => {
  const service = await serviceFor('openai-chat', () => Promise.reject(new Error('no network in this test')));
  const captured = await captureRequest(service, request, target);
  return { ...captured, body: captured.body as Record<string, unknown> };
};
const keys = (body: Record<string, unknown>) => Object.keys(body).toSorted();

const ROUND: NormalizedMessage[] = [
  {
    role: 'user',
    parts: [
      { type: 'text', text: 'a' },
      { type: 'text', text: 'b' },
    ],
  },
  {
    role: 'assistant',
    parts: [
      { type: 'text', text: 'Hel' },
      { type: 'text', text: 'lo.', continues: true },
      { type: 'tool_call', id: 'abcdef123', name: 'ping', args: { n: 1 } },
    ],
    reasoning: 'own thoughts',
    reasoningDetails: '[{"type":"reasoning.text","text":"x","signature":"s"}]',
  },
  { role: 'tool', parts: [{ type: 'tool_result', callId: 'abcdef123', name: 'ping', text: 'pong' }] },
  { role: 'assistant', parts: [{ type: 'tool_call', id: 'abcdef124', name: 'ping', args: {} }] },
  { role: 'tool', parts: [{ type: 'tool_result', callId: 'abcdef124', name: 'ping', text: 'pong' }] },
  {
    role: 'user',
    parts: [
      { type: 'text', text: 'see' },
      { type: 'image', mime: 'image/png', data: 'AA' },
    ],
  },
];

describe('Chat Completions request', () => {
  it.each([
    ['https://api.openai.com/v1', 'openai', 'conversation-1'],
    ['http://127.0.0.1:1234/v1', 'openai', undefined],
    ['https://openrouter.ai/api/v1', 'openrouter', 'conversation-1'],
    ['https://api.groq.com/openai/v1', 'groq', undefined],
  ] as const)('names the conversation only where that is known: %s', async (endpoint, vendor, expected) => {
    const { body } = await capture(
      HELLO,
      targetFor(vendor, { kind: 'none' }, 'm', { endpoint, cacheKey: 'conversation-1' }),
    );
    expect(body['prompt_cache_key']).toBe(expected);
  });

  it('sends a plain compatible server nothing that a strict one could refuse', async () => {
    const { method, url, body } = await capture({ ...HELLO, system: 'S' }, targetOf('openai-chat'));
    expect({ method, url }).toEqual({ method: 'POST', url: 'http://127.0.0.1:1234/v1/chat/completions' });
    expect(keys(body).filter((key) => key !== 'stream_options')).toEqual(['max_tokens', 'messages', 'model', 'stream']);
    expect(body['messages']).toEqual([
      { role: 'system', content: 'S' },
      { role: 'user', content: 'hello' },
    ]);
  });

  it('speaks to api.openai.com in its own words', async () => {
    const { body } = await capture({ ...HELLO, system: 'S' }, targetFor('openai', EFFORT));
    expect(body).toMatchObject({
      max_completion_tokens: 4096,
      reasoning_effort: 'medium',
      stream_options: { include_usage: true },
      messages: [{ role: 'developer' }, { role: 'user' }],
    });
    expect(body).not.toHaveProperty('max_tokens');
  });

  it('answers every call in a message of its own and joins text to one string', async () => {
    const { body } = await capture(requestOf(ROUND), targetFor('fireworks', EFFORT));
    expect(body['messages']).toEqual([
      { role: 'user', content: 'a\n\nb' },
      {
        role: 'assistant',
        content: 'Hello.',
        reasoning_content: 'own thoughts',
        reasoning_details: [{ type: 'reasoning.text', text: 'x', signature: 's' }],
        tool_calls: [{ id: 'abcdef123', type: 'function', function: { name: 'ping', arguments: '{"n":1}' } }],
      },
      { role: 'tool', tool_call_id: 'abcdef123', content: 'pong' },
      {
        role: 'assistant',
        content: '',
        tool_calls: [{ id: 'abcdef124', type: 'function', function: { name: 'ping', arguments: '{}' } }],
      },
      { role: 'tool', tool_call_id: 'abcdef124', content: 'pong' },
      {
        role: 'user',
        content: [
          { type: 'text', text: 'see' },
          { type: 'image_url', image_url: { url: 'data:image/png;base64,AA' } },
        ],
      },
    ]);
  });

  it.each<[Vendor, object]>([
    ['cerebras', { reasoning: 'own thoughts' }],
    ['deepseek', { reasoning_content: 'own thoughts' }],
    ['groq', {}],
    ['ollama', {}],
  ])('echoes reasoning to %s in the field it reads', async (vendor, expected) => {
    const answer: NormalizedMessage = {
      role: 'assistant',
      parts: [{ type: 'text', text: 'x' }],
      reasoning: 'own thoughts',
    };
    const { body } = await capture(requestOf([answer]), targetFor(vendor, EFFORT));
    expect(body['messages']).toEqual([{ role: 'assistant', content: 'x', ...expected }]);
  });

  it('keeps an empty reasoning field that the compiler asks for', async () => {
    const { body } = await capture(
      requestOf([{ role: 'assistant', parts: [{ type: 'text', text: 'x' }], reasoning: '' }]),
      targetFor('deepseek', TOGGLE),
    );
    expect(body['messages']).toEqual([{ role: 'assistant', content: 'x', reasoning_content: '' }]);
  });

  it('gives Mistral thinking as chunks and names on tool messages', async () => {
    const { body } = await capture(
      requestOf([
        {
          role: 'assistant',
          parts: [
            { type: 'thinking', text: 't', signature: 'c2ln' },
            { type: 'text', text: 'x' },
          ],
        },
        { role: 'tool', parts: [{ type: 'tool_result', callId: 'abcdef123', name: 'ping', text: 'pong' }] },
      ]),
      targetFor('mistral', EFFORT),
    );
    expect(body['messages']).toEqual([
      {
        role: 'assistant',
        content: [
          { type: 'thinking', thinking: [{ type: 'text', text: 't' }], signature: 'c2ln', closed: true },
          { type: 'text', text: 'x' },
        ],
      },
      { role: 'tool', tool_call_id: 'abcdef123', name: 'ping', content: 'pong' },
    ]);
    expect(body).not.toHaveProperty('stream_options');
  });

  it('omits the content of a turn that only calls where the vendor wants it so', async () => {
    const { body } = await capture(requestOf([ROUND[3] as NormalizedMessage]), targetFor('openai', EFFORT));
    expect((body['messages'] as object[])[0]).not.toHaveProperty('content');
  });

  it.each<[Vendor, ThinkingSupport, ThinkingLevel, object]>([
    ['groq', EFFORT, 'high', { reasoning_effort: 'high', reasoning_format: 'parsed' }],
    ['groq', { kind: 'toggle', off: true, efforts: ['none', 'default'] }, 'high', { reasoning_effort: 'default' }],
    ['groq', { kind: 'toggle', off: true, efforts: ['none', 'default'] }, 'off', { reasoning_effort: 'none' }],
    ['groq', { kind: 'none' }, 'high', {}],
    ['deepseek', TOGGLE, 'off', { thinking: { type: 'disabled' } }],
    ['deepseek', TOGGLE, 'medium', { thinking: { type: 'enabled' }, reasoning_effort: 'low' }],
    ['openrouter', EFFORT, 'low', { reasoning: { effort: 'low' } }],
    ['openrouter', EFFORT, 'off', { reasoning: { effort: 'none' } }],
    ['openrouter', { kind: 'toggle', off: true, efforts: [] }, 'off', { reasoning: { enabled: false } }],
    ['openrouter', { kind: 'toggle', off: true, efforts: [] }, 'high', { reasoning: { enabled: true } }],
    ['mistral', EFFORT, 'high', { reasoning_effort: 'high' }],
    ['mistral', { kind: 'toggle', off: false, efforts: [] }, 'off', {}],
    ['mistral', { kind: 'toggle', off: false, efforts: [] }, 'high', {}],
    ['cerebras', EFFORT, 'low', { reasoning_effort: 'low' }],
    ['ollama', EFFORT, 'low', { reasoning_effort: 'low', options: { num_ctx: 200_000 } }],
  ])('asks %s for thinking: %o %s', async (vendor, support, thinking, expected) => {
    const { body } = await capture({ ...HELLO, thinking }, targetFor(vendor, support));
    expect(body).toMatchObject(expected);
    const extra = keys(body).filter(
      (key) => !/^(model|messages|stream|stream_options|max_(completion_)?tokens|options)$/.test(key),
    );
    const fields = Object.keys(expected).filter((key) => key !== 'options');
    expect(extra.filter((key) => key !== 'reasoning_format').toSorted()).toEqual(
      fields.filter((key) => key !== 'reasoning_format').toSorted(),
    );
  });

  describe('for models at OpenRouter that cache marked prompts only (P7)', () => {
    const cache_control = { type: 'ephemeral' };
    const contents = ({ body }: { body: Record<string, unknown> }) =>
      (body['messages'] as { content: unknown }[]).map(({ content }) => content);

    it.each([
      'anthropic/claude-opus-5',
      '~anthropic/claude-sonnet-latest',
      'qwen/qwen3.7-max',
      'qwen/qwen3.6-max-preview',
      'qwen/qwen3-coder-plus',
      'qwen/qwen-plus-2025-07-28:thinking',
    ])('marks the system prompt of %s and the newest two turns of the user', async (id) => {
      const captured = await capture({ ...requestOf(ROUND), system: 'S' }, targetFor('openrouter', EFFORT, id));
      expect(contents(captured)).toEqual([
        [{ type: 'text', text: 'S', cache_control }],
        'a\n\nb',
        'Hello.',
        [{ type: 'text', text: 'pong', cache_control }],
        '',
        'pong',
        [
          { type: 'text', text: 'see', cache_control },
          { type: 'image_url', image_url: { url: 'data:image/png;base64,AA' } },
        ],
      ]);
      expect(captured.body).not.toHaveProperty('cache_control');
    });

    it('marks an earlier result where the end of a turn has no text', async () => {
      const picture: NormalizedMessage = { role: 'user', parts: [{ type: 'image', mime: 'image/png', data: 'AA' }] };
      const looked = [...ROUND.slice(0, -1), picture];
      const list = contents(await capture(requestOf(looked), targetFor('openrouter', EFFORT, 'anthropic/claude')));
      expect(list.at(-2)).toEqual([{ type: 'text', text: 'pong', cache_control }]);
      expect(JSON.stringify(list).match(/cache_control/g)).toHaveLength(2);
    });

    it.each<[Vendor, string, string?]>([
      ['openrouter', 'google/gemini-3.8-flash'],
      ['openrouter', 'openai/gpt-6-sol'],
      ['openrouter', 'qwen/qwen3-235b-a22b'],
      ['openai', 'anthropic/claude-opus-5', 'https://gateway.example/v1'],
    ])('marks nothing for others: %s, %s', async (vendor, id, endpoint) => {
      const target = targetFor(vendor, EFFORT, id, endpoint === undefined ? {} : { endpoint });
      const { body } = await capture({ ...requestOf(ROUND), system: 'S' }, target);
      expect(JSON.stringify(body)).not.toContain('cache_control');
      expect(contents({ body }).slice(0, 2)).toEqual(['S', 'a\n\nb']);
    });
  });

  it('sends tools as functions', async () => {
    const tools = [{ name: 'ping', description: 'P', inputSchema: { type: 'object' } }];
    const { body } = await capture({ ...HELLO, tools, toolChoice: 'none' }, targetFor('groq', { kind: 'none' }));
    expect(body['tools']).toEqual([
      { type: 'function', function: { name: 'ping', description: 'P', parameters: { type: 'object' } } },
    ]);
    expect(body['tool_choice']).toBe('none');
  });
});
