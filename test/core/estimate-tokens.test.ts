import { readFileSync } from 'node:fs';
import { array, assert, constantFrom, integer, oneof, pre, property, tuple } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { estimateTokens } from '#core/window/estimate-tokens.ts';
import { estimatePart } from '#core/window/estimate-request.ts';
import { tokenFactorOf } from '#core/window/token-factor.ts';
import { O200K, weightsFor } from '#core/window/token-weights.ts';
import { PIXEL } from './arbitrary-history.ts';
import { target } from './targets.ts';

const sample = (name: string) => readFileSync(new URL(`./samples/${name}`, import.meta.url), 'utf8');
/** Counts of the o200k vocabulary, recorded with gpt-tokenizer 4.0.0. */
const RECORDED = JSON.parse(sample('o200k.json')) as Record<string, number>;

describe('estimateTokens', () => {
  it.each(Object.entries(RECORDED))('is within 10 %% of o200k on %s (%i tokens)', (name, tokens) => {
    const ratio = estimateTokens(sample(name), O200K) / tokens;
    expect(ratio).toBeGreaterThan(0.9);
    expect(ratio).toBeLessThan(1.1);
  });

  it('counts base64 and other unbroken runs by their own rule', () => {
    const base64 = Buffer.from(Array.from({ length: 30_000 }, (_, index) => (index * 7_919) % 251)).toString('base64');
    expect(estimateTokens(base64, O200K) / base64.length).toBeCloseTo(0.7, 2);
    expect(estimateTokens(`see ${base64} there`, O200K) / base64.length).toBeCloseTo(0.7, 1);
  });

  it.each([
    ['base64', 'QUJDREVG'],
    ['spaces', '        '],
    ['line breaks', '\n\n\n\n'],
    ['letters', 'aaaaaaaa'],
    ['Hangul', '뷁쀍쯟푫'],
    ['signs', '{}[]();:'],
    ['half pairs', '\ud83d\ud83d'],
    ['long words', `${'a'.repeat(40)} `],
    ['rows that are just no run', `${'a1'.repeat(99)} `],
  ])('is linear on a megabyte of %s', (_, piece) => {
    const text = piece.repeat(1_000_000 / piece.length);
    const start = performance.now();
    expect(estimateTokens(text, O200K)).toBeGreaterThan(0);
    expect(performance.now() - start).toBeLessThan(1_000);
  });

  /** A text that says how many of its characters were looked at. */
  function countReads(text: string, reads = { count: 0 }) {
    const watched = {
      length: text.length,
      slice: (from: number, to: number) => countReads(text.slice(from, to), reads).text,
      charCodeAt(index: number) {
        reads.count += 1;
        return text.charCodeAt(index);
      },
    };
    return { text: watched as unknown as string, reads };
  }

  it('judges megabytes by a part of them, wherever they change', () => {
    const halves =
      sample('english.txt').repeat(2_000).slice(0, 4_000_000) + '한국어 문장이 이어집니다. '.repeat(250_000);
    const pieces = Array.from({ length: 10 }, (_, at) =>
      halves.slice((at * halves.length) / 10, ((at + 1) * halves.length) / 10),
    );
    const whole = pieces.reduce((sum, piece) => sum + estimateTokens(piece, O200K), 0);
    const { text, reads } = countReads(halves);
    expect(estimateTokens(text, O200K) / whole).toBeCloseTo(1, 1);
    expect(reads.count).toBeLessThan(3_000_000);
  });

  /** What the weights say of each stretch, one after the other. */
  function countStretches(text: string): number {
    const { word, letter, lateLetter, capital, number, digits, indent, space, newline, sign, furtherSign, hangul } =
      O200K;
    let tokens = 0;
    for (const [all] of text.matchAll(/[A-Z]+[a-z]*|[a-z]+|\d+| +|\n+|[+:;{}-]+|[가-힣]+/g)) {
      const { length } = all;
      if (/^[a-z]/i.test(all))
        tokens +=
          word +
          Math.max(0, length - 4) * letter +
          Math.max(0, length - 9) * lateLetter +
          (/^[A-Z]{2}/.test(all) ? length - 1 : 0) * capital;
      else if (/^\d/.test(all)) tokens += number + (Math.ceil(length / 3) - 1) * digits;
      else if (all.startsWith(' '))
        tokens += length < 2 ? 0 : indent + Math.min(length - 1, 40) * space + Math.max(0, length - 41) * (1 / 64);
      else if (all.startsWith('\n')) tokens += newline + (length - 1) * (1 / 64);
      else if (/^[가-힣]/.test(all)) tokens += length * hangul * (length > 40 ? 3 : 1);
      else tokens += sign + (length - 1) * furtherSign;
    }
    return Math.ceil(tokens);
  }

  it('counts every stretch by its kind and its length, however long', () => {
    const piece = tuple(constantFrom(...Array.from('abXY17 \n+{-가나')), integer({ min: 1, max: 70 }));
    const mixed = array(
      oneof(
        { weight: 3, arbitrary: constantFrom(...Array.from('aabXY1 +가')) },
        piece.map(([one, times]) => one.repeat(times)),
      ),
    );
    assert(
      property(mixed, (pieces) => {
        const text = pieces.join('');
        // Unbroken runs have a rule of their own.
        pre(!/[\w+\-/=]{200}/.test(text));
        expect(estimateTokens(text, O200K)).toBe(countStretches(text));
      }),
    );
  });

  it('counts nothing as nothing and more text as more', () => {
    expect(estimateTokens('', O200K)).toBe(0);
    expect(estimateTokens('hello world, hello', O200K)).toBeGreaterThan(estimateTokens('hello world', O200K));
  });

  it.each(['a', '01', 'ab-', 'xyz0'])(
    'counts 300 KB of nothing but %s as what vocabularies have for it, not as base64',
    (piece) => {
      const text = piece.repeat(300_000 / piece.length);
      const tokens = estimateTokens(text, O200K);
      // Long runs of one character are tokens of eight and more; one of three has no such token.
      expect(tokens).toBeGreaterThan(300_000 / 8);
      expect(tokens).toBeLessThan(piece.length === 3 ? 300_000 : 100_000);
    },
  );

  it('still counts base64 as base64', () => {
    let seed = 1;
    const random = () => (seed = (seed * 48_271) % 2_147_483_647);
    const text = Buffer.from(Array.from({ length: 30_000 }, () => random() & 0xff)).toString('base64');
    expect(estimateTokens(text, O200K) / text.length).toBeGreaterThan(0.67);
  });

  it('knows that Claude counts more, newer Claude most', () => {
    const korean = sample('korean.txt');
    const weigh = (id: string) => estimateTokens(korean, weightsFor(target('anthropic', id).model));
    expect(weigh('claude-opus-4-5') / estimateTokens(korean, O200K)).toBeGreaterThan(1.4);
    expect(weigh('claude-opus-4-8') / weigh('claude-opus-4-5')).toBeCloseTo(1.3, 1);
  });
});

describe('estimatePart', () => {
  it('counts calls, results, images and opaque state, not only text (X-12)', () => {
    const call = estimatePart({ type: 'tool_call', id: 'a', name: 'read', args: { path: 'x'.repeat(400) } }, O200K);
    expect(call).toBeGreaterThan(100);
    const image = estimatePart({ type: 'image', mime: 'image/png', data: PIXEL }, O200K);
    expect(image).toBe(70);
    expect(estimatePart({ type: 'image', mime: 'image/png', data: 'AAAA' }, O200K)).toBe(1_600);
    expect(estimatePart({ type: 'thinking', text: '', encrypted: 'x'.repeat(4_000) }, O200K)).toBe(1_000);
  });
});

describe('tokenFactorOf', () => {
  const counted = (...ratios: number[]) => ratios.map((ratio) => ({ estimated: 1_000, reported: 1_000 * ratio }));

  it('believes one request by half, and several by their median', () => {
    expect(tokenFactorOf([])).toBeUndefined();
    expect(tokenFactorOf(counted(1.4))).toBe(1.2);
    expect(tokenFactorOf(counted(1.4, 1.4))).toBe(1.4);
    expect(tokenFactorOf(counted(1.3, 1.4, 4.9))).toBe(1.4);
    expect(tokenFactorOf(counted(1.2, 1.3, 1.4, 1.5))).toBe(1.35);
  });

  it('leaves out what is no count of this text: caches not counted in, empty requests, nonsense', () => {
    expect(tokenFactorOf(counted(0.01, 0.02, 80, 0))).toBeUndefined();
    expect(tokenFactorOf([{ estimated: 20, reported: 70 }])).toBeUndefined();
    expect(tokenFactorOf(counted(0.02, 1.3, 1.3))).toBe(1.3);
    expect(tokenFactorOf(counted(Number.NaN, Number.POSITIVE_INFINITY), 1.5)).toBe(1.5);
  });

  it('stays where it is while it is about right, so that the window does not move for nothing', () => {
    expect(tokenFactorOf(counted(1.36, 1.35, 1.36), 1.3)).toBe(1.3);
    expect(tokenFactorOf(counted(1.6, 1.6, 1.6), 1.3)).toBe(1.6);
  });

  it('never leaves what an estimate can be off by', () => {
    expect(tokenFactorOf(counted(4.8, 4.9, 4.9))).toBe(3);
    expect(tokenFactorOf(counted(0.31, 0.31))).toBe(0.5);
  });
});
