import { assert, constantFrom, pre, property, string } from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Watch } from '#core/reliability/keywords.ts';
import { findKeywords } from '#texts/user-words.ts';

const ALL: Watch = { keywords: true, thinking: true };
const said = (text: string, watch: Watch = ALL) =>
  findKeywords(text, watch).map(({ word, asks }) => `${word} ${asks.thinking ?? asks.modes?.join(' ')}`);

describe('words that stand for something', () => {
  it.each([
    ['ultrathink about this', 'ultrathink high'],
    ['About this: Ultrathink!', 'Ultrathink high'],
    ['울트라씽크로 풀어 줘', '울트라씽크 high'],
    ['ultrathink로 풀어 줘', 'ultrathink high'],
    ['ultrawork on the tests', 'ultrawork ultrawork'],
    ['ulw fix it', 'ulw ultrawork'],
    ['테스트를 ultrawork로 고쳐 줘', 'ultrawork ultrawork'],
    ['search mode: where is the key read?', 'search mode search'],
    ['검색 모드로 찾아 줘', '검색 모드 search'],
    ['Analyze-mode, please', 'Analyze-mode analyze'],
    ['분석 모드 켜고', '분석 모드 analyze'],
    ['Please think hard about the edge cases', 'think hard high'],
    ['Think very carefully.', 'Think very carefully high'],
    ['Read it, then think deeply', 'think deeply high'],
    ['I want you to think harder', 'think harder high'],
    ['이 문제를 깊이 생각해 줘', '깊이 생각해 high'],
    ['곰곰이 생각한 뒤 답해', '곰곰이 생각한 뒤 high'],
    ['この問題をじっくり考えてください', 'じっくり考えて high'],
    ['よく考えた上で答えて', 'よく考えた上で high'],
    ['検索モードで探して', '検索モード search'],
  ])('%s', (text, expected) => {
    expect(said(text)).toEqual([expected]);
  });

  it.each([
    'file an expense report',
    'refill the soap dispenser',
    'workers’ compensation law',
    'an indispensable tool',
    'I think lunch was good',
    'We think hard problems are fun',
    'nobody thinks harder than she does',
    'lib/StatefulWidget.dart and src/ulw/index.ts',
    'the ulw.config.js file, ulw=1, --ulw, #ulw, @ulw and ulw_mode',
    'https://example.com/ultrathink?ultrawork',
    'search the folder and analyze it',
    '생각해 보니 그렇네',
    '깊이가 있는 생각',
    '너무 깊이 생각하지 마',
    '昨日よく考えていたことです',
    '深く考えないで',
    '`ultrathink` is a word\n```\nultrawork\n```',
    '> think hard about it\nwhat did he mean?',
    'multrawork ultraworks ultrathinking',
  ])('not: %s', (text) => {
    expect(said(text)).toEqual([]);
  });

  it('each hook has its own', () => {
    expect(said('ultrathink, ultrawork. Think hard.', { keywords: false, thinking: true })).toEqual([
      'ultrathink high',
    ]);
    expect(said('ultrawork. Think hard.', { keywords: true, thinking: false })).toEqual(['ultrawork ultrawork']);
    expect(said('ultrathink, ultrawork', { keywords: true, thinking: false })).toHaveLength(2);
    expect(said('ultrathink ultrawork think hard', { keywords: false, thinking: false })).toEqual([]);
  });

  it('are never found inside a longer word, and a message without them never has one', () => {
    const word = constantFrom('ultrathink', 'ultrawork', 'ulw');
    const glue = constantFrom('a', '_', '/', '9', '-', 'é');
    assert(
      property(word, glue, (one, around) => {
        expect(said(`x ${around}${one}${around} y`)).toEqual([]);
      }),
    );
    assert(
      property(string(), (text) => {
        pre(!/ultra|ulw|mode|think|모드|생각|울트라/iu.test(text));
        expect(said(text)).toEqual([]);
      }),
    );
  });
});
