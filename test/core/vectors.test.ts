import { describe, expect, it } from 'vitest';
import type { HistoryMessage, Part, ToolCallPart } from '#core/message.ts';
import { prefixDigest } from '#core/normalize/prefix-digest.ts';
import { normalizeRequest } from '#core/normalize/normalize-request.ts';
import type { Overlay, Target } from '#core/request.ts';
import type { Origin, Vendor } from '#core/vendor.ts';
import { lintRequest } from '#core/wire/lint-request.ts';
import { opaque, originOf, PIXEL } from './arbitrary-history.ts';
import { target, TARGETS } from './targets.ts';
import { compileBody } from './wire-body.ts';

/** The named cases of vendor-rules section 10, its tables 8.2 and 8.4, and systems.md 8.2. */

const user = (text: string): HistoryMessage => ({ role: 'user', parts: [{ type: 'text', text }] });
const text = (words: string): Part => ({ type: 'text', text: words });
const call = (id: string, name = 'read', more: Partial<ToolCallPart> = {}): ToolCallPart => ({
  type: 'tool_call',
  id,
  name,
  args: { path: id },
  ...more,
});
const result = (callId: string, words = `result of ${callId}`): HistoryMessage => ({
  role: 'tool',
  parts: [{ type: 'tool_result', callId, name: 'read', text: words }],
});
function answer(origin: Origin | string, ...parts: Part[]): HistoryMessage {
  const calls = parts.some(({ type }) => type === 'tool_call');
  return {
    role: 'assistant',
    parts,
    origin: typeof origin === 'string' ? originOf(origin) : origin,
    stop: calls ? 'tool' : 'end',
  };
}

function named(name: string, rest: Partial<Target> = {}): Target {
  const known = TARGETS[name];
  if (!known) throw new Error(`no target ${name}`);
  return { ...known, window: { messages: 1_000 }, ...rest };
}

async function accepted(history: HistoryMessage[], to: Target, overlays: Overlay[] = []) {
  const compiled = await compileBody(history, to, overlays);
  expect(lintRequest(compiled.body, to)).toEqual([]);
  return compiled;
}

function parts(messages: readonly HistoryMessage[], type: Part['type']): Part[] {
  return messages.flatMap((message) => message.parts).filter((part) => part.type === type);
}

function callIds(messages: readonly HistoryMessage[]): string[] {
  return messages.flatMap((message) => message.parts).flatMap((part) => (part.type === 'tool_call' ? [part.id] : []));
}

const EVERYWHERE = Object.keys(TARGETS).filter((name) => name !== 'no-tools');

describe('ids and names', () => {
  it('switch-openai-composite-id-to-claude', async () => {
    const history = [user('q'), answer('openai-responses', call('call_x|fc_y')), result('call_x|fc_y'), user('next')];
    const { request } = await accepted(history, named('anthropic-adaptive'));
    expect(callIds(request.messages)[0]).toMatch(/^[A-Za-z0-9]{9}$/);
  });

  it.each(EVERYWHERE)('switch-gemini-noid-parallel-to-all: %s', async (name) => {
    const noId: HistoryMessage = {
      role: 'tool',
      parts: [
        { type: 'tool_result', name: 'write', text: 'second' },
        { type: 'tool_result', name: 'read', text: 'first' },
        { type: 'tool_result', name: 'read', text: 'third' },
      ],
    };
    const calls = [call('', 'read'), call('', 'write'), call('', 'read')];
    const { request } = await accepted([user('q'), answer('gemini-2.5', ...calls), noId, user('next')], named(name));
    const results = parts(request.messages, 'tool_result').map((part) =>
      part.type === 'tool_result' ? part.text : '',
    );
    expect(results).toEqual(['first', 'second', 'third']);
    expect(new Set(callIds(request.messages)).size).toBe(3);
  });

  it('switch-claude-to-mistral-9char-stable', async () => {
    const history = [user('q'), answer('anthropic-adaptive', call('toolu_01')), result('toolu_01'), user('next')];
    const first = await accepted(history, named('mistral'));
    const second = await accepted([...history, answer('mistral', text('a')), user('more')], named('mistral'));
    expect(callIds(first.request.messages)[0]).toMatch(/^[A-Za-z0-9]{9}$/);
    expect(callIds(second.request.messages)).toEqual(callIds(first.request.messages));
  });

  it.each(EVERYWHERE)('duplicate-call_0-two-turns: %s', async (name) => {
    const history = [
      user('q'),
      answer('ollama', call('call_0')),
      result('call_0', 'one'),
      answer('ollama', text('a')),
      user('r'),
      answer('ollama', call('call_0')),
      result('call_0', 'two'),
    ];
    const { request } = await accepted(history, named(name));
    expect(new Set(callIds(request.messages)).size).toBe(2);
    expect(parts(request.messages, 'tool_result')).toMatchObject([{ text: 'one' }, { text: 'two' }]);
  });

  it('keeps an id at home and gives it another abroad only when it must', () => {
    const history = [user('q'), answer('anthropic-adaptive', call('toolu_01')), result('toolu_01'), user('next')];
    for (const name of ['anthropic-adaptive', 'openai-responses', 'groq', 'gemini-3'])
      expect(callIds(normalizeRequest(history, [], named(name)).request.messages)).toEqual(['toolu_01']);
  });

  it('tool-name-digit-first-to-gemini, tool-name-dot-to-openai: the map leads back', async () => {
    const tools = ['2fast', 'fs.read/file', 'fs_read_file', 'x'.repeat(80), 'read'].map((name) => ({
      name,
      inputSchema: { type: 'object' },
    }));
    const calls = [user('q'), answer('ollama', ...tools.map(({ name }, index) => call(`c${index}`, name)))];
    const history = [...calls, ...tools.map((_, index) => result(`c${index}`)), user('next')];
    for (const name of EVERYWHERE) {
      const { request } = await accepted(history, named(name, { tools }));
      expect(request.tools.map((tool) => request.toolNames.get(tool.name))).toEqual(tools.map((tool) => tool.name));
      const used = parts(request.messages, 'tool_call').map((part) => (part.type === 'tool_call' ? part.name : ''));
      expect(used).toEqual(request.tools.map((tool) => tool.name));
    }
  });

  it('a name in its wire spelling is the tool it was made from', () => {
    const tools = [{ name: 'fs.read', inputSchema: { type: 'object' } }];
    const history = [user('q'), answer('groq', call('c', 'fs_read')), result('c'), user('n')];
    const { request } = normalizeRequest(history, [], named('openai-responses', { tools }));
    expect(parts(request.messages, 'tool_call')).toMatchObject([{ name: 'fs_read' }]);
    expect([...request.toolNames]).toEqual([['fs_read', 'fs.read']]);
  });
});

describe('open tool loops (8.4)', () => {
  const open = (source: string) => [user('q'), answer(source, call('c1')), result('c1')];

  it('claude-openloop-to-manual-claude: thinking is left out, not invented (A19)', async () => {
    const { body, request } = await accepted(open('openai-responses'), named('anthropic-manual'));
    expect(request.thinking).toBe('off');
    expect(body.thinking).toBeUndefined();
    const closed = [...open('openai-responses'), answer('anthropic-manual', text('a')), user('next')];
    expect((await accepted(closed, named('anthropic-manual'))).request.thinking).toBe('high');
  });

  it('keeps thinking on in an own loop that begins with it', async () => {
    const history = [
      user('q'),
      answer('anthropic-manual', { type: 'thinking', text: 't', signature: opaque('anthropic-manual', 1) }, call('c1')),
      result('c1'),
    ];
    const { body, request } = await accepted(history, named('anthropic-manual'));
    expect(request.thinking).toBe('high');
    expect(JSON.stringify(body)).toContain(opaque('anthropic-manual', 1));
  });

  it('leaves adaptive Claude thinking in a foreign loop', async () => {
    const { request } = await accepted(open('gemini-3'), named('anthropic-adaptive'));
    expect(request.thinking).toBe('high');
  });

  it('openai-openloop-to-gemini3: a stand-in on the first call of each content of the open turn only', async () => {
    const history = [
      user('old'),
      answer('groq', call('a1')),
      result('a1'),
      answer('groq', text('done')),
      user('q'),
      answer('openai-responses', call('b1'), call('b2')),
      result('b1'),
      result('b2'),
      answer('openai-responses', call('b3')),
      result('b3'),
    ];
    const { request } = await accepted(history, named('gemini-3'));
    const signatures = parts(request.messages, 'tool_call').map((part) =>
      part.type === 'tool_call' ? part.signature : '',
    );
    const standIn = 'skip_thought_signature_validator';
    expect(signatures).toEqual([undefined, standIn, undefined, standIn]);
  });

  it.each(['deepseek', 'fireworks'])(
    'openai-openloop-to-deepseek: %s gets an empty reasoning field (D1, F1)',
    async (name) => {
      const { body } = await accepted(open('openai-responses'), named(name));
      expect(body.messages).toMatchObject([{}, { role: 'assistant', reasoning_content: '' }, {}]);
    },
  );

  it('sends DeepSeek its own reasoning back, in its field', async () => {
    const own = answer('deepseek', { type: 'thinking', text: 'because' }, call('c1'));
    const { body } = await accepted([user('q'), own, result('c1')], named('deepseek'));
    expect(body.messages).toMatchObject([{}, { reasoning_content: 'because' }, {}]);
  });

  it('any-to-groq-no-extra-fields', async () => {
    const history = [
      user('q'),
      answer('groq', { type: 'thinking', text: 'x', signature: 's', details: '[{}]' }, text('a'), call('c1')),
      result('c1'),
      user('n'),
    ];
    const { body } = await accepted(history, named('groq'));
    const fields = (body.messages as Record<string, unknown>[]).flatMap((message) => Object.keys(message));
    expect(new Set(fields)).toEqual(new Set(['role', 'content', 'tool_calls', 'tool_call_id']));
  });

  it('mistral-interrupt-bridge', async () => {
    const { body } = await accepted([...open('anthropic-adaptive'), user('stop, do this')], named('mistral'));
    expect((body.messages as { role: string }[]).map(({ role }) => role)).toEqual([
      'user',
      'assistant',
      'tool',
      'assistant',
      'user',
    ]);
  });

  it('flattens the loop for a model without tools', async () => {
    const { request, body } = await accepted(open('groq'), { ...named('no-tools'), tools: [] });
    expect(request.tools).toEqual([]);
    expect(JSON.stringify(body)).toContain('result of c1');
  });
});

describe('unfinished and damaged turns', () => {
  it('aborted-stream-thinking-without-signature', async () => {
    const cut: HistoryMessage = {
      ...answer('anthropic-adaptive', { type: 'thinking', text: 'half' }),
      stop: 'aborted',
    };
    const { body } = await accepted([user('q'), cut, user('again')], named('anthropic-adaptive'));
    expect(body.messages).toHaveLength(1);
  });

  it.each(['aborted', 'length'] as const)('aborted-tool-json, maxtokens-partial-call: %s', async (stop) => {
    const partial = call('c1', 'write', { args: {}, rawArgs: '{"path": "/tm' });
    const cut: HistoryMessage = { ...answer('openai-responses', text('I will'), partial), stop };
    for (const name of EVERYWHERE) {
      const { request } = await accepted([user('q'), cut, user('again')], named(name));
      expect(parts(request.messages, 'tool_call')).toEqual([]);
      expect(JSON.stringify(request.messages)).toContain('I will');
    }
  });

  it('tells the model that the user stopped a call', async () => {
    const stopped: HistoryMessage = { ...answer('anthropic-adaptive', call('c1')), stop: 'aborted' };
    const { request } = await accepted([user('q'), stopped, user('again')], named('groq'));
    expect(parts(request.messages, 'tool_result')).toMatchObject([
      { text: 'Operation cancelled by user (ESC pressed)', isError: true },
    ]);
  });

  it('refusal-only-turn', async () => {
    const history = [user('q'), answer('openai-responses', { type: 'refusal', text: 'I cannot.' }), user('why')];
    for (const name of EVERYWHERE) {
      const { body } = await accepted(history, named(name));
      expect(JSON.stringify(body)).toContain('I cannot.');
    }
  });

  it('parallel-3-results-1-missing, result-out-of-order', async () => {
    const history = [user('q'), answer('groq', call('a'), call('b'), call('c')), result('c'), result('a'), user('n')];
    for (const name of EVERYWHERE) {
      const { request } = await accepted(history, named(name));
      expect(parts(request.messages, 'tool_result')).toMatchObject([
        { text: 'result of a' },
        { text: 'Interrupted: no result was recorded for this tool call.', isError: true },
        { text: 'result of c' },
      ]);
    }
  });

  it('orphan-result-at-window-start, window-cut-inside-group: the words stay', async () => {
    const history = [result('gone', 'precious'), answer('groq', text('a')), user('n')];
    for (const name of EVERYWHERE) {
      const { body, report } = await accepted(history, named(name));
      expect(JSON.stringify(body)).toContain('precious');
      expect(report.notes).toContainEqual({ rule: 'orphan-result-to-text', message: 0, part: 0 });
    }
  });

  it('window-starts-with-assistant, two-user-in-a-row', async () => {
    for (const name of EVERYWHERE) {
      const { body } = await accepted([answer('groq', text('a')), user('one'), user('two')], named(name));
      expect(JSON.stringify(body)).toMatch(/one.*two/);
    }
  });

  it('user-between-call-and-result: the result goes to its call, the words behind it', async () => {
    const history = [
      user('q'),
      answer('groq', call('a')),
      user('hurry'),
      result('a'),
      answer('groq', text('done')),
      user('n'),
    ];
    const { request } = await accepted(history, named('openai-responses'));
    expect(request.messages.map(({ role }) => role)).toEqual([
      'user',
      'assistant',
      'tool',
      'user',
      'assistant',
      'user',
    ]);
    expect(request.messages[3]).toMatchObject({ parts: [{ text: 'hurry' }] });
  });

  it('a repeated result is sent once, a different second one as text', async () => {
    const history = [user('q'), answer('groq', call('a')), result('a'), result('a'), result('a', 'other'), user('n')];
    const { request, report } = await accepted(history, named('anthropic-adaptive'));
    expect(parts(request.messages, 'tool_result')).toHaveLength(1);
    expect(JSON.stringify(request.messages).match(/result of a/g)).toHaveLength(1);
    expect(JSON.stringify(request.messages)).toContain('other');
    expect(report.notes.map(({ rule }) => rule)).toContain('drop-repeated-result');
  });

  it('empty-text, whitespace-text, thinking-only-turn-after-strip', async () => {
    const thinking: Part = { type: 'thinking', text: 't', signature: opaque('anthropic-adaptive', 1) };
    const history = [
      user('q'),
      answer('anthropic-adaptive', thinking),
      user(''),
      answer('anthropic-adaptive', text(' \n'), text('\u200b')),
      user('n'),
    ];
    for (const name of EVERYWHERE)
      expect(JSON.stringify((await accepted(history, named(name))).body)).not.toContain('\u200b');
  });

  it('gemini-empty-text-with-signature: kept at home, dropped abroad', async () => {
    const signed: Part = { type: 'text', text: '', signature: opaque('gemini-3', 7) };
    const history = [user('q'), answer('gemini-3', text('a'), signed), user('n')];
    expect(JSON.stringify((await accepted(history, named('gemini-3'))).body)).toContain(opaque('gemini-3', 7));
    for (const name of EVERYWHERE.filter((other) => other !== 'gemini-3'))
      expect(JSON.stringify((await accepted(history, named(name))).body)).not.toContain(opaque('gemini-3', 7));
  });

  it('redacted-between-thinking: in order at home, both gone abroad', async () => {
    const blocks: Part[] = [
      { type: 'thinking', text: 'one', signature: opaque('anthropic-adaptive', 1) },
      { type: 'redacted_thinking', data: opaque('anthropic-adaptive', 2) },
      { type: 'thinking', text: '', signature: opaque('anthropic-adaptive', 3) },
      text('a'),
    ];
    const history = [user('q'), answer('anthropic-adaptive', ...blocks), user('n')];
    const home = await accepted(history, named('anthropic-adaptive'));
    expect(home.request.messages[1]?.parts).toEqual(blocks);
    const abroad = await accepted(history, named('openai-responses'));
    expect(abroad.request.messages[1]?.parts).toEqual([text('a')]);
  });
});

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
    parts(normalizeRequest(signed(origin), [], to).request.messages, 'thinking').length === 1;

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
  ] as const)('%s', (_, origin, to, kept) => {
    expect(keeps(origin, { ...to, thinking: 'high' })).toBe(kept);
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
    const bare: Part = { type: 'thinking', text: 'summary', itemId: 'rs_9' };
    const history = [...own(bare, { type: 'text', text: 'a', itemId: 'msg_9' }, reason(2)), user('n')];
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
    expect(parts(request.messages, 'thinking')).toEqual([]);
    expect(report.decisions).toEqual([
      { kind: 'strip-state', target: { message: 'a2' }, reason: expect.any(String), data: { vendor: 'anthropic' } },
    ]);
    const overlays = (report.decisions ?? []).map((decision): Overlay => ({
      ...decision,
      id: 'o',
      sessionId: 's',
      at: 0,
    }));
    // The old system prompt is back: its blocks would fit again, and still stay away.
    const again = await accepted(history, { ...elsewhere, system: 'S' }, overlays);
    expect(parts(again.request.messages, 'thinking')).toEqual([]);
    const without = await accepted(history, { ...elsewhere, system: 'S' });
    expect(parts(without.request.messages, 'thinking')).toHaveLength(3);
  });

  it('strips all of it when thinking is off, since drop_block is refused there', async () => {
    const haiku = target('anthropic', 'claude-haiku-5-5', { thinking: 'off' });
    const history = talk(bound(), 2).map((message) =>
      message.role === 'assistant'
        ? { ...message, origin: { ...originOf('anthropic-bound'), model: 'claude-haiku-5-5' } }
        : message,
    );
    expect(parts((await accepted(history, haiku)).request.messages, 'thinking')).toEqual([]);
  });
});

describe('images and files', () => {
  const image = (data = PIXEL, mime = 'image/png'): Part => ({ type: 'image', mime, data });

  it('image-in-error-result: behind the results, as an image', async () => {
    const failed: HistoryMessage = {
      role: 'tool',
      parts: [
        { type: 'tool_result', callId: 'a', text: 'boom', isError: true, images: [{ mime: 'image/png', data: PIXEL }] },
      ],
    };
    const history = [user('q'), answer('groq', call('a')), failed];
    for (const name of ['anthropic-adaptive', 'openai-responses', 'openai-chat', 'gemini-3', 'mistral'])
      expect(JSON.stringify((await accepted(history, named(name))).body)).toContain(PIXEL);
  });

  it('21-images-one-2400px: only the large one gives way', async () => {
    const large = pngHeader(2400, 100);
    const many: HistoryMessage = { role: 'user', parts: [...Array.from({ length: 20 }, () => image()), image(large)] };
    const { request } = await accepted([many], named('anthropic-adaptive'));
    expect(parts(request.messages, 'image')).toHaveLength(20);
    const few: HistoryMessage = { role: 'user', parts: [image(large)] };
    expect(parts((await accepted([few], named('anthropic-adaptive'))).request.messages, 'image')).toHaveLength(1);
    const huge: HistoryMessage = { role: 'user', parts: [image(pngHeader(9000, 10))] };
    expect(parts((await accepted([huge], named('anthropic-adaptive'))).request.messages, 'image')).toEqual([]);
  });

  it('names an image a model cannot see, and sends a text file as text', async () => {
    const file: Part = {
      type: 'file',
      mime: 'text/plain',
      name: 'a.txt',
      data: Buffer.from('héllo 안녕').toString('base64'),
    };
    const history: HistoryMessage[] = [{ role: 'user', parts: [text('look'), image(), file] }];
    for (const name of EVERYWHERE) {
      const { body } = await accepted(history, named(name));
      expect(JSON.stringify(body)).toContain('héllo 안녕');
    }
    expect(JSON.stringify((await accepted(history, named('groq'))).body)).toContain('cannot see images');
  });

  function pngHeader(width: number, height: number): string {
    const bytes = Buffer.from(PIXEL, 'base64');
    bytes.writeUInt32BE(width, 16);
    bytes.writeUInt32BE(height, 20);
    return bytes.toString('base64');
  }
});

describe('tools', () => {
  it('schema-root-anyof-to-claude, schema-additionalProperties-to-gemini', async () => {
    const tools = [
      {
        name: 'notion',
        inputSchema: { type: 'object', oneOf: [{ properties: { a: {} } }, { properties: { b: {} } }] },
      },
      { name: 'open', inputSchema: { $schema: 'x', type: 'object', additionalProperties: false, properties: {} } },
    ];
    for (const name of EVERYWHERE) {
      const { request } = await accepted([user('hello')], named(name, { tools }));
      expect(Object.keys(request.tools[0]?.inputSchema.properties ?? {})).toEqual(['a', 'b']);
    }
  });

  it('one bad tool does not kill the chat', async () => {
    const tools = [
      { name: 'bad', inputSchema: [] },
      { name: 'good', inputSchema: { type: 'object' } },
      { name: 'good', inputSchema: { type: 'object' } },
    ];
    const { request, report } = await accepted([user('hello')], named('anthropic-adaptive', { tools }));
    expect(request.tools.map(({ name }) => name)).toEqual(['good']);
    expect(report.notes.filter(({ rule }) => rule === 'quarantine-tool')).toHaveLength(2);
  });

  it('offers Groq what its history names, so that a call to it is not an error (Q2)', async () => {
    const history = [user('q'), answer('anthropic-adaptive', call('a', 'gone')), result('a'), user('n')];
    const { request } = await accepted(history, named('groq', { tools: [] }));
    expect(request.tools.map(({ name }) => name)).toEqual(['gone']);
    expect(request.toolChoice).toBe('none');
  });
});

describe('overlays', () => {
  const overlay = (kind: string, message: string, part?: number, data?: unknown): Overlay => ({
    id: `${kind}${message}`,
    sessionId: 's',
    target: { message, ...(part !== undefined && { part }) },
    kind,
    reason: 'test',
    at: 0,
    data,
  });
  const history: HistoryMessage[] = [
    { ...user('q'), id: 'u' },
    { ...answer('groq', call('a'), call('b')), id: 'c' },
    { ...result('a', 'long output'), id: 'r' },
    { ...user('n'), id: 'n' },
  ];

  it('hide, shorten and close without touching what is stored', async () => {
    const stored = JSON.stringify(history);
    const { request } = await accepted(history, named('groq'), [
      overlay('shortened', 'r', 0, { text: 'short' }),
      overlay('closed-call', 'c', 1, { text: 'closed by the app', isError: true }),
    ]);
    expect(parts(request.messages, 'tool_result')).toMatchObject([
      { text: 'short' },
      { text: 'closed by the app', isError: true },
    ]);
    const hidden = await accepted(history, named('groq'), [overlay('hidden', 'c'), overlay('hidden', 'r')]);
    expect(hidden.request.messages).toHaveLength(1);
    expect(JSON.stringify(history)).toBe(stored);
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
      expect(parts((await accepted(history, named(name))).request.messages.slice(1, 2), 'text')).toEqual([
        text('one\n\ntwo'),
      ]);
  });

  it('keeps each signature on its piece at home', async () => {
    const { request } = await accepted(history, named('gemini-3'));
    expect(parts(request.messages.slice(1, 2), 'text')).toEqual([pieces[0], pieces[2]]);
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

describe('reasoning while thinking is off', () => {
  it.each(['deepseek-off'])('is not sent to %s, its own included', async (name) => {
    const own = answer(name, { type: 'thinking', text: 'because' }, text('a'));
    const { body } = await accepted([user('q'), own, user('n')], named(name));
    expect(JSON.stringify(body)).not.toContain('because');
    expect(JSON.stringify(body)).not.toContain('reasoning_content');
  });
});

describe('arguments nobody can write as JSON', () => {
  it.each([1_000, 200_000])('nested %i deep do not stop a request', async (depth) => {
    let args: unknown = {};
    for (let level = 0; level < depth; level++) args = { inner: args };
    const history = [user('q'), answer('groq', call('c', 'read', { args })), result('c'), user('n')];
    for (const name of ['anthropic-adaptive', 'gemini-3', 'groq', 'openai-responses']) {
      const { request } = await accepted(history, named(name));
      expect(parts(request.messages, 'tool_call')).toHaveLength(1);
    }
  });

  it('in a circle neither', () => {
    const args: Record<string, unknown> = {};
    args.self = args;
    const history = [user('q'), answer('groq', call('c', 'read', { args })), result('c'), user('n')];
    for (const name of EVERYWHERE)
      expect(parts(normalizeRequest(history, [], named(name)).request.messages, 'tool_call')).toMatchObject([
        { args: {} },
      ]);
  });
});

describe('the output limit', () => {
  it.each([
    [{}, 32_000, []],
    [{ maxOutputTokens: 100 }, 100, []],
    [{ maxOutputTokens: 1_000_000 }, 64_000, ['limit-output']],
    [{ maxOutputTokens: 0 }, 1, ['limit-output']],
  ])('%j gives %i', (rest, expected, rules) => {
    const { request, report } = normalizeRequest([user('q')], [], target('anthropic', 'claude-opus-4-5', rest));
    expect(request.maxOutputTokens).toBe(expected);
    expect(report.notes.map(({ rule }) => rule)).toEqual(rules);
  });

  it('leaves half of the window to the question even when a model could fill it', () => {
    const llama = target('groq', 'llama-3.1-8b-instant', { maxOutputTokens: 131_072 });
    const { request, report } = normalizeRequest([user('q')], [], llama);
    expect(request.maxOutputTokens).toBe(65_536);
    expect(report.problem).toBeUndefined();
  });
});
