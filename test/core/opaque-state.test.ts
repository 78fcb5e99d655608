import { describe, expect, it } from 'vitest';
import type { HistoryMessage, Part } from '#core/message.ts';
import { prefixDigest } from '#core/normalize/base/prefix-digest.ts';
import { normalizeRequest } from '#core/normalize/normalize-request.ts';
import type { Overlay, Target } from '#core/request.ts';
import type { Origin, Vendor } from '#core/vendor.ts';
import { opaque, originOf } from './arbitrary-history.ts';
import { lintBody } from './lint-body.ts';
import { accepted, answer, call, EVERYWHERE, named, partsOf, result, text, user } from './history-builders.ts';
import { target } from './targets.ts';

/**
 * Opaque state is sent back unchanged to where it was made, and nowhere else: vendor-rules 8.2, A24, R1-R5, G10, P1.
 */

describe('same vendor, another model, key or address (8.2)', () => {
  const signed = (origin: Origin): HistoryMessage[] => [
    user('q'),
    answer(origin, { type: 'thinking', text: 't', signature: 'c2ln', encrypted: 'ZW5j', itemId: 'rs_1' }, text('a')),
    user('n'),
  ];
  const made = (vendor: Vendor, model: string, rest: Partial<Origin> = {}): Origin => ({
    vendor,
    model,
    account: `key-${vendor}`,
    ...rest,
  });
  const keeps = (origin: Origin, to: Target) =>
    partsOf(normalizeRequest(signed(origin), [], to).request.messages, 'thinking').length === 1;

  it.each([
    ['same Claude', made('anthropic', 'claude-opus-4-8'), target('anthropic', 'claude-opus-4-8'), true],
    ['another Claude, directly', made('anthropic', 'claude-opus-4-8'), target('anthropic', 'claude-sonnet-5'), true],
    [
      'another Claude, through a gateway',
      made('anthropic', 'claude-opus-4-8', { endpoint: 'https://g.example' }),
      target('anthropic', 'claude-sonnet-5', { endpoint: 'https://g.example' }),
      false,
    ],
    [
      'same Claude, through the same gateway',
      made('anthropic', 'claude-opus-4-8', { endpoint: 'https://G.example/' }),
      target('anthropic', 'claude-opus-4-8', { endpoint: 'https://g.example' }),
      true,
    ],
    [
      'from a gateway to Anthropic',
      made('anthropic', 'claude-opus-4-8', { endpoint: 'https://g.example' }),
      target('anthropic', 'claude-opus-4-8'),
      false,
    ],
    [
      'another key',
      made('anthropic', 'claude-opus-4-8', { account: 'other' }),
      target('anthropic', 'claude-opus-4-8'),
      false,
    ],
    [
      'unknown key, unbound model',
      { vendor: 'anthropic', model: 'claude-opus-4-8' },
      target('anthropic', 'claude-opus-4-8'),
      true,
    ],
    [
      'unknown key, bound model',
      { vendor: 'anthropic', model: 'claude-sonnet-5-5' },
      target('anthropic', 'claude-sonnet-5-5'),
      false,
    ],
    ['same GPT', made('openai', 'gpt-6-sol'), target('openai', 'gpt-6-sol'), true],
    ['another GPT', made('openai', 'gpt-6.1-sol'), target('openai', 'gpt-6-sol'), false],
    ['GPT under another key', made('openai', 'gpt-6-sol', { account: 'other' }), target('openai', 'gpt-6-sol'), false],
    ['GPT to xAI', made('openai', 'gpt-6-sol'), target('xai', 'grok-4.7'), false],
    ['same Grok', made('xai', 'grok-4.7'), target('xai', 'grok-4.7'), true],
  ] as const)('%s', (_, origin, to, retained) => {
    expect(keeps(origin, { ...to, thinking: 'high' })).toBe(retained);
  });
});

describe('Responses items (R1-R5)', () => {
  const own = (...list: Part[]): HistoryMessage[] => [user('q'), answer('openai-responses', ...list)];
  const reason = (n: number): Part => ({
    type: 'thinking',
    text: '',
    encrypted: opaque('openai-responses', n),
    itemId: `rs_${n}`,
  });

  it('keeps whole pairs byte for byte', async () => {
    const pair: Part[] = [reason(1), { type: 'text', text: 'a', itemId: 'msg_1', phase: 'final_answer' }];
    const { request, body } = await accepted([...own(...pair), user('n')], named('openai-responses'));
    expect(request.messages[1]?.parts).toEqual(pair);
    expect(JSON.stringify(body)).toContain('"id":"rs_1"');
  });

  it('leaves out reasoning whose follower is gone, and the ids of the calls that shared it', async () => {
    const cut = { ...call('c0', 'write', { rawArgs: '{"a', itemId: 'fc_0' }) };
    const history: HistoryMessage[] = [
      user('q'),
      { ...answer('openai-responses', reason(1), cut, call('c1', 'read', { itemId: 'fc_1' })), stop: 'aborted' },
      result('c1'),
      user('n'),
    ];
    const { body } = await accepted(history, named('openai-responses'));
    expect(JSON.stringify(body)).not.toMatch(/rs_1|fc_1/);
  });

  it('leaves out reasoning at the end and reasoning without its encrypted content', async () => {
    const unsigned: Part = { type: 'thinking', text: 'summary', itemId: 'rs_9' };
    const history = [...own(unsigned, { type: 'text', text: 'a', itemId: 'msg_9' }, reason(2)), user('n')];
    expect(JSON.stringify((await accepted(history, named('openai-responses'))).body)).not.toMatch(/rs_|msg_9/);
  });
});

describe('prefix binding (A24)', () => {
  const bound = (rest: Partial<Target> = {}) => named('anthropic-bound', { system: 'S', ...rest });

  function talk(to: Target, turns: number): HistoryMessage[] {
    const history: HistoryMessage[] = [];
    for (let n = 0; n < turns; n++) {
      history.push({ ...user(`ask ${n}`), id: `u${n}` });
      const digest = prefixDigest(normalizeRequest(history, [], to).request);
      const thinking: Part = {
        type: 'thinking',
        text: '',
        signature: opaque('anthropic-bound', n),
        prefixDigest: digest,
      };
      history.push({ ...answer('anthropic-bound', thinking, text(`answer ${n}`)), id: `a${n}` });
    }
    return [...history, { ...user('next'), id: 'last' }];
  }

  it('digests stay equal as long as nothing before changes', () => {
    const { report } = normalizeRequest(talk(bound(), 8), [], bound());
    expect(report.notes).toEqual([]);
  });

  it('opts into drop_block on every request, from the first on', async () => {
    for (const history of [[user('q')], talk(bound(), 3)]) {
      const { body, request } = await accepted(history, bound());
      expect(request.dropMismatchedThinking).toBe(true);
      expect(body.thinking).toMatchObject({ block_binding: { prefix_mismatch_behavior: 'drop_block' } });
    }
    expect((await accepted([user('q')], named('anthropic-adaptive'))).request.dropMismatchedThinking).toBe(false);
  });

  it.each([
    ['another system prompt', bound({ system: 'T' })],
    ['another tool list', bound({ tools: [{ name: 'new', inputSchema: { type: 'object' } }] })],
    ['a moved window', bound({ window: { messages: 6 } })],
  ])('tells which blocks no longer fit: %s', (_, changed) => {
    const { report } = normalizeRequest(talk(bound(), 6), [], changed);
    expect(report.notes.filter(({ rule }) => rule === 'thinking-bound-elsewhere').length).toBeGreaterThan(0);
  });

  it('strips before the 400 where drop_block is not to be had, and never takes it back', async () => {
    const elsewhere = { ...bound({ system: 'T' }), endpoint: 'https://gateway.example' };
    const origin = { ...originOf('anthropic-bound'), endpoint: 'https://gateway.example' };
    const history = talk({ ...bound(), endpoint: 'https://gateway.example' }, 3).map((message) =>
      message.role === 'assistant' ? { ...message, origin } : message,
    );
    const { request, report } = await accepted(history, elsewhere);
    expect(partsOf(request.messages, 'thinking')).toEqual([]);
    expect(report.decisions).toEqual([
      { kind: 'strip-state', target: { message: 'a2' }, reason: expect.any(String), data: { vendor: 'anthropic' } },
    ]);
    const overlays = (report.decisions ?? []).map((decision): Overlay => ({
      ...decision,
      id: 'o',
      sessionId: 's',
      at: 0,
    }));
    // The old system prompt is back. Its blocks would be valid again, but are still left out.
    const again = await accepted(history, { ...elsewhere, system: 'S' }, overlays);
    expect(partsOf(again.request.messages, 'thinking')).toEqual([]);
    const without = await accepted(history, { ...elsewhere, system: 'S' });
    expect(partsOf(without.request.messages, 'thinking')).toHaveLength(3);
  });

  it('strips all of it when thinking is off, since drop_block is refused there', async () => {
    const haiku = target('anthropic', 'claude-haiku-5-5', { thinking: 'off' });
    const history = talk(bound(), 2).map((message) =>
      message.role === 'assistant'
        ? { ...message, origin: { ...originOf('anthropic-bound'), model: 'claude-haiku-5-5' } }
        : message,
    );
    expect(partsOf((await accepted(history, haiku)).request.messages, 'thinking')).toEqual([]);
  });
});

describe('text that was cut for a signature', () => {
  const pieces: Part[] = [
    { type: 'text', text: 'one', signature: opaque('gemini-3', 1) },
    { type: 'text', text: '\n\n', continues: true },
    { type: 'text', text: 'two', signature: opaque('gemini-3', 2), continues: true },
  ];
  const history = [user('q'), answer('gemini-3', ...pieces), user('n')];

  it('is whole again abroad, white space included', async () => {
    for (const name of EVERYWHERE.filter((other) => other !== 'gemini-3'))
      expect(partsOf((await accepted(history, named(name))).request.messages.slice(1, 2), 'text')).toEqual([
        text('one\n\ntwo'),
      ]);
  });

  it('keeps each signature on its piece at home', async () => {
    const { request } = await accepted(history, named('gemini-3'));
    expect(partsOf(request.messages.slice(1, 2), 'text')).toEqual([pieces[0], pieces[2]]);
  });
});

describe('OpenRouter reasoning details (P1)', () => {
  it('go back whole, without what Anthropic behind it would refuse', async () => {
    const signed = { type: 'reasoning.text', text: 'a', signature: 's', format: 'anthropic-claude-v1' };
    const unsigned = { type: 'reasoning.text', text: 'b', format: 'anthropic-claude-v1' };
    const other = { type: 'reasoning.encrypted', data: 'x', format: 'openai-responses-v1' };
    const thinking: Part = { type: 'thinking', text: 'a', details: JSON.stringify([signed, unsigned, other]) };
    const history = [user('q'), answer('openrouter', thinking, text('a')), user('n')];
    const { body } = await accepted(history, named('openrouter'));
    expect(body.messages).toMatchObject([{}, { reasoning_details: [signed, other] }, {}]);
    expect(JSON.stringify((await accepted(history, named('groq'))).body)).not.toContain('reasoning_details');
  });
});

describe('what a server attached to its calls (G13)', () => {
  const extras = { google: { thought_signature: 'c2ln' } };
  const signedBy = (source: string, signature: string): HistoryMessage[] => [
    user('q'),
    answer(source, call('c1', 'read', { signature })),
    result('c1'),
    answer(source, text('a')),
    user('n'),
  ];

  it('goes back there as it came', async () => {
    const { body } = await accepted(signedBy('openai-compatible', JSON.stringify(extras)), named('openai-compatible'));
    expect(body.messages).toMatchObject([{}, { tool_calls: [{ extra_content: extras }] }, {}, {}, {}]);
  });

  it('has the documented placeholder where Gemini answers there and would miss it', async () => {
    const gemini = {
      ...named('openai-compatible'),
      model: { ...named('openai-compatible').model, id: 'gemini-4-pro' },
    };
    const history = [user('q'), answer('anthropic-adaptive', call('c1'), call('c2')), result('c1'), result('c2')];
    const { body } = await accepted(history, gemini);
    const standIn = { google: { thought_signature: 'skip_thought_signature_validator' } };
    expect(body.messages).toMatchObject([{}, { tool_calls: [{ extra_content: standIn }, {}] }, {}, {}]);
    const unsigned = structuredClone(body);
    for (const message of unsigned.messages as { tool_calls?: { extra_content?: unknown }[] }[])
      for (const one of message.tool_calls ?? []) delete one.extra_content;
    expect(lintBody(unsigned, gemini)).toMatchObject([{ rule: 'G13', path: 'messages.1' }]);
    const omit = ['messages.*.tool_calls.*.extra_content'];
    expect(lintBody(unsigned, { ...gemini, learned: { omit, chat: {} } })).toEqual([]);
  });

  it.each([
    ['to another server', 'openai-compatible', JSON.stringify(extras), 'fireworks'],
    ["from Gemini's own protocol", 'gemini-3', opaque('gemini-3', 1), 'openai-compatible'],
    ['to it', 'openai-compatible', JSON.stringify(extras), 'gemini-3'],
    ['when it is no object', 'openai-compatible', 'c2ln', 'openai-compatible'],
    ['when no body can hold it', 'openai-compatible', '{"a":"\\ud800"}', 'openai-compatible'],
  ])('does not go %s', async (_, source, signature, to) => {
    const { body } = await accepted(signedBy(source, signature), named(to));
    expect(JSON.stringify(body)).not.toMatch(/extra_content|c2ln|ud800/);
    expect(JSON.stringify(body)).not.toContain(signature);
  });
});

describe('reasoning while thinking is off', () => {
  it.each(['deepseek-off'])('is not sent to %s, its own included', async (name) => {
    const own = answer(name, { type: 'thinking', text: 'because' }, text('a'));
    const { body } = await accepted([user('q'), own, user('n')], named(name));
    expect(JSON.stringify(body)).not.toContain('because');
    expect(JSON.stringify(body)).not.toContain('reasoning_content');
  });
});
