import { assert, constantFrom, property, string, uniqueArray } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { normalizeTag, countTags, hasTag, withRenamedTag, withTag, withoutTag } from '#storage/session-tags.ts';
import { codePoint } from '#test/code-point.ts';

const tag = constantFrom('a', 'b', 'B', '여행', 'two words');
const tags = uniqueArray(tag, { maxLength: 4, selector: (one) => one.toLowerCase() });

describe('a tag', () => {
  it.each([
    ['  #travel ', 'travel'],
    ['##', ''],
    ['two \t words', 'two words'],
    ['say "hi"', 'say hi'],
    ['\u1112\u1161\u11ab', '한'],
    ['x'.repeat(60), 'x'.repeat(40)],
  ])('typed as %j is %j', (typed, stored) => {
    expect(normalizeTag(typed)).toBe(stored);
  });

  it('is clean once it was cleaned', () => {
    assert(
      property(string({ unit: codePoint, maxLength: 60 }), (text) => {
        expect(normalizeTag(normalizeTag(text))).toBe(normalizeTag(text));
      }),
    );
  });

  it('is there once, however it is written, and gone when it is taken away', () => {
    assert(
      property(tags, tag, (before, one) => {
        const after = withTag(before, one);
        expect(after.filter((other) => hasTag([other], one))).toHaveLength(1);
        expect(hasTag(withoutTag(after, one), one)).toBe(false);
        expect(withoutTag(after, one)).toEqual(withoutTag(before, one));
      }),
    );
  });

  it('becomes another one in its place, or one with it', () => {
    expect(withRenamedTag(['x', 'a', 'y'], 'A', 'b')).toEqual(['x', 'b', 'y']);
    expect(withRenamedTag(['b', 'x', 'a'], 'a', 'b')).toEqual(['x', 'b']);
    expect(withRenamedTag(['a'], 'a', 'A')).toEqual(['A']);
    expect(withRenamedTag(['x'], 'a', 'b')).toEqual(['x']);
  });

  it('is counted over all conversations', () => {
    const all = [{ tags: ['b', 'a'] }, { tags: ['A'] }, {}];
    expect(countTags(all)).toEqual([
      { tag: 'A', count: 2 },
      { tag: 'b', count: 1 },
    ]);
  });
});
