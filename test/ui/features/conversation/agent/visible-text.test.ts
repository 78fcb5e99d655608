import { expect, test } from 'vitest';
import { visibleText } from '#ui/kit/text/visible-text.ts';

test.each([
  ['a right-to-left override', 'rm \u202efdp.exe', 'rm \\u{202e}fdp.exe'],
  ['a terminal sequence', '\u001b[31mred', '\\u{1b}[31mred'],
  ['a carriage return that hides what stands before it', 'bad\rgood', 'bad\\u{d}good'],
  ['a zero width space and a no-break space', 'a\u200bb\u00a0c', 'a\\u{200b}b\\u{a0}c'],
  ['letters of the tag block', 'x\u{e0041}', 'x\\u{e0041}'],
])('spells out %s', (_name, text, shown) => {
  expect(visibleText(text)).toEqual({ text: shown, hidden: true });
});

test('leaves what is seen as it is, line breaks and Hangul among it', () => {
  const text = '한글 {\n\t"a": 1\n}';
  expect(visibleText(text)).toEqual({ text, hidden: false });
});

test('leaves an emoji as it is, and spells out what only looks like a part of one', () => {
  const emoji = '⚠\ufe0f 👩\u200d💻 1\ufe0f\u20e3';
  expect(visibleText(emoji)).toEqual({ text: emoji, hidden: false });
  expect(visibleText('a\ufe0f b\u200dc ⚠\ufe0f\ufe0f').text).toBe('a\\u{fe0f} b\\u{200d}c ⚠\ufe0f\\u{fe0f}');
});
