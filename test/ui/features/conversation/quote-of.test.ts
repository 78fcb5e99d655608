import fc from 'fast-check';
import { expect, test } from 'vitest';
import { quoteOf } from '#ui/features/conversation/message/quote-of.ts';

test('every line is quoted, also empty ones, with space below', () => {
  expect(quoteOf('one\n\n  two  \r\nthree\n')).toBe('> one\n>\n>   two  \n> three\n\n');
  fc.assert(
    fc.property(fc.string(), (text) => {
      const lines = quoteOf(text).split('\n');
      expect(lines.splice(-2)).toEqual(['', '']);
      expect(lines.every((line) => line.startsWith('>'))).toBe(true);
    }),
  );
});
