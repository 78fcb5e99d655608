import { assert, property, string } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isEmptyQuery, parseQuery } from '#search/search-query.ts';
import { codePoint } from '#test/code-point.ts';

const day = (year: number, month: number, date: number) => new Date(year, month - 1, date).getTime();

describe('what is typed into the search', () => {
  it.each([
    ['two words', ['two', 'words'], {}],
    ['"a phrase of words" rest', ['a phrase of words', 'rest'], {}],
    ['"not closed yet', ['not closed yet'], {}],
    ['한국어 "띄어 쓴 말"', ['한국어', '띄어 쓴 말'], {}],
    ['Twice twice TWICE', ['twice'], {}],
    ['vendor:anthropic model:Opus tokens', ['tokens'], { vendor: 'anthropic', model: 'opus' }],
    ['role:user has:tool has:thinking x', ['x'], { role: 'user', having: ['tool', 'thinking'] }],
    ['tool:read_file is:pinned', [], { tool: 'read_file', pinned: true }],
    ['tag:Travel tag:"Two words" folder:work', [], { tags: ['travel', 'two words'], folder: 'work' }],
    ['is:archived a', ['a'], { archived: true }],
    ['is:deleted a', ['a'], { trash: true }],
    ['after:2026-01-31 before:2026-03', [], { after: day(2026, 1, 31), before: day(2026, 3, 1) }],
    ['on:2026-12-31', [], { after: day(2026, 12, 31), before: day(2027, 1, 1) }],
    ['on:2026-02', [], { after: day(2026, 2, 1), before: day(2026, 3, 1) }],
    // Text that isn't a filter is a word.
    [
      'http://x.y 10:30 role:king has:legs is:odd on:2026-13',
      ['http://x.y', '10:30', 'role:king', 'has:legs', 'is:odd', 'on:2026-13'],
      {},
    ],
    ['after:2026-02-31', ['after:2026-02-31'], {}],
    ['model:"GPT 5"', [], { model: 'gpt 5' }],
    ['note:"two words"', ['note:two words'], {}],
  ])('%s', (text, terms, filters) => {
    expect(parseQuery(text)).toEqual({ terms, filters: { having: [], ...filters } });
  });

  it('is never too odd to be read', () => {
    assert(
      property(string({ unit: codePoint }), (text) => {
        const { terms } = parseQuery(text);
        expect(terms.every((term) => term.trim() !== '')).toBe(true);
      }),
    );
  });

  it.each([
    ['', true],
    ['  "" ', true],
    ['a', false],
    ['is:pinned', false],
    ['has:file', false],
  ])('asks for nothing: %j %s', (text, empty) => {
    expect(isEmptyQuery(parseQuery(text))).toBe(empty);
  });
});
