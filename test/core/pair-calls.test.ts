import { array, assert, nat, property } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { groupExchanges } from '#core/exchange.ts';
import type { HistoryMessage, Part } from '#core/message.ts';
import { SplitList } from '#core/list-start.ts';
import { callsOf, pairCalls } from '#core/pair-calls.ts';
import { runs } from '#test/runs.ts';
import { anyHistory } from './arbitrary-history.ts';

const user = (text: string): HistoryMessage => ({ role: 'user', parts: [{ type: 'text', text }] });
const calls = (...ids: string[]): HistoryMessage => ({
  role: 'assistant',
  parts: ids.map((id) => ({ type: 'tool_call', id, name: `tool-${id}`, args: {} })),
});
const brokenOff = (message: HistoryMessage): HistoryMessage => ({ ...message, stop: 'aborted' });
const results = (...texts: [callId: string | undefined, text: string, name?: string][]): HistoryMessage => ({
  role: 'tool',
  parts: texts.map(([callId, text, name]): Part => ({
    type: 'tool_result',
    text,
    ...(callId !== undefined && { callId }),
    ...(name !== undefined && { name }),
  })),
});

/** Texts that answer each call, and the unmatched rest. */
function paired(history: HistoryMessage[]): { answers: (string | null)[]; left: [string, string][] } {
  const { calls: found, strays } = pairCalls(history);
  return {
    answers: [...found.values()].flat().map(({ result }) => result?.content.text ?? null),
    left: [...strays.values()].flat().map(({ why, content }) => [why, content.text]),
  };
}

describe('pairCalls', () => {
  it.each<[string, HistoryMessage[], (string | null)[], [string, string][]]>([
    ['in order', [calls('a', 'b'), results(['a', '1'], ['b', '2'])], ['1', '2'], []],
    ['in any order', [calls('a', 'b'), results(['b', '2']), results(['a', '1'])], ['1', '2'], []],
    ['late, behind what the user said', [calls('a'), user('x'), results(['a', '1'])], ['1'], []],
    ['later still, behind another answer', [calls('a'), user('x'), calls('b'), results(['a', '1'])], ['1', null], []],
    ['missing', [calls('a', 'b'), results(['b', '2'])], [null, '2'], []],
    ['without its call', [results(['a', '1']), user('x')], [], [['orphan', '1']]],
    ['twice the same', [calls('a'), results(['a', '1'], ['a', '1'])], ['1'], [['repeat', '1']]],
    ['twice, differently', [calls('a'), results(['a', '1'], ['a', '2'])], ['1'], [['duplicate', '2']]],
    [
      'with ids that repeat every turn',
      [calls('0'), results(['0', '1']), user('x'), calls('0'), results(['0', '2'])],
      ['1', '2'],
      [],
    ],
    [
      'with an earlier call of the same id left open',
      [calls('0'), user('x'), calls('0'), results(['0', '2'], ['0', '3'])],
      [null, '2'],
      [['duplicate', '3']],
    ],
    ['with one constant id for parallel calls', [calls('0', '0'), results(['0', '1'], ['0', '2'])], ['1', '2'], []],
    [
      'with parallel calls stored as messages of their own',
      [calls('0'), calls('0'), results(['0', '1']), results(['0', '2'])],
      ['1', '2'],
      [],
    ],
    [
      'without ids, behind an answer that broke off before its own calls ran',
      [brokenOff(calls('', '')), calls(''), results(['', '1', 'tool-'])],
      [null, null, '1'],
      [],
    ],
    [
      'with an id that an answer that broke off had used',
      [brokenOff(calls('0')), calls('0'), results(['0', '1'])],
      [null, '1'],
      [],
    ],
    ['without ids, by order', [calls('', ''), results([undefined, '1'], [undefined, '2'])], ['1', '2'], []],
    ['without ids, by name', [calls('', 'b'), results([undefined, '2', 'tool-b'], ['', '1', 'tool-'])], ['1', '2'], []],
    [
      'without id under a name nobody called',
      [calls('a'), results([undefined, '1', 'other'])],
      [null],
      [['orphan', '1']],
    ],
    ['before its call in the same turn', [user('x'), results(['a', '1']), calls('a')], [null], [['orphan', '1']]],
    ['before its call in an earlier turn', [results(['a', '1']), user('x'), calls('a')], [null], [['orphan', '1']]],
    [
      'before and after its call',
      [user('x'), results(['a', 'early']), calls('a'), results(['a', '1'])],
      ['1'],
      [['orphan', 'early']],
    ],
    [
      'a second time, before a call that uses the id again and never got a result',
      [calls('0'), results(['0', '1'], ['0', '2']), calls('0')],
      ['1', null],
      [['duplicate', '2']],
    ],
  ])('%s', (_, history, answers, left) => {
    expect(paired(history)).toEqual({ answers, left });
  });

  it('gives no call a result that was stored before it or carries another id, and accounts for every result once', () => {
    assert(
      property(anyHistory, array(nat(100), { maxLength: 6 }), (given, moves) => {
        const history = [...given];
        for (const move of moves) history.unshift(...history.splice(move % Math.max(1, history.length), 1));
        const { calls: found, strays } = pairCalls(history);
        const place = ({ message, part }: { message: number; part: number }) => message * 1_000 + part;
        const taken = [...strays.values()].flat().map(place);
        for (const call of [...found.values()].flat()) {
          if (!call.result) continue;
          taken.push(place(call.result));
          expect(place(call.result)).toBeGreaterThan(place(call));
          expect([call.call.id, '', undefined]).toContain(call.result.content.callId);
        }
        const all = history.flatMap(({ parts }, message) =>
          parts.flatMap(({ type }, part) => (type === 'tool_result' ? [place({ message, part })] : [])),
        );
        expect(taken.sort((a, b) => a - b)).toEqual(all);
      }),
    );
  });

  it('stays linear when one id is used for everything', () => {
    const history = Array.from({ length: 20_000 }, (_, index) =>
      index % 2 === 0 ? calls('call_0') : results(['call_0', `${index}`], ['call_0', 'again']),
    );
    const start = performance.now();
    expect(paired(history).answers).not.toContain(null);
    expect(performance.now() - start).toBeLessThan(3_000);
  });

  it('stays linear on one round with thousands of calls and on thousands of orphans', () => {
    const ids = Array.from({ length: 20_000 }, (_, index) => `c${index}`);
    const orphans = ids.map((id): [string, string] => ['x', id]);
    const start = performance.now();
    const { answers } = paired([
      results(...orphans),
      calls(...ids, ...ids.map(() => 'x')),
      results(...ids.map((id): [string, string] => [id, id])),
    ]);
    expect(answers.slice(0, 20_000)).toEqual(ids);
    expect(performance.now() - start).toBeLessThan(3_000);
  });
});

describe('groupExchanges', () => {
  it('begins a new one with what the user says, and keeps several user messages together', () => {
    const history = [
      calls('a'),
      user('1'),
      user('2'),
      calls('b'),
      results(['b', 'x']),
      calls('c'),
      { ...results(['c', 'y']), role: 'user' as const },
      user('3'),
    ];
    expect(groupExchanges(history)).toEqual([
      { start: 0, end: 1 },
      { start: 1, end: 7 },
      { start: 7, end: 8 },
    ]);
    expect(groupExchanges([])).toEqual([]);
  });
});

describe('the calls of a few answers', () => {
  it('have the results that they have among all', () => {
    assert(
      property(anyHistory, array(nat({ max: 40 }), { maxLength: 4 }), (history, some) => {
        const answers = new Set(some);
        const all = pairCalls(history).calls;
        expect(callsOf(SplitList.of(history), answers)).toEqual(
          [...answers].flatMap((answer) => all.get(answer) ?? []),
        );
      }),
      { numRuns: runs(300) },
    );
  });

  it('have results that were stored long after', () => {
    const between = Array.from({ length: 200 }, () => user('x'));
    const history = [calls('a', 'b'), results(['b', '2']), calls('b'), ...between, results(['a', '1'], ['b', '3'])];
    const texts = callsOf(SplitList.of(history), [0, 2]).map(({ result }) => result?.content.text);
    expect(texts).toEqual(['1', '2', '3']);
  });
});
