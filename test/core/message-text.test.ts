import { describe, expect, it } from 'vitest';
import { letterOf } from '#ui/features/conversation/list/letter-keys.ts';
import { textOf } from '#core/message-text.ts';
import { lastLine } from '#ui/features/conversation/message/thinking.tsx';
import { summarizeArgs } from '#ui/features/conversation/message/tool-call.tsx';
import { formatCost, formatSeconds, splitDuration } from '#ui/kit/text/usage-text.ts';

describe('numbers under an answer', () => {
  it.each([
    [0, '$0'],
    [0.0000004, '<$0.00001'],
    [0.0000123, '$0.000012'],
    [0.00042, '$0.00042'],
    [0.0012, '$0.0012'],
    [0.0329, '$0.033'],
    [0.0999, '$0.100'],
    [0.1234, '$0.123'],
    [1.005, '$1.00'],
    [12.3456, '$12.35'],
  ])('%d dollars are %s', (usd, expected) => {
    expect(formatCost(usd)).toBe(expected);
  });

  it('counts seconds as one feels them', () => {
    expect([80, 840, 9_940, 9_960, 59_400].map(formatSeconds)).toEqual(['0.1', '0.8', '9.9', '10', '59']);
    expect(splitDuration(125_400)).toEqual({ minutes: 2, seconds: 5 });
    expect(splitDuration(-5)).toEqual({ minutes: 0, seconds: 0 });
  });
});

describe('text of a message', () => {
  const message = {
    parts: [
      { type: 'thinking' as const, text: 'secret' },
      { type: 'text' as const, text: 'One' },
      { type: 'tool_call' as const, id: 'c', name: 'x', args: {} },
      { type: 'text' as const, text: 'Two\nthree' },
    ],
  };

  it('is one text where a signature splits it', () => {
    const pieces = ['Wo', 'rds', ''].map((text, at) => ({ type: 'text' as const, text, continues: at > 0 }));
    expect(textOf({ parts: [...pieces, { type: 'text', text: 'Next' }] })).toBe('Words\n\nNext');
  });

  it('is what a person would copy', () => {
    expect(textOf(message)).toBe('One\n\nTwo\nthree');
  });
});

describe('lastLine', () => {
  it('peeks at what is being thought, without its marks', () => {
    expect(lastLine('First.\n\n- **Second** `line`')).toBe('Second line');
    expect(lastLine('Only\n')).toBe('Only');
    expect(lastLine('x'.repeat(1000)).length).toBeLessThanOrEqual(160);
  });
});

describe('summarizeArgs', () => {
  it('tells calls apart in a line', () => {
    expect(summarizeArgs({ args: { path: 'a.ts', deep: { n: 1 }, lines: [1, 2] } })).toBe(
      'path: a.ts, deep: {"n":1}, lines: [1,2]',
    );
    expect(summarizeArgs({ args: {}, rawArgs: '{"path": "a\n' })).toBe('{"path": "a ');
    expect(summarizeArgs({ args: null })).toBe('null');
    expect(summarizeArgs({ args: { text: 'x'.repeat(500) } }).length).toBe(120);
  });
});

describe('letterOf', () => {
  it('reads letters whatever the layout', () => {
    expect(letterOf({ key: 'j', code: 'KeyJ' })).toBe('j');
    expect(letterOf({ key: 'J', code: 'KeyJ' })).toBe('j');
    expect(letterOf({ key: 'ㅓ', code: 'KeyJ' })).toBe('j');
    expect(letterOf({ key: 'j', code: 'KeyC' })).toBe('j');
    expect(letterOf({ key: 'Enter', code: 'Enter' })).toBe('');
    expect(letterOf({ key: '1', code: 'Digit1' })).toBe('');
  });
});
