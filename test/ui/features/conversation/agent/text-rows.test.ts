import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cutRows, findMatches } from '#ui/features/conversation/agent/output/text-rows.ts';

const shown = (text: string, longest?: number) => {
  const rows = cutRows(text, longest);
  return Array.from({ length: rows.count }, (_, index) => {
    const { start, end, line } = rows.row(index);
    return [line, text.slice(start, end)];
  });
};

describe('rows of a long text', () => {
  it('are its lines, and long lines in pieces that cut no character', () => {
    expect(shown('a\n\nb\n')).toEqual([
      [1, 'a'],
      [2, ''],
      [3, 'b'],
    ]);
    expect(shown('')).toEqual([[1, '']]);
    expect(shown('abcdef\ng', 4)).toEqual([
      [1, 'abcd'],
      [1, 'ef'],
      [2, 'g'],
    ]);
    expect(shown('abc🦊d', 4)).toEqual([
      [1, 'abc'],
      [1, '🦊d'],
    ]);
  });

  it('hold every character once, and are found by any of them', () => {
    const text = fc.string({ unit: fc.constantFrom('a', '\n', '🦊', '가', '\r\n') });
    fc.assert(
      fc.property(text, fc.integer({ min: 2, max: 9 }), (content, longest) => {
        const rows = cutRows(content, longest);
        const covered = Array.from({ length: rows.count }, (_, index) => rows.row(index));
        expect(covered.map(({ start, end }) => content.slice(start, end)).join('')).toBe(content.replaceAll('\n', ''));
        expect(covered.every(({ start, end }) => end - start <= longest)).toBe(true);
        for (let at = 0; at < content.length; at += 1) {
          const { start, end } = rows.row(rows.rowAt(at));
          expect(at >= start && at <= end).toBe(true);
        }
      }),
    );
  });

  it('are cut from ten megabytes while nobody notices', () => {
    const text = 'some line of an output that is long enough\n'.repeat(240_000);
    const start = performance.now();
    const rows = cutRows(text);
    expect(findMatches(text, 'LONG', 10_000)).toHaveLength(10_000);
    expect(rows.lines).toBe(240_000);
    expect(performance.now() - start).toBeLessThan(3_000);
  });
});

describe('finding', () => {
  it('looks past the case of letters, except where that would move places', () => {
    expect(findMatches('One one ONE', 'one', 10)).toEqual([0, 4, 8]);
    expect(findMatches('aaaa', 'aa', 10)).toEqual([0, 2]);
    expect(findMatches('aaaa', 'a', 2)).toEqual([0, 1]);
    expect(findMatches('a.c abc', 'a.c', 10)).toEqual([0]);
    expect(findMatches('İx X', 'x', 10)).toEqual([1]);
    expect(findMatches('abc', '', 10)).toEqual([]);
  });
});
