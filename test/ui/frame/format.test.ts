import { describe, expect, it } from 'vitest';
import { formatAgo, formatBytes, formatMonth, formatPrice, formatTokens } from '#ui/i18n/format.ts';
import { nearestSpeed, SPEED_NAMES, SPEEDS } from '#ui/settings/practice-speed.ts';

describe('format', () => {
  it.each([
    [950, '950'],
    [8192, '8.2K'],
    [128_000, '128K'],
    [200_000, '200K'],
    [999_999, '1M'],
    [1_000_000, '1M'],
    [1_048_576, '1M'],
    [2_500_000, '2.5M'],
  ])('%d tokens are %s', (tokens, text) => expect(formatTokens(tokens)).toBe(text));

  it('writes prices without idle zeros', () => {
    expect(formatPrice({ input: 3, output: 15 })).toBe('$3 / $15');
    expect(formatPrice({ input: 0.075, output: 0.3 })).toBe('$0.075 / $0.3');
    expect(formatPrice({ input: 0, output: 0 })).toBe('$0 / $0');
  });

  it('writes sizes and times in the language of the page', () => {
    expect(formatBytes(0, 'en')).toBe('0 byte');
    expect(formatBytes(81_900, 'en')).toBe('81.9 kB');
    expect(formatBytes(10_700_000_000, 'ko')).toBe('10.7GB');
    const now = Date.UTC(2026, 10, 21, 12);
    expect(formatAgo(now - 3 * 60_000, now, 'en')).toBe('3 minutes ago');
    expect(formatAgo(now - 86_400_000, now, 'ko')).toBe('어제');
    expect(formatAgo(now, now, 'en')).toBe('now');
    expect(formatMonth(2026, 9, now, 'en')).toBe('October');
    expect(formatMonth(2025, 9, now, 'ko')).toBe('2025년 10월');
  });
});

describe('practice speed', () => {
  it('names its own speeds and what lies near them', () => {
    for (const name of SPEED_NAMES) expect(nearestSpeed(SPEEDS[name])).toBe(name);
    expect(nearestSpeed(1)).toBe('slow');
    expect(nearestSpeed(4000)).toBe('fast');
  });
});
