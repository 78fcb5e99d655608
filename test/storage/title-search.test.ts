import { array, assert, constantFrom, integer, oneof, property, string } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { foldText } from '#storage/title-search.ts';
import { codePoint } from '#test/code-point.ts';

/** What folding means, in five passes. */
const meaning = (text: string): string =>
  text.normalize('NFC').toUpperCase().toLowerCase().replaceAll('ς', 'σ').normalize('NFC');

const lettersOf = (text: string): string[] => Array.from(text);

/** What composes with its neighbors, changes its length, or depends on where it stands. */
const DIFFICULT = lettersOf(
  'İıßẞſŉǰΣσςΐΰ\u0345\u0301\u0308\u0323\u0327ﬁÅΩK각ᄀ가\u1161\u11a8\u302e\u3099かｶﾞ，　𐐀\ud83d\ude00\u200d',
);

describe('folding', () => {
  it('has one meaning for every character, alone and among others', () => {
    const wrong: string[] = [];
    for (let code = 0; code < 0x1_0000; code++) {
      const one = String.fromCharCode(code);
      for (const text of [one, `a${one}ΑΣ${one}가${one}か${one}ｶ${one} ${one}${one}`])
        if (foldText(text) !== meaning(text)) wrong.push(code.toString(16));
    }
    expect(wrong).toEqual([]);
  });

  it('has one meaning for every text', () => {
    const letters = oneof(
      constantFrom(...DIFFICULT),
      integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code)),
      string({ unit: codePoint, maxLength: 4 }),
    );
    const common = constantFrom(...lettersOf('The quick Brown 다람쥐 Ünïcode Ελλάς Привет ※ “—” ✓'));
    assert(
      property(array(common, { maxLength: 20 }), array(letters, { maxLength: 3 }), array(common), (...pieces) => {
        const text = pieces.flat().join('');
        expect(foldText(text)).toBe(meaning(text));
      }),
      { numRuns: 2_000 },
    );
  });
});
