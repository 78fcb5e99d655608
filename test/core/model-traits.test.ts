import { describe, expect, it } from 'vitest';
import type { HistoryMessage, Part } from '#core/message.ts';
import type { Target } from '#core/request.ts';
import { loadService } from '#vendors/registry.ts';
import { opaque } from './arbitrary-history.ts';
import { accepted, answer, call, named, partsOf, result, text, user } from './history-builders.ts';
import { target } from './targets.ts';

/** What one model of a vendor requires and another refuses. */

const wide = { window: { messages: 1_000 } } as const;

describe('Claude models that do not think (A20)', () => {
  it.each(['claude-3-5-haiku-latest', 'some-model-of-a-gateway'])(
    '%s gets no block, its own vendor’s included',
    async (id) => {
      const history = [
        user('q'),
        answer(
          'anthropic-adaptive',
          { type: 'thinking', text: 't', signature: opaque('anthropic-adaptive', 1) },
          { type: 'redacted_thinking', data: opaque('anthropic-adaptive', 2) },
          text('a'),
        ),
        user('n'),
      ];
      const { request, report } = await accepted(history, target('anthropic', id, wide));
      expect(request.messages[1]?.parts).toEqual([text('a')]);
      expect(report.notes).toEqual([
        { rule: 'drop-unusable-thinking', message: 1, part: 0 },
        { rule: 'drop-unusable-thinking', message: 1, part: 1 },
      ]);
    },
  );
});

describe('models of other servers of the Messages API (A39)', () => {
  const to = target('anthropic', 'deepseek-v4-pro', { endpoint: 'https://deepseek.example/anthropic', ...wide });
  const { vendor, endpoint, account = '' } = to;
  const own = (...parts: Part[]) => answer({ vendor, endpoint, account, model: to.model.id }, ...parts);
  const blocks: Part[] = [
    { type: 'thinking', text: 'signed', signature: 'ZHM=' },
    { type: 'thinking', text: 'unsigned' },
    { type: 'redacted_thinking', data: 'cmVk' },
  ];

  it('get back what they thought, signed or not', async () => {
    const { body } = await accepted([user('q'), own(...blocks, call('c1')), result('c1')], to);
    expect(body.messages).toMatchObject([
      {},
      {
        content: [
          { type: 'thinking', thinking: 'signed', signature: 'ZHM=' },
          { type: 'thinking', thinking: 'unsigned', signature: '' },
          { type: 'redacted_thinking', data: 'cmVk' },
          { type: 'tool_use' },
        ],
      },
      {},
    ]);
  });

  it.each([
    ['another model', { ...to, model: { ...to.model, id: 'deepseek-flash' } }],
    ['another server', { ...to, endpoint: 'https://kimi.example/anthropic' }],
  ])('get none of %s', async (_, other) => {
    const { body } = await accepted([user('q'), own(...blocks, call('c1')), result('c1')], other);
    expect(JSON.stringify(body)).not.toContain('thinking');
  });
});

describe('Kimi K3 (F1)', () => {
  const history = [
    user('q'),
    answer('openai-responses', call('c1')),
    result('c1'),
    answer('groq', text('a')),
    user('n'),
  ];

  it.each([
    target('fireworks', 'accounts/fireworks/models/kimi-k3', { thinking: 'off', ...wide }),
    target('openai', 'kimi-k3', { endpoint: 'https://api.moonshot.example/v1', ...wide }),
  ])('wants the field on every answer, wherever it runs: $endpoint', async (to) => {
    const { body } = await accepted(history, to);
    expect(body.messages).toMatchObject([{}, { reasoning_content: '' }, {}, { reasoning_content: '' }, {}]);
  });

  it('gets its own reasoning back in that field', async () => {
    const to = target('openai', 'kimi-k3', { endpoint: 'https://api.moonshot.example/v1', ...wide });
    const { vendor, endpoint, account = '' } = to;
    const own = answer({ vendor, endpoint, account, model: to.model.id }, { type: 'thinking', text: 'so' }, text('a'));
    expect((await accepted([user('q'), own, user('n')], to)).body.messages).toMatchObject([
      {},
      { reasoning_content: 'so' },
      {},
    ]);
  });
});

describe('R1 and its kin (D2)', () => {
  it.each([
    target('deepseek', 'deepseek-reasoner', wide),
    target('fireworks', 'accounts/fireworks/models/deepseek-r1', wide),
    target('openai', 'deepseek-r1', { endpoint: 'http://127.0.0.1:8000/v1', ...wide }),
  ])('take no reasoning back: $model.id of $vendor', async (to) => {
    const { vendor, endpoint, account = '' } = to;
    const own = answer({ vendor, endpoint, account, model: to.model.id }, { type: 'thinking', text: 'so' }, text('a'));
    expect(JSON.stringify((await accepted([user('q'), own, user('n')], to)).body)).not.toContain('reasoning');
  });
});

describe('OpenRouter, two answers that cannot be one (P1)', () => {
  const details = (content: string): Part => ({
    type: 'thinking',
    text: content,
    details: JSON.stringify([{ type: 'reasoning.text', text: content, signature: `of ${content}` }]),
  });
  const first = answer('openrouter', details('one'), text('first'));
  const second = answer('openrouter', details('two'), text('second'));

  it.each<[string, HistoryMessage[]]>([
    ['nothing', []],
    ['a blank user message', [user(' \n')]],
    ['an empty one', [{ role: 'user', parts: [] }]],
    ['an aborted answer', [{ role: 'assistant', parts: [], stop: 'aborted' }]],
  ])('stay two, each with its own details, with %s in between', async (_, between) => {
    const { body, report } = await accepted([user('q'), first, ...between, second, user('n')], named('openrouter'));
    expect(body.messages).toMatchObject([
      {},
      { content: 'first', reasoning_details: [{ text: 'one' }] },
      { role: 'user', content: [{ text: '[Continuing...]' }] },
      { content: 'second', reasoning_details: [{ text: 'two' }] },
      {},
    ]);
    expect(report.notes).toContainEqual({ rule: 'separate-answers', message: 2 + between.length });
  });

  it('are one where at most one of them has details', async () => {
    const plain = answer('groq', text('second'));
    const { body } = await accepted([user('q'), first, plain, user('n')], named('openrouter'));
    expect(body.messages).toMatchObject([{}, { content: 'first\n\nsecond', reasoning_details: [{ text: 'one' }] }, {}]);
  });
});

describe('tools that only the history names (Q2)', () => {
  const tools = (count: number) =>
    Array.from({ length: count }, (_, index) => ({ name: `tool_${index}`, inputSchema: { type: 'object' } }));
  const history = [
    user('q'),
    answer('ollama', call('a', 'gone'), call('b', 'tool_127')),
    result('a'),
    result('b'),
    user('n'),
  ];

  it('take the place of another when the list is full', async () => {
    const { request, report } = await accepted(history, named('groq', { tools: tools(128) }));
    expect(request.tools).toHaveLength(128);
    expect(request.tools.map(({ name }) => name)).toEqual(expect.arrayContaining(['gone', 'tool_127']));
    expect(report.notes.filter(({ rule }) => rule === 'quarantine-tool')).toEqual([
      { rule: 'quarantine-tool', detail: expect.stringContaining('tool_126') },
    ]);
  });

  it('stay unoffered beyond what the vendor takes', async () => {
    const many = Array.from({ length: 130 }, (_, index) => call(`c${index}`, `old_${index}`));
    const { request } = await accepted([user('q'), answer('ollama', ...many), user('n')], named('groq'));
    expect(request.tools).toHaveLength(128);
  });

  it('are named to a gateway of Anthropic that sees no other tool, and not to Anthropic itself', async () => {
    const gateway = await accepted(history, named('anthropic-gateway'));
    expect(gateway.request.tools.map(({ name }) => name)).toEqual(['gone', 'tool_127']);
    expect(gateway.body.tool_choice).toEqual({ type: 'none' });
    expect((await accepted(history, named('anthropic-adaptive'))).request.tools).toEqual([]);
    const offered = await accepted(history, named('anthropic-gateway', { tools: tools(1) }));
    expect(offered.request.tools.map(({ name }) => name)).toEqual(['tool_0']);
  });
});

describe('reasoning items and what follows them (R1, R2)', () => {
  const reason = (n: number): Part => ({
    type: 'thinking',
    text: '',
    encrypted: opaque('openai-responses', n),
    itemId: `rs_${n}`,
  });
  const followers: [string, Part][] = [
    ['text that nobody sees', { type: 'text', text: '\u200b', itemId: 'msg_1' }],
    ['a refusal', { type: 'refusal', text: 'no' }],
    ['arguments that are no object', call('c0', 'read', { args: [1], itemId: 'fc_0' })],
    ['arguments that do not parse', call('c0', 'read', { args: {}, rawArgs: '{"a', itemId: 'fc_0' })],
    ['a block of a server tool', { type: 'vendor_block', kind: 'web_search_call', data: '{"type":"web_search_call"}' }],
  ];

  it.each(followers)('reasoning is not left behind with another follower than %s', async (_, follower) => {
    const own = answer('openai-responses', reason(1), follower, reason(2), call('c1', 'read', { itemId: 'fc_1' }));
    const { body, request } = await accepted([user('q'), own, result('c1'), user('n')], named('openai-responses'));
    expect(partsOf(request.messages, 'thinking').map(({ itemId }) => itemId)).toEqual(['rs_2']);
    expect(JSON.stringify(body)).not.toMatch(/msg_1|fc_0|web_search/);
  });
});

describe('manual thinking between tool calls (A29)', () => {
  const BETA = 'interleaved-thinking-2025-05-14';
  const tools = [{ name: 'read', inputSchema: { type: 'object' } }];
  const betas = async (id: string, rest: Partial<Target>) => {
    const to = target('anthropic', id, { ...wide, ...rest });
    const service = await loadService('anthropic', { fetch: () => Promise.reject(new Error('no network in tests')) });
    const { request } = service.sanitizeMessages([user('q')], [], to);
    return (await service.capture(request, to)).headers['anthropic-beta'] ?? '';
  };

  it.each([
    ['claude-opus-4-5', { tools, thinking: 'high' }, true],
    ['claude-sonnet-4-5', { tools, thinking: 'low' }, true],
    ['claude-sonnet-4-20250514', { tools, thinking: 'low' }, true],
    ['claude-opus-4-5', { tools, thinking: 'off' }, false],
    ['claude-opus-4-5', { thinking: 'high' }, false],
    ['claude-haiku-4-5', { tools, thinking: 'high' }, false],
    ['claude-3-7-sonnet-20250219', { tools, thinking: 'high' }, false],
    ['claude-sonnet-4-6', { tools, thinking: 'high' }, false],
    ['claude-opus-4-8', { tools, thinking: 'high' }, false],
    ['claude-opus-4-5', { tools, thinking: 'high', endpoint: 'https://gateway.example' }, false],
  ] as const)('%s with %j asks for it: %s', async (id, rest, asked) => {
    expect((await betas(id, rest)).includes(BETA)).toBe(asked);
  });
});
