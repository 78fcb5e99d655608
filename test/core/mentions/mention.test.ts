import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { mentionAt } from '#core/mentions/mention-at.ts';
import { tokenOf, usesOf, type Mention } from '#core/mentions/mention.ts';

const file = (path: string): Mention => ({ kind: 'file', token: tokenOf(path), folder: '/work', path });

describe('the word that is being typed after an @', () => {
  test.each([
    ['@', 1, { start: 0, query: '' }],
    ['@src/ap', 7, { start: 0, query: 'src/ap' }],
    ['look at @src', 12, { start: 8, query: 'src' }],
    ['one\n@두', 6, { start: 4, query: '두' }],
    ['look\u3000@a', 7, { start: 5, query: 'a' }],
    // The caret is inside the word: what is before it counts.
    ['@src/app.ts', 4, { start: 0, query: 'src' }],
    ['me@example.com', 14, null],
    ['me@', 3, null],
    ['@src ', 5, null],
    ['nothing', 7, null],
    ['a @', 1, null],
    ['@src/app.ts:', 12, null],
    ['@src/app.ts:10-8', 16, null],
  ])('%j at %i', (text, caret, expected) => {
    expect(mentionAt(text, caret)).toEqual(expected);
  });

  it('is never inside a word, however long the text before it is', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1, maxLength: 400 }), fc.string({ maxLength: 20 }), (before, query) => {
        fc.pre(!/\s$/.test(before) && !before.includes('@') && !/[\s@]/.test(query));
        expect(mentionAt(`${before}@${query}`, before.length + 1 + query.length)).toBeNull();
      }),
    );
  });
});

describe('what a text points at', () => {
  const app = file('src/app.ts');
  const uses = (text: string, mentions: readonly Mention[] = [app]) =>
    usesOf(text, mentions).map(({ mention, from, to }) => [mention.token, ...(from === undefined ? [] : [from, to])]);

  test.each([
    ['see @src/app.ts', [['@src/app.ts']]],
    ['@src/app.ts, and more.', [['@src/app.ts']]],
    ['@src/app.ts를 고쳐 줘', [['@src/app.ts']]],
    ['@src/app.ts.', [['@src/app.ts']]],
    ['@src/app.ts:10-80 is long', [['@src/app.ts', 10, 80]]],
    ['@src/app.ts:7', [['@src/app.ts', 7, 7]]],
    ['@src/app.ts:80-10', [['@src/app.ts', 10, 80]]],
    ['@src/app.ts:0', [['@src/app.ts']]],
    [
      '@src/app.ts:10-20 and @src/app.ts:90-99',
      [
        ['@src/app.ts', 10, 20],
        ['@src/app.ts', 90, 99],
      ],
    ],
    ['@src/app.ts @src/app.ts', [['@src/app.ts']]],
    ['@src/app.tsx', []],
    ['@src/app.ts.map', []],
    ['@src/app.ts-old', []],
    ['me@src/app.ts', []],
    ['src/app.ts', []],
    ['', []],
  ])('%j', (text, expected) => {
    expect(uses(text)).toEqual(expected);
  });

  it('comes in the order of the text, and a folder is no beginning of a file in it', () => {
    const folder: Mention = { kind: 'folder', token: '@src/', folder: '/work', path: 'src/' };
    const chat: Mention = { kind: 'session', token: '@Plan a relay', session: 's1', title: 'Plan a relay' };
    expect(uses('@src/app.ts, @Plan a relay and @src/', [folder, chat, app])).toEqual([
      ['@src/app.ts'],
      ['@Plan a relay'],
      ['@src/'],
    ]);
    expect(uses('@src/other.ts', [folder])).toEqual([]);
  });
});
