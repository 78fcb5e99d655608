import { assert, constantFrom, array, property, string, tuple } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { markText, snippetOf } from '#search/mark-text.ts';
import { foldText } from '#storage/title-search.ts';

const marked = (text: string, ...terms: string[]) =>
  markText(
    text,
    terms.map((term) => foldText(term)),
  ).map(([start, end]) => text.slice(start, end));

describe('places of what was searched for', () => {
  it.each([
    ['Straße und STRASSE', ['strasse'], ['Straße', 'STRASSE']],
    ['한국어로 말해요', ['국어'], ['국어']],
    ['한국어로 말해요'.normalize('NFD'), ['한국'], ['한국'.normalize('NFD')]],
    ['東京都の人', ['京都'], ['京都']],
    ['aaa', ['aa'], ['aa']],
    ['abcabc', ['ab', 'bc'], ['abc', 'abc']],
    ['nothing here', ['x'], []],
    ['İstanbul', ['istanbul'], []],
    ['👩‍💻 codes', ['codes'], ['codes']],
  ])('%s: %j', (text, terms, expected) => {
    expect(marked(text, ...terms)).toEqual(expected);
  });

  const alphabet = constantFrom('a', 'B', 'ß', 'é', 'é', 'ς', '한', '하'.normalize('NFD'), 'ㄴ', '漢', '😀', ' ', '\n');
  const text = array(alphabet, { maxLength: 400 }).map((letters) => letters.join(''));

  it('lie in the text, in order, apart, and hold the term', () => {
    assert(
      property(tuple(text, array(alphabet, { minLength: 1, maxLength: 3 })), ([given, letters]) => {
        const term = foldText(letters.join('')).trim();
        let last = 0;
        for (const [start, end] of markText(given, [term])) {
          expect(start).toBeGreaterThanOrEqual(last);
          expect(end).toBeGreaterThan(start);
          expect(end).toBeLessThanOrEqual(given.length);
          last = end;
        }
      }),
    );
  });

  it('an excerpt is short, well formed, and shows what was found', () => {
    assert(
      property(tuple(text, text), ([before, after]) => {
        const { text: shown, marks } = snippetOf(`${before} needle ${after}`, ['needle']);
        expect(shown.isWellFormed()).toBe(true);
        expect(shown.length).toBeLessThanOrEqual(200);
        expect(marks.map(([start, end]) => shown.slice(start, end))).toContain('needle');
      }),
    );
  });

  it('an excerpt ends after a word, and in a script without spaces wherever it is full', () => {
    const words = Array.from({ length: 90 }, (_, at) => 'abcdefghij'.slice(0, 1 + (at % 9)));
    const { text: shown, cutAfter } = snippetOf(words.join(' '), ['a']);
    expect(cutAfter).toBe(true);
    expect(words.slice(0, shown.split(' ').length).join(' ')).toBe(shown);
    expect(shown.length).toBeGreaterThan(170);
    expect(snippetOf('漢'.repeat(400), ['漢']).text).toHaveLength(200);
  });

  it('an excerpt of anything is well formed', () => {
    assert(
      property(string({ unit: 'grapheme', maxLength: 600 }), string({ maxLength: 3 }), (given, term) => {
        expect(snippetOf(given, [foldText(term)]).text.isWellFormed()).toBe(true);
      }),
    );
  });
});
