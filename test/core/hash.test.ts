import { array, assert, constantFrom, nat, oneof, property, string } from 'fast-check';
import { expect, test } from 'vitest';
import { digest, shortId, TextHash } from '#core/hash.ts';
import { codePoint } from '#test/code-point.ts';

/** With control characters, quotes, and pairs of surrogates that may be incomplete. */
const anyText = oneof(
  string({ unit: codePoint }),
  array(nat(0xffff)).map((codes) => String.fromCharCode(...codes)),
  array(constantFrom('\ud83d', '\ude00', '"', '\\', '\n', '\u0000', '\u007f', '\u2028', 'a', '가')).map((signs) =>
    signs.join(''),
  ),
);

test('digests and ids keep the values that are stored', () => {
  expect(digest('')).toBe('1aee8d83488bdcb8583afc3ba650c329');
  expect(digest('{"a":[1,"가\\n"]}')).toBe('b3f851d66d868e2194f4388bcebd1a26');
  expect(shortId('place|0|call|name|0', 9)).toBe('llJafVacN');
});

test('pieces give the hash of the whole text', () => {
  assert(
    property(array(anyText), (pieces) => {
      const hash = new TextHash();
      for (const piece of pieces) hash.add(piece);
      expect(hash.hex()).toBe(digest(pieces.join('')));
    }),
  );
});

test('a string is hashed as JSON writes it', () => {
  assert(
    property(anyText, (text) => {
      expect(new TextHash().addString(text).hex()).toBe(digest(JSON.stringify(text)));
    }),
    { numRuns: 1_000 },
  );
});
