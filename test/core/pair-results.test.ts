import { describe, expect, it } from 'vitest';
import { pairResults } from '#core/pair-results.ts';
import type { ToolCallPart } from '#core/message.ts';

const call = (id: string, name = 'read'): ToolCallPart => ({ type: 'tool_call', id, name, args: {} });
const result = (callId: string | undefined, text: string, name?: string) => ({
  type: 'tool_result' as const,
  ...(callId !== undefined && { callId }),
  ...(name !== undefined && { name }),
  text,
});

describe('the results of an answer', () => {
  it.each([
    ['by id', [call('a'), call('b')], [result('b', '2'), result('a', '1')], ['1', '2'], []],
    ['by occurrence', [call('a'), call('a')], [result('a', '1'), result('a', '2')], ['1', '2'], []],
    ['by name and order without an id', [call('a', 'x'), call('b', 'y')], [result(undefined, '2', 'y')], ['', '2'], []],
    ['once each', [call('a')], [result('a', '1'), result('a', '2'), result('z', '3')], ['1'], ['2', '3']],
  ])('belong to their calls: %s', (_how, calls, results, own, alone) => {
    const parts = [{ type: 'text' as const }, ...calls, { type: 'image' as const }];
    const { of, lone } = pairResults(parts, results);
    expect(calls.map((one) => of.get(one)?.text ?? '')).toEqual(own);
    expect(lone.map(({ text }) => text)).toEqual(alone);
  });
});
