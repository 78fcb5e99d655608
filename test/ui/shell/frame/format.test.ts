import { describe, expect, it } from 'vitest';
import {
  formatAgo,
  formatBytes,
  formatDate,
  formatDateTime,
  formatMoment,
  formatMonth,
  formatPrice,
  formatTokens,
  SECONDS,
} from '#ui/kit/i18n/format.ts';
import { nearestSpeed, SPEED_NAMES, SPEEDS } from '#ui/shell/settings/practice-speed.ts';

const on = (year: number, month: number) => new Date(year, month, 15).getTime();

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
    expect(formatBytes(0, 'en')).toBe('0 bytes');
    expect(formatBytes(1, 'en')).toBe('1 byte');
    expect(formatBytes(758, 'ko')).toBe('758바이트');
    expect(formatBytes(81_900, 'en')).toBe('81.9 kB');
    expect(formatBytes(10_700_000_000, 'ko')).toBe('10.7GB');
    const now = Date.UTC(2026, 10, 21, 12);
    expect(formatAgo(now - 3 * 60_000, now, 'en')).toBe('3 minutes ago');
    expect(formatAgo(now - 86_400_000, now, 'ko')).toBe('어제');
    expect(formatAgo(now, now, 'en')).toBe('now');
    expect(formatMonth(on(2026, 9), now, 'en')).toBe('October');
    expect(formatMonth(on(2025, 9), now, 'ko')).toBe('2025년 10월');
    expect(formatMonth(on(2025, 9), now, 'en', 'short')).toBe('Oct 2025');
  });

  it('names the day of another day, and the year of another year', () => {
    const now = new Date(2026, 0, 2, 9).getTime();
    const cases = [
      [new Date(2026, 0, 2, 15, 4), '3:04 PM', '오후 3:04', 'Jan 2', '1월 2일'],
      [new Date(2026, 0, 1, 15, 4), 'Jan 1, 3:04 PM', '1월 1일 오후 3:04', 'Jan 1', '1월 1일'],
      [
        new Date(2025, 11, 31, 15, 4),
        'Dec 31, 2025, 3:04 PM',
        '2025년 12월 31일 오후 3:04',
        'Dec 31, 2025',
        '2025년 12월 31일',
      ],
    ] as const;
    for (const [date, en, ko, enDay, koDay] of cases) {
      const plain = (text: string) => text.replaceAll('\u202f', ' ');
      expect(plain(formatMoment(date.getTime(), now, 'en'))).toBe(en);
      expect(plain(formatMoment(date.getTime(), now, 'ko'))).toBe(ko);
      expect(formatDate(date.getTime(), now, 'en')).toBe(enDay);
      expect(formatDate(date.getTime(), now, 'ko')).toBe(koDay);
    }
    expect(formatMoment(new Date(2025, 11, 31, 15, 4, 5).getTime(), now, 'en', SECONDS)).toBe('Dec 31, 2025, 15:04:05');
  });

  it.each([0, -1, Number.NaN, Number.POSITIVE_INFINITY, 8.64e15 + 1])(
    'writes nothing for %d, which is no time',
    (time) => {
      const now = Date.now();
      for (const language of ['en', 'ko'] as const) {
        expect(formatMoment(time, now, language)).toBe('');
        expect(formatDate(time, now, language)).toBe('');
        expect(formatMonth(time, now, language)).toBe('');
        expect(formatDateTime(time, language)).toBe('');
        expect(formatAgo(time, now, language)).toBe('');
      }
    },
  );
});

describe('practice speed', () => {
  it('names its own speeds and what lies near them', () => {
    for (const name of SPEED_NAMES) expect(nearestSpeed(SPEEDS[name])).toBe(name);
    expect(nearestSpeed(1)).toBe('slow');
    expect(nearestSpeed(4000)).toBe('fast');
  });
});
