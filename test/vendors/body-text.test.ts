import {
  anything,
  array,
  assert,
  constantFrom,
  dictionary,
  integer,
  nat,
  oneof,
  property,
  string,
  tuple,
} from 'fast-check';
import { expect, test } from 'vitest';
import { ListStart } from '#core/list-start.ts';
import { bodyDigest, BodyText } from '#vendors/base/body-text.ts';
import { Utf8Hash } from '#vendors/base/utf8-hash.ts';
import { codePoint } from '#test/code-point.ts';

const anyText = oneof(string({ unit: codePoint }), string({ unit: constantFrom('\ud83d', '\ude00', '"', 'a', '가') }));
const anyElement = oneof(
  dictionary(anyText, oneof(anyText, integer(), array(anyText))),
  anyText,
  anything({ maxDepth: 1 }).filter((one) => one === null || typeof one === 'number' || typeof one === 'boolean'),
);

const hashOf = (...texts: string[]) => texts.reduce((hash, text) => hash.add(text), new Utf8Hash()).hex();

test('a text and its digest are those of the whole body, whatever was written before', () => {
  const anyStep = tuple(array(anyElement, { maxLength: 4 }), array(anyElement, { maxLength: 3 }), nat(2));
  assert(
    property(array(anyStep, { minLength: 1, maxLength: 5 }), dictionary(anyText, anyElement), (steps, rest) => {
      const texts = new BodyText();
      let start = ListStart.of<unknown>();
      for (const [more, end, system] of steps) {
        start = start.with(more);
        const leading = system === 0 ? [] : [{ role: 'system', content: `${system}` }];
        const { text, digest } = texts.write({
          body: { ...rest, list: [], after: [1, 'two'] },
          field: 'list',
          conversation: { leading, start, end },
        });
        const whole = { ...rest, list: [...leading, ...start.slice(), ...end], after: [1, 'two'] };
        expect(text).toBe(JSON.stringify(whole));
        expect(digest).toBe(bodyDigest(whole));
      }
    }),
  );
});

test('other texts have other digests', () => {
  assert(
    property(array(anyElement), array(anyElement), (one, other) => {
      const same = JSON.stringify(one) === JSON.stringify(other);
      expect(bodyDigest({ list: one }) === bodyDigest({ list: other })).toBe(same);
    }),
  );
  expect(bodyDigest({ a: 1, b: 2 })).not.toBe(bodyDigest({ b: 2, a: 1 }));
  expect(bodyDigest({ a: [], b: [1] })).not.toBe(bodyDigest({ a: [1], b: [] }));
});

test('a change anywhere in a long text changes its hash', () => {
  const text = '가나다 abc '.repeat(20_000);
  const hash = hashOf(text);
  assert(
    property(nat(text.length - 1), constantFrom('x', '힣', '\u0000'), (at, sign) => {
      expect(hashOf(`${text.slice(0, at)}${sign}${text.slice(at + 1)}`) === hash).toBe(text[at] === sign);
      expect(hashOf(text.slice(0, at))).not.toBe(hash);
    }),
    { numRuns: 50 },
  );
});

test('swapped, moved and repeated signs give another hash', () => {
  const hashes = new Set<string>();
  const texts = new Set<string>();
  for (const left of ['', 'a', 'b', 'ab', 'ba', 'abcdefgh', 'efghabcd', 'abcdefghabcdefgh', '\u0000'])
    for (const middle of ['', '        ', 'abcdefgh'])
      for (const right of ['', 'a', 'b', 'abcdefgh', '\u0000\u0000']) texts.add(left + middle + right);
  for (const text of texts) hashes.add(hashOf(text));
  expect(hashes.size).toBe(texts.size);
});

test('a copy goes on by itself, and pieces are not their sum', () => {
  const hash = new Utf8Hash().add('one');
  const copy = hash.copy().add('two');
  expect(hash.hex()).toBe(hashOf('one'));
  expect(copy.hex()).toBe(hashOf('one', 'two'));
  expect(hashOf('one', 'two')).not.toBe(hashOf('onetwo'));
});

test('digests keep the values that are stored', () => {
  expect(bodyDigest({ model: 'm', messages: [{ role: 'user', content: '가' }] })).toBe(
    'utf8:5d452db5edc9acb20a9778961485cbd7',
  );
});
