import fc from 'fast-check';
import { expect, it } from 'vitest';
import { cutAfter } from '#ui/features/conversation/message/cut-after.ts';

it.each([
  ['plain text', 'One. Two. Three.', 'One. Two.', 'One. Two.', 'One. Two.'],
  ['the second of two equal words', 'yes and yes and no', 'yes and yes', 'yes and yes', 'yes and yes'],
  ['after emphasis', 'A **bold** word. More.', 'A bold word.', ' word.', 'A **bold** word.'],
  ['inside emphasis', 'A **bold word** more.', 'A bold', 'bold', 'A **bold'],
  ['after a link', 'See [b](http://b.example/b) b. More b.', 'See b b.', ' b.', 'See [b](http://b.example/b) b.'],
  ['in a list', '- one\n- two\n- three', 'one\ntwo', 'two', '- one\n- two'],
  ['in a table', '| a | b |\n| --- | --- |\n| c | d |', 'abc', 'c', '| a | b |\n| --- | --- |\n| c'],
  ['spaces at the end are left out', 'One. Two.', 'One. ', 'One. ', 'One.'],
])('cuts %s', (_, source, before, tail, cut) => {
  expect(cutAfter(source, before, tail)).toBe(cut);
});

it('says so when the place is not there', () => {
  expect(cutAfter('One.', 'Two', 'Two')).toBeNull();
  expect(cutAfter('One.', '', '')).toBeNull();
  expect(cutAfter('One &amp; two', 'One & two', '& two')).toBeNull();
});

it('cuts any plain text exactly', () => {
  fc.assert(
    fc.property(fc.string({ minLength: 1 }), fc.nat(), (text, at) => {
      const before = text.slice(0, 1 + (at % text.length)).trimEnd();
      fc.pre(before !== '');
      expect(cutAfter(text, before, before)).toBe(before);
    }),
  );
});
