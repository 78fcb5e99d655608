import { isTime } from '#core/is-time.ts';
import type { Price } from '#core/vendors/base/model-facts.ts';
import type { Language } from '#texts/languages.ts';

const trim = (value: number, digits: number) => String(Number(value.toFixed(digits)));

/** 200000 -> `200K`, 1048576 -> `1M`, as vendors write window sizes. The same in both languages. */
export function formatTokens(tokens: number): string {
  if (tokens >= 999_500) return `${trim(tokens / 1_000_000, tokens >= 10_000_000 ? 0 : 1)}M`;
  if (tokens >= 1000) return `${trim(tokens / 1000, tokens >= 10_000 ? 0 : 1)}K`;
  return String(tokens);
}

/** Input and output, US dollars per million tokens. */
export function formatPrice(price: Price): string {
  const one = (value: number) => `$${trim(value, value < 1 ? 3 : 2)}`;
  return `${one(price.input)} / ${one(price.output)}`;
}

export function formatBytes(bytes: number, language: Language): string {
  const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;
  const step = Math.min(units.length - 1, bytes < 1 ? 0 : Math.floor(Math.log(bytes) / Math.log(1000)));
  return new Intl.NumberFormat(language, {
    style: 'unit',
    unit: units[step] ?? 'byte',
    // The short form of a byte has no plural in English, and is English in Korean and Japanese.
    unitDisplay: step === 0 ? 'long' : 'short',
    maximumFractionDigits: step === 0 ? 0 : 1,
  }).format(bytes / 1000 ** step);
}

const STEPS: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ['year', 31_557_600_000],
  ['month', 2_629_800_000],
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1000],
];

/** Creating a formatter takes longer than writing a line of a log. */
const distances = new Map<Language, Intl.RelativeTimeFormat>();

function distancesOf(language: Language): Intl.RelativeTimeFormat {
  const cached = distances.get(language);
  if (cached) return cached;
  const created = new Intl.RelativeTimeFormat(language, { numeric: 'auto' });
  distances.set(language, created);
  return created;
}

/** `3 minutes ago`, `어제`; '' when the time is unknown. */
export function formatAgo(time: number, now: number, language: Language): string {
  if (!isTime(time)) return '';
  const distance = time - now;
  const [unit, size] = STEPS.find(([, ms]) => Math.abs(distance) >= ms) ?? ['second', 1000];
  return distancesOf(language).format(Math.round(distance / size), unit);
}

const calendars = new Map<string, Intl.DateTimeFormat>();

function calendarOf(language: Language, parts: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${language} ${JSON.stringify(parts)}`;
  const cached = calendars.get(key);
  if (cached) return cached;
  const created = new Intl.DateTimeFormat(language, parts);
  calendars.set(key, created);
  return created;
}

/**
 * The shortest readable parts of a date or time: the day unless it is today, the year unless it is this one. '' when
 * the time is unknown.
 */
function formatShort(time: number, now: number, language: Language, parts: Intl.DateTimeFormatOptions): string {
  if (!isTime(time)) return '';
  const thisYear = new Date(now).getFullYear() === new Date(time).getFullYear();
  return calendarOf(language, { ...parts, ...(!thisYear && { year: 'numeric' }) }).format(time);
}

const CLOCK = { hour: 'numeric', minute: '2-digit' } as const;
/** For lines written by machines. */
export const SECONDS = { hour: '2-digit', minute: '2-digit', second: '2-digit', hour12: false } as const;
const DAY = { month: 'short', day: 'numeric' } as const;

/** `3:04 PM`, `Oct 3, 3:04 PM`, `Oct 3, 2025, 3:04 PM`. `clock` sets another precision. */
export function formatMoment(
  time: number,
  now: number,
  language: Language,
  clock: Intl.DateTimeFormatOptions = CLOCK,
): string {
  const today = new Date(time).toDateString() === new Date(now).toDateString();
  return formatShort(time, now, language, today ? clock : { ...DAY, ...clock });
}

/** `Oct 3`, `Oct 3, 2025`. */
export const formatDate = (time: number, now: number, language: Language): string =>
  formatShort(time, now, language, DAY);

/** `October`, `October 2025`. */
export const formatMonth = (time: number, now: number, language: Language, month: 'long' | 'short' = 'long'): string =>
  formatShort(time, now, language, { month });

/** A calendar day, `2026-11-20`, independent of the time zone. */
export function formatDay(date: string, language: Language): string {
  return new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(`${date}T00:00Z`));
}

/** The full date and time; '' when the time is unknown. */
export function formatDateTime(time: number, language: Language): string {
  if (!isTime(time)) return '';
  return calendarOf(language, { dateStyle: 'long', timeStyle: 'short' }).format(time);
}
