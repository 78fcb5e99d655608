/*
 * Helpers for reading what other programs wrote. Nothing is assumed, every type is checked, and missing values are
 * empty.
 */

export type Shape = Readonly<Record<string, unknown>>;

export function isShape(value: unknown): value is Shape {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const EMPTY: Shape = Object.freeze({});

export function shape(value: unknown): Shape {
  return isShape(value) ? value : EMPTY;
}

export function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

export function shapes(value: unknown): Shape[] {
  return list(value).filter(isShape);
}

/** The text, or ''. Ids that some programs write as numbers count as text. */
export function text(value: unknown): string {
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '';
}

export function textOrNull(value: unknown): string | null {
  return text(value) || null;
}

/** The first non-empty text. */
export function firstText(...values: unknown[]): string {
  return values.map(text).find((one) => one !== '') ?? '';
}

export function count(value: unknown): number {
  return typeof value === 'number' && Number.isFinite(value) && value > 0 ? value : 0;
}

/** Converts a time in seconds, milliseconds or text to milliseconds; `null` if there is none. */
export function time(value: unknown): number | null {
  if (typeof value === 'number' || (typeof value === 'string' && /^\d+(\.\d+)?$/.test(value.trim()))) {
    const number = Number(value);
    // 1e11 s is the year 5138, 1e11 ms is 1973. A time after 5138 is none.
    if (number >= 1e14) return null;
    return number >= 1e11 ? Math.round(number) : number >= 1e9 ? Math.round(number * 1_000) : null;
  }
  if (typeof value !== 'string') return null;
  // "2024-7-12 @01h 31m 37s 123ms" or "2024-07-12@01h31m37s", as SillyTavern names its files.
  const [, year = '', month, day, hour, minute, second, ms] =
    /^(\d{4})-(\d{1,2})-(\d{1,2}) ?@(\d{1,2})h ?(\d{1,2})m ?(\d{1,2})s(?: ?(\d{1,3})ms)?$/.exec(value) ?? [];
  if (year !== '')
    return new Date(Number(year), Number(month) - 1, ...[day, hour, minute, second, ms ?? 0].map(Number)).getTime();
  // "June 1, 2025 3:04pm", as SillyTavern writes it.
  const parsed = Date.parse(value.replace(/(\d)\s*([ap]m)$/i, '$1 $2'));
  return Number.isFinite(parsed) ? parsed : null;
}
