import type { Price } from '#core/model.ts';
import type { Language } from '#ui/theme/appearance.ts';

const trim = (value: number, digits: number) => String(Number(value.toFixed(digits)));

/** 200000 -> `200K`, 1048576 -> `1M`: the way vendors write window sizes, the same in both languages. */
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
    unitDisplay: 'short',
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

/** `3 minutes ago`, `어제`. */
export function formatAgo(time: number, now: number, language: Language): string {
  const distance = time - now;
  const [unit, size] = STEPS.find(([, ms]) => Math.abs(distance) >= ms) ?? ['second', 1000];
  return new Intl.RelativeTimeFormat(language, { numeric: 'auto' }).format(Math.round(distance / size), unit);
}

/** Month heading; the year only where it is not the current one. */
export function formatMonth(year: number, month: number, now: number, language: Language): string {
  const sameYear = new Date(now).getFullYear() === year;
  return new Intl.DateTimeFormat(language, { month: 'long', ...(!sameYear && { year: 'numeric' }) }).format(
    new Date(year, month, 1),
  );
}

/** A day of the calendar, `2026-11-20`, wherever one is. */
export function formatDay(date: string, language: Language): string {
  return new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(`${date}T00:00Z`));
}

export function formatDateTime(time: number, language: Language): string {
  return new Intl.DateTimeFormat(language, { dateStyle: 'long', timeStyle: 'short' }).format(time);
}
