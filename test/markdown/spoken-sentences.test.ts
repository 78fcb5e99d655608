import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { spokenSentences } from '#markdown/spoken-sentences.ts';

const NAMES = { code: 'Code.', formula: 'formula' };
const say = (markdown: string) => spokenSentences(markdown, NAMES);

describe('spokenSentences', () => {
  it.each<[what: string, markdown: string, said: string[]]>([
    ['sentences by themselves', 'One thing. Another one!\nA third?', ['One thing.', 'Another one!', 'A third?']],
    ['no marks', '# Title\n\n**Bold** and [a link](https://a.example/b).', ['Title', 'Bold and a link.']],
    ['code and formulas by their names', '```js\nlet a = 1;\n```\n\n$$\nx^2\n$$', ['Code.', 'formula']],
    ['a formula in a sentence only if it can', 'Here $x$ is $\\frac{1}{2}$ of it.', ['Here x is formula of it.']],
    ['an address by its host', 'See https://www.example.com/a/b?c=d#e for more.', ['See example.com for more.']],
    ['items and cells', '- one\n- two\n\n| A | B |\n| - | - |\n| 1 | 2 |', ['one', 'two', 'A B', '1 2']],
    ['Korean', '첫 번째입니다. 두 번째예요! 끝.', ['첫 번째입니다.', '두 번째예요!', '끝.']],
    ['Japanese', '一つ目です。二つ目です。', ['一つ目です。', '二つ目です。']],
    ['nothing where there is nothing to say', '---\n\n***\n\n…', []],
  ])('says %s', (_, markdown, said) => expect(say(markdown)).toEqual(said));

  it('parts a long sentence where a reader would pause', () => {
    const clause = 'a clause of some words that goes on for a while';
    const parts = say(`${Array.from({ length: 12 }, () => clause).join(', ')}.`);
    expect(parts.length).toBeGreaterThan(1);
    for (const part of parts) expect(part).toMatch(/[,.]$/);
  });

  it('says every letter once and in order, in pieces of a bearable length', () => {
    const words = fc.array(fc.constantFrom('word', 'one, two', '가나다라', 'end.', '🙂', 'x'.repeat(300), '\n\n'), {
      maxLength: 200,
    });
    fc.assert(
      fc.property(words, (list) => {
        const text = list.join(' ');
        const letters = (of: string) => of.replace(/[^\p{L}\p{N}]/gu, '');
        const said = say(text);
        expect(letters(said.join(''))).toBe(letters(text));
        for (const sentence of said) {
          expect(sentence.length).toBeLessThanOrEqual(240);
          expect(sentence.isWellFormed()).toBe(true);
        }
      }),
    );
  });
});
