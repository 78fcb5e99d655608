import { describe, expect, it } from 'vitest';
import type { HistoryMessage, Part } from '#core/message.ts';
import { normalizeRequest } from '#core/normalize/normalize-request.ts';
import { opaque } from './arbitrary-history.ts';
import { accepted, answer, call, callIds, EVERYWHERE, named, partsOf, result, text, user } from './history-builders.ts';

/** The named cases of vendor-rules section 10 and its table 8.4. */

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
    const results = partsOf(request.messages, 'tool_result').map((part) => part.text);
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
    expect(partsOf(request.messages, 'tool_result')).toMatchObject([{ text: 'one' }, { text: 'two' }]);
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
      const used = partsOf(request.messages, 'tool_call').map((part) => (part.type === 'tool_call' ? part.name : ''));
      expect(used).toEqual(request.tools.map((tool) => tool.name));
    }
  });

  it('a name in its wire spelling is the tool it was made from', () => {
    const tools = [{ name: 'fs.read', inputSchema: { type: 'object' } }];
    const history = [user('q'), answer('groq', call('c', 'fs_read')), result('c'), user('n')];
    const { request } = normalizeRequest(history, [], named('openai-responses', { tools }));
    expect(partsOf(request.messages, 'tool_call')).toMatchObject([{ name: 'fs_read' }]);
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
    const signatures = partsOf(request.messages, 'tool_call').map((part) => part.signature);
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
      expect(partsOf(request.messages, 'tool_call')).toEqual([]);
      expect(JSON.stringify(request.messages)).toContain('I will');
    }
  });

  it('tells the model that the user stopped a call', async () => {
    const stopped: HistoryMessage = { ...answer('anthropic-adaptive', call('c1')), stop: 'aborted' };
    const { request } = await accepted([user('q'), stopped, user('again')], named('groq'));
    expect(partsOf(request.messages, 'tool_result')).toMatchObject([
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
      expect(partsOf(request.messages, 'tool_result')).toMatchObject([
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
    expect(partsOf(request.messages, 'tool_result')).toHaveLength(1);
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

describe('words', () => {
  it.each(EVERYWHERE)('half a surrogate pair reaches nobody, its text does: %s', async (name) => {
    const half: Part = { type: 'text', text: 'half \ud83d of it' };
    const cut: HistoryMessage = { role: 'tool', parts: [{ type: 'tool_result', callId: 'a', text: 'cut \udc00 too' }] };
    const history = [
      user(half),
      answer('groq', half, call('a', 'read', { args: { '\ud800': '\udfff' } })),
      cut,
      user('n'),
    ];
    const { body, report } = await accepted(history, named(name));
    expect(JSON.stringify(body)).toMatch(/half \ufffd of it.*half \ufffd of it.*cut \ufffd too/);
    const noted = report.notes.filter(({ rule }) => rule === 'replace-lone-surrogates').map(({ message }) => message);
    expect(new Set(noted)).toEqual(new Set([0, 1, 2]));
  });

  it('opaque state on what the user said came from elsewhere, and goes', async () => {
    const odd: Part = { type: 'text', text: 'q', signature: 'c2ln', itemId: 'msg_1', phase: 'commentary' };
    for (const name of ['gemini-3', 'openai-responses', 'anthropic-adaptive']) {
      const { request, report } = await accepted([user(odd)], named(name));
      expect(request.messages[0]?.parts).toEqual([text('q')]);
      expect(report.notes).toEqual([{ rule: 'drop-foreign-state', message: 0, part: 0 }]);
    }
  });
});
