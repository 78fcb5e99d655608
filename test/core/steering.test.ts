import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { HistoryMessage, Stop } from '#core/message.ts';
import { normalizeRequest } from '#core/normalize/normalize-request.ts';
import type { Target } from '#core/request.ts';
import { accepted, answer, call, callIds, EVERYWHERE, named, partsOf, result, text, user } from './history-builders.ts';

/** What the user says while the model is working continues the task; without the task it would mean nothing. */

const FROM = 'openai-responses';
const rounds = (from: number, count: number, size = 1): HistoryMessage[] =>
  Array.from({ length: count }, (_, n) => [
    answer(FROM, call(`c${from + n}`)),
    result(`c${from + n}`, `found ${from + n}. ${'word '.repeat(size)}`),
  ]).flat();
const cut = (stop: Stop): HistoryMessage => ({ ...answer(FROM, text('I was about to')), stop });
const said = ({ request }: { request: { messages: readonly HistoryMessage[] } }) => JSON.stringify(request.messages);
const small = (contextWindow: number): Target => {
  const to = named('openai-chat', { maxOutputTokens: 100 });
  return { ...to, model: { ...to.model, contextWindow } };
};

describe('a message to a run that is going', () => {
  const older = [user('older question'), answer(FROM, text('older answer'))];

  it.each([...EVERYWHERE, 'no-tools'])('leaves the task where it is, beyond the message window too: %s', (name) => {
    const to = named(name, { window: { messages: 20 } });
    const history = [...older, user('the task'), ...rounds(0, 30), user('be brief')];
    for (const tail of [[], rounds(30, 1), [...rounds(30, 12), user('and in Korean'), ...rounds(42, 12)]]) {
      const compiled = normalizeRequest([...history, ...tail], [], to);
      const sent = said(compiled);
      for (const expected of ['the task', 'found 0.', 'found 29.', 'be brief']) expect(sent).toContain(expected);
      expect(sent).not.toContain('older question');
    }
  });

  it('holds for one that was stopped while it answered, and is corrected', () => {
    for (const stop of ['aborted', 'error', 'length'] as const) {
      const history = [...older, user('the task'), ...rounds(0, 30), cut(stop), user('no, the other one')];
      expect(said(normalizeRequest(history, [], named(FROM, { window: { messages: 20 } })))).toContain('the task');
    }
  });

  it('begins a new turn when the model had come to an end', () => {
    const history = [user('the task'), ...rounds(0, 30), answer(FROM, text('here it is')), user('thanks')];
    const { report, request } = normalizeRequest(history, [], named(FROM, { window: { messages: 20 } }));
    expect(request.messages).toHaveLength(1);
    expect(report.droppedByWindow).toHaveLength(62);
  });

  it('keeps task and newest words when the whole turn is larger than the model, and calls with their results', () => {
    const turn = [user('the task'), ...rounds(0, 20, 100), user('be brief'), ...rounds(20, 20, 100), user('in Korean')];
    const compiled = normalizeRequest([...turn, ...rounds(40, 3, 100)], [], small(4_000));
    const { request, report } = compiled;
    expect(report.problem).toBeUndefined();
    expect(report.tokens).toBeLessThanOrEqual(report.budget ?? 0);
    expect(said(compiled)).toMatch(/the task.*be brief.*in Korean.*found 42/);
    expect(said(compiled)).not.toContain('found 0.');
    expect(callIds(request.messages)).toEqual(Array.from({ length: 23 }, (_, n) => `c${20 + n}`));
    expect(partsOf(request.messages, 'tool_result').every(({ text }) => !text.includes('left out'))).toBe(true);
    expect(report.droppedByWindow).toEqual(Array.from({ length: 40 }, (_, n) => n + 1));
  });

  it('keeps the room of the answer when older exchanges of the turn can go', () => {
    const to = { ...small(20_000), maxOutputTokens: undefined };
    const { maxOutputTokens: _none, ...free } = to;
    const history = [user('the task'), ...rounds(0, 40, 500), user('be brief')];
    const { request } = normalizeRequest(history, [], free);
    const { request: fresh } = normalizeRequest([user('the task')], [], free);
    expect(request.maxOutputTokens).toBe(fresh.maxOutputTokens);
  });
});

describe('any run with any steering', () => {
  const stretch = fc.record({ rounds: fc.integer({ min: 1, max: 12 }), size: fc.integer({ min: 1, max: 60 }) });
  const runs = fc.record({
    older: fc.integer({ min: 0, max: 6 }),
    stretches: fc.array(stretch, { minLength: 1, maxLength: 6 }),
    target: fc.constantFrom(...EVERYWHERE),
    window: fc.constantFrom(1_200, 3_000, 8_000, 200_000),
    messages: fc.integer({ min: 1, max: 40 }),
  });

  it('never loses the task or the newest words, and what was left out once stays out', async () => {
    await fc.assert(
      fc.asyncProperty(runs, async ({ older, stretches, target, window, messages }) => {
        const known = named(target, { window: { messages, tokens: window } });
        const history: HistoryMessage[] = [];
        for (let n = 0; n < older; n++) history.push(user(`old ${n}`), answer(target, text(`reply ${n}`)));
        let at = 0;
        let before: readonly number[] = [];
        for (const [index, { rounds: count, size }] of stretches.entries()) {
          const content = index === 0 ? 'THE TASK' : `word ${index}!`;
          history.push(user(content));
          for (let n = 0; n <= count; n++) {
            const compiled = normalizeRequest(history, [], known);
            const sent = said(compiled);
            expect(sent).toContain('THE TASK');
            expect(sent).toContain(content);
            const results = new Set(partsOf(compiled.request.messages, 'tool_result').map(({ callId }) => callId));
            expect(new Set(callIds(compiled.request.messages))).toEqual(results);
            const { droppedByWindow } = compiled.report;
            expect(before.every((one) => droppedByWindow.includes(one))).toBe(true);
            before = droppedByWindow;
            if (n < count) history.push(...rounds(at++, 1, size));
          }
        }
        await accepted(history, known);
      }),
      { numRuns: 60 },
    );
  });
});
