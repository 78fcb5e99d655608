import { describe, expect, it } from 'vitest';
import { groupExchanges } from '#core/exchange.ts';
import type { HistoryMessage } from '#core/message.ts';
import { SUMMARY } from '#core/normalize/base/overlays.ts';
import { normalizeRequest } from '#core/normalize/normalize-request.ts';
import type { Target } from '#core/request.ts';
import { target } from './targets.ts';

const user = (text: string): HistoryMessage => ({ role: 'user', parts: [{ type: 'text', text }] });
const say = (text: string): HistoryMessage => ({ role: 'assistant', parts: [{ type: 'text', text }], stop: 'end' });
const round = (id: string, output: string): HistoryMessage[] => [
  { role: 'assistant', parts: [{ type: 'tool_call', id, name: 'read', args: {} }], stop: 'tool' },
  { role: 'tool', parts: [{ type: 'tool_result', callId: id, name: 'read', text: output }] },
];

/** 40 messages: ten turns of a question and an answer, every second one with two tool calls in between. */
function workflow(): HistoryMessage[] {
  const history: HistoryMessage[] = [];
  for (let turn = 0; history.length < 39; turn++) {
    history.push(user(`ask ${turn}.`));
    if (turn % 2 === 0) history.push(...round(`a${turn}`, `first ${turn}.`), ...round(`b${turn}`, `second ${turn}.`));
    history.push(say(`answer ${turn}.`));
  }
  return [...history.slice(0, 39), user('newest.')];
}

function compile(history: HistoryMessage[], to: Target) {
  return normalizeRequest(history, [], to);
}

const small = (contextWindow: number, rest: Partial<Target> = {}): Target => {
  const base = target('openai', 'gpt-4.1', { maxOutputTokens: 100, ...rest });
  return { ...base, model: { ...base.model, contextWindow } };
};

describe('the message window', () => {
  it('holds at every size and every cut of a tool workflow (S3-17)', () => {
    const history = workflow();
    for (let size = 1; size <= 60; size++)
      for (let cut = 0; cut < history.length; cut++) {
        const { request, report } = compile(
          history.slice(cut),
          target('anthropic', 'claude-opus-4-8', { window: { messages: size } }),
        );
        const sent = JSON.stringify(request.messages);
        expect(sent).toContain('newest.');
        const retained = history.length - cut - report.droppedByWindow.length;
        expect(report.droppedByWindow).toEqual(Array.from(report.droppedByWindow.keys()));
        const newest = groupExchanges(history.slice(cut)).at(-1) ?? { start: 0, end: 0 };
        const lastTurn = newest.end - newest.start;
        expect(retained).toBeLessThanOrEqual(Math.max(size, lastTurn));
        const marks = sent.match(/(ask|answer|first|second) \d+\./g) ?? [];
        const all = JSON.stringify(history.slice(cut)).match(/(ask|answer|first|second) \d+\./g) ?? [];
        expect(marks).toEqual(marks.length === 0 ? [] : all.slice(-marks.length));
      }
  });

  it('is as long as the conversation unless the user sets a limit', () => {
    const history = Array.from({ length: 2_001 }, (_, index) => (index % 2 === 0 ? user(`${index}`) : say(`${index}`)));
    for (const window of [undefined, {}, { messages: Number.NaN }, { messages: Number.POSITIVE_INFINITY }]) {
      const { report, request } = compile(history, target('openai', 'gpt-4.1', window && { window }));
      expect(report.droppedByWindow).toEqual([]);
      expect(request.messages).toHaveLength(2_001);
      expect(report.untrimmedTokens).toBe(report.tokens);
    }
  });

  it('sends an agentic turn of sixty messages whole when the tokens allow it, and nothing before it', () => {
    const rounds = Array.from({ length: 30 }, (_, index) => round(`c${index}`, `output ${index}.`)).flat();
    const history = [user('old'), say('old answer'), user('do it all'), ...rounds];
    const { request, report } = compile(history, target('openai', 'gpt-4.1', { window: { messages: 20 } }));
    expect(report.droppedByWindow).toEqual([0, 1]);
    expect(request.messages).toHaveLength(61);
    expect(report.notes).toEqual([]);
  });

  it('moves in large steps and stays in between', () => {
    const to = target('anthropic', 'claude-opus-4-8', { window: { messages: 20 } });
    const history: HistoryMessage[] = [];
    const starts: number[] = [];
    for (let turn = 0; turn < 60; turn++) {
      history.push(user(`ask ${turn}.`));
      starts.push(compile(history, to).report.droppedByWindow.length);
      history.push(say(`answer ${turn}.`));
    }
    expect(starts).toEqual([...starts].sort((a, b) => a - b));
    const moves = starts.filter((start, index) => start !== (starts[index - 1] ?? 0)).length;
    expect(moves).toBeLessThan(60 / 3);
    expect(Math.max(...starts.map((start, turn) => 2 * turn + 1 - start))).toBeLessThanOrEqual(20);
  });

  it('drops a late result together with its call, and says so', () => {
    const [call] = round('late', 'x');
    const [, result] = round('late', 'arrived late');
    const history = [
      user('old'),
      ...(call ? [call] : []),
      user('now'),
      ...(result ? [result] : []),
      say('ok'),
      user('n'),
    ];
    const { request, report } = compile(history, target('groq', 'openai/gpt-oss-20b', { window: { messages: 4 } }));
    expect(JSON.stringify(request.messages)).not.toContain('arrived late');
    expect(report.droppedByWindow).toEqual([0, 1]);
  });
});

describe('the token window', () => {
  const filler = (count: number) => 'word '.repeat(count);

  it('leaves room for the answer, the system prompt and the tools', () => {
    const history = Array.from({ length: 20 }, (_, index) => (index % 2 === 0 ? user(filler(100)) : say(filler(100))));
    const plain = compile([...history, user('n')], small(2_000));
    const loaded = compile([...history, user('n')], small(2_000, { system: filler(800) }));
    expect(plain.report.tokens).toBeLessThanOrEqual(2_000 * 0.95 - 100);
    expect(loaded.report.tokens).toBeLessThanOrEqual(2_000 * 0.95 - 100);
    expect(loaded.report.droppedByWindow.length).toBeGreaterThan(plain.report.droppedByWindow.length);
  });

  it('shortens the results of a turn that is too large alone, whole text kept in the history', () => {
    const history = [user('q'), ...round('a', `begin ${filler(5_000)} end`), ...round('b', 'small')];
    const { request, report } = compile(history, small(4_000));
    const results = request.messages.flatMap(({ parts }) => parts).filter((part) => part.type === 'tool_result');
    expect(results[0]?.text).toMatch(/^begin [\s\S]* left out [\s\S]*end$/);
    expect(results[1]?.text).toBe('small');
    expect(report.problem).toBeUndefined();
    expect(report.tokens).toBeLessThanOrEqual(report.budget ?? 0);
    expect(report.notes).toContainEqual(expect.objectContaining({ rule: 'shorten-result', message: 2, part: 0 }));
    expect(JSON.stringify(history)).toContain(filler(5_000));
  });

  it('shortens a summary of a larger window to two thirds of this one, its beginning last', () => {
    const goal = 'Goal: reach the lake.';
    const made = {
      id: 's',
      role: 'user' as const,
      parts: [goal, filler(40_000)].map((text) => ({ type: 'text' as const, text })),
    };
    const history: HistoryMessage[] = [user('old'), say('a'), made, user('newest.')];
    const overlay = {
      id: 'o',
      sessionId: '',
      target: { message: 's' },
      kind: SUMMARY,
      reason: '',
      data: { kept: 0 },
      at: 0,
    };
    for (const window of [600, 2_000, 8_000, 32_000]) {
      const { request, report } = normalizeRequest(history, [overlay], small(window));
      expect(report.problem).toBeUndefined();
      expect(report.tokens).toBeLessThanOrEqual(((window * 0.95 - 100) * 2) / 3 + 64);
      expect(JSON.stringify(request.messages)).toMatch(/Goal: reach the lake[^]* left out [^]*newest/);
      expect(report.notes).toContainEqual(expect.objectContaining({ rule: 'shorten-summary', message: 2, part: 1 }));
    }
    const { report } = normalizeRequest(history, [overlay], small(128_000));
    expect(report.notes.map(({ rule }) => rule)).not.toContain('shorten-summary');
  });

  it('says so when the newest message is larger than the model, and still builds a whole request', () => {
    const { request, report } = compile([user('old'), say('a'), user(filler(9_000))], small(4_000));
    expect(report.problem).toMatchObject({ kind: 'context_overflow' });
    expect(report.problem?.message).toMatch(/about \d+ tokens, and \d+ are available/);
    expect(request.messages).toHaveLength(1);
  });

  it('leaves out earlier messages that no model could take when the newest ones fit without them', () => {
    const failed: HistoryMessage = { role: 'assistant', parts: [], stop: 'error' };
    const large = user(filler(9_000));
    const { request, report } = compile(
      [user('old'), say('a'), large, failed, user('b'), failed, user('c')],
      small(4_000),
    );
    expect(report.problem).toBeUndefined();
    expect(report.droppedByWindow).toEqual([0, 1, 2, 3]);
    expect(JSON.stringify(request.messages)).toMatch(/"b"[^]*"c"/);
    expect(JSON.stringify(request.messages)).not.toContain('word');
    expect(request.maxOutputTokens).toBe(100);

    // In the steps of its run, too.
    const run = compile([large, failed, user('b'), ...round('a', 'output')], small(4_000));
    expect(run.report.problem).toBeUndefined();
    expect(run.report.droppedByWindow).toEqual([0, 1]);
    expect(run.request.messages).toHaveLength(3);

    for (const newest of [
      [large, failed, large],
      [large, failed, user('b'), failed, large],
    ])
      expect(compile(newest, small(4_000)).report.problem).toMatchObject({ kind: 'context_overflow' });
    const fits = compile([user(filler(1_000)), failed, user('b')], small(4_000));
    expect(fits.report.droppedByWindow).toEqual([]);
  });

  it('sends a scan of any size: nobody knows its pages before a vendor counts them', () => {
    const scan = (megabytes: number): HistoryMessage => ({
      role: 'user',
      parts: [
        { type: 'file', mime: 'application/pdf', name: 'scan.pdf', data: 'JVBERi0x'.repeat(megabytes * 166_667) },
      ],
    });
    const to = (id: string) => target('anthropic', id);
    for (const megabytes of [1, 5, 20])
      expect(compile([scan(megabytes)], to('claude-haiku-4-5')).report.problem).toBeUndefined();
    const [small, large] = [1, 3].map((megabytes) => compile([scan(megabytes)], to('claude-haiku-4-5')).report.tokens);
    expect(large).toBeGreaterThan(2 * (small ?? 0));
  });

  it('counts the answers that it puts between results and questions', () => {
    const history = Array.from({ length: 40 }, (_turn, index) => [
      user(`ask ${index}.`),
      ...round(`call${index}00`, 'done'),
    ]).flat();
    for (let tokens = 200; tokens < 6_000; tokens += 50) {
      const to = target('mistral', 'mistral-large-4', { window: { tokens } });
      const { report } = compile([...history, user('newest.')], to);
      expect(report.problem).toBeUndefined();
      expect(report.tokens).toBeLessThanOrEqual(tokens);
    }
  });

  it('knows no limit for a model whose window nobody knows', () => {
    const { report } = compile([user(filler(50_000))], target('ollama', 'some-model'));
    expect(report.budget).toBeNull();
    expect(report.problem).toBeUndefined();
  });

  it('believes what the vendor reported', () => {
    const history = Array.from({ length: 18 }, (_, index) => (index % 2 === 0 ? user(filler(100)) : say(filler(100))));
    const as = (tokenFactor: number) => compile([...history, user('n')], small(3_000, { tokenFactor })).report;
    expect(as(2).droppedByWindow.length).toBeGreaterThan(as(1).droppedByWindow.length);
  });

  it('tells by part what goes of a message whose other words stay', () => {
    const message: HistoryMessage = {
      role: 'user',
      parts: [
        { type: 'tool_result', callId: 'a', name: 'read', text: 'old result' },
        { type: 'text', text: 'and now?' },
      ],
    };
    const [call] = round('a', '');
    const history = [user('ask'), ...(call ? [call] : []), message];
    const { request, report } = compile(history, target('openai', 'gpt-4.1', { window: { messages: 1 } }));
    expect(JSON.stringify(request.messages)).not.toContain('old result');
    expect(report.droppedByWindow).toEqual([0, 1]);
    expect(report.notes).toEqual([{ rule: 'leave-out-part', message: 2, part: 0 }]);
  });

  it.each([0, -5, Number.NaN, Number.POSITIVE_INFINITY])('survives a window of %s', (size) => {
    const { request } = compile(workflow(), target('openai', 'gpt-4.1', { window: { messages: size, tokens: size } }));
    expect(JSON.stringify(request.messages)).toContain('newest.');
  });
});
