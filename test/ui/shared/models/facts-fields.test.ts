import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { EMPTY_FIELDS, fieldsOf, readFields, sourceOf } from '#ui/shared/models/facts-fields.ts';
import { parseDollars, parseTokens } from '#ui/shared/models/parse-facts.ts';
import { findModel } from '#vendors/catalog/find-model.ts';
import { mergeModel } from '#vendors/catalog/merge-model.ts';

const ANY = { min: 1_000, max: 100_000_000 };
const DOLLARS = { min: 0, max: 10_000 };
const known = findModel('anthropic', 'practice-claude', 'anthropic');
const unknown = findModel('openrouter', 'my/own', 'openai-chat');

describe('tokens', () => {
  it.each([
    ['200k', 200_000],
    ['200K', 200_000],
    ['1M', 1_000_000],
    ['1.1m', 1_100_000],
    [' 32,768 ', 32_768],
    ['1,048,576', 1_048_576],
    ['128 k tokens', 128_000],
    ['20만', 200_000],
    ['1백만', 1_000_000],
    ['8천 토큰', 8_000],
    ['２００ｋ', 200_000],
    ['1.024k', 1_024],
  ])('%s are %d', (text, value) => expect(parseTokens(text, ANY)).toEqual({ value }));

  it.each(['', 'k', 'many', '-5k', '1.5', '1.0005k', '1e6', '0x10', '20,00', '1,00k', '1.2.3', '5kk', '200k!', 'NaN'])(
    '“%s” is nonsense',
    (text) => expect(parseTokens(text, ANY)).toEqual({ problem: 'nonsense' }),
  );

  it('have limits that catch a slip of the hand', () => {
    expect(parseTokens('200', ANY)).toEqual({ problem: 'small' });
    expect(parseTokens('200000k', ANY)).toEqual({ problem: 'large' });
    expect(parseTokens('9'.repeat(400), ANY)).toEqual({ problem: 'large' });
  });

  it('are read back from what the form writes', () => {
    fc.assert(
      fc.property(fc.integer(ANY), (contextWindow) => {
        expect(parseTokens(fieldsOf({ contextWindow }).contextWindow, ANY)).toEqual({ value: contextWindow });
      }),
    );
  });
});

describe('dollars', () => {
  it.each([
    ['3', 3],
    ['$0.25', 0.25],
    ['.5', 0.5],
    ['0', 0],
    [' 12. ', 12],
  ])('%s are %d', (text, value) => expect(parseDollars(text, DOLLARS)).toEqual({ value }));

  it.each(['', '.', '-1', '3,5', '1,000', 'free', '1e3', '3 €', '$'])('“%s” is nonsense', (text) =>
    expect(parseDollars(text, DOLLARS)).toEqual({ problem: 'nonsense' }),
  );

  it('of a car are not those of a token', () => expect(parseDollars('20000', DOLLARS)).toEqual({ problem: 'large' }));
});

describe('the form', () => {
  it('says nothing when it is empty', () => {
    expect(readFields(EMPTY_FIELDS, known)).toEqual({ override: {}, problems: null });
    expect(readFields({ ...EMPTY_FIELDS, contextWindow: '  ' }, known).override).toEqual({});
  });

  it('gives back what it was filled with', () => {
    const override = {
      contextWindow: 64_000,
      maxOutput: 4_000,
      images: false,
      files: true,
      tools: false,
      price: { input: 1.5, output: 0.000_123, cacheRead: 0, cacheWrite: 2 },
    };
    expect(readFields(fieldsOf(override), known)).toEqual({ override, problems: null });
  });

  it('names every wrong field and keeps none', () => {
    expect(readFields({ ...EMPTY_FIELDS, contextWindow: 'big', maxOutput: '1', input: 'cheap' }, known)).toEqual({
      override: null,
      problems: { contextWindow: 'nonsense', maxOutput: 'small', input: 'nonsense' },
    });
  });

  it('refuses an answer longer than the window that will hold', () => {
    expect(readFields({ ...EMPTY_FIELDS, maxOutput: '300k' }, known).problems).toEqual({ maxOutput: 'over-window' });
    expect(readFields({ ...EMPTY_FIELDS, maxOutput: '300k', contextWindow: '1M' }, known).problems).toBeNull();
    expect(readFields({ ...EMPTY_FIELDS, maxOutput: '300k' }, unknown).problems).toBeNull();
  });

  it('asks for both parts of a price that nobody knows', () => {
    expect(readFields({ ...EMPTY_FIELDS, input: '2' }, unknown).problems).toEqual({ output: 'half-price' });
    expect(readFields({ ...EMPTY_FIELDS, cacheRead: '2' }, unknown).problems).toEqual({
      input: 'half-price',
      output: 'half-price',
    });
    expect(readFields({ ...EMPTY_FIELDS, input: '2' }, known).problems).toBeNull();
    expect(readFields({ ...EMPTY_FIELDS, input: '2', output: 'x' }, unknown).problems).toEqual({ output: 'nonsense' });
  });
});

describe('who says it', () => {
  it('is the catalog, the list where it differs, a guess, or nobody', () => {
    const listed = mergeModel(known, { contextWindow: 100_000 });
    expect(sourceOf('contextWindow', known, known)).toBe('catalog');
    expect(sourceOf('contextWindow', known, listed)).toBe('list');
    expect(sourceOf('maxOutput', known, listed)).toBe('catalog');
    expect(sourceOf('contextWindow', unknown, unknown)).toBe('unknown');
    expect(sourceOf('contextWindow', unknown, mergeModel(unknown, { contextWindow: 9_000 }))).toBe('list');
    expect(sourceOf('tools', unknown, unknown)).toBe('guess');
    expect(sourceOf('images', known, known)).toBe('catalog');
    expect(sourceOf('input', known, known)).toBe('catalog');
    expect(sourceOf('cacheRead', known, known)).toBe('unknown');
  });
});
