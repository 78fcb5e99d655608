import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { changedLines } from '#ui/agent/changed-lines.ts';

describe('changed lines', () => {
  it('leave what is the same at both ends', () => {
    expect(changedLines('a\nb\nc', 'a\nX\nY\nc')).toEqual({
      above: ['a'],
      removed: ['b'],
      added: ['X', 'Y'],
      below: ['c'],
    });
  });

  it('do not count a line twice that repeats', () => {
    expect(changedLines('a\na', 'a\na\na')).toEqual({ above: ['a', 'a'], removed: [], added: ['a'], below: [] });
  });

  it('hold both texts whole', () => {
    const text = fc.array(fc.constantFrom('', 'a', 'b'), { minLength: 1 }).map((lines) => lines.join('\n'));
    fc.assert(
      fc.property(text, text, (before, after) => {
        const { above, removed, added, below } = changedLines(before, after);
        expect([...above, ...removed, ...below].join('\n')).toBe(before);
        expect([...above, ...added, ...below].join('\n')).toBe(after);
      }),
    );
  });
});
