import { isObject } from '../json.ts';
import type { Citation, Fields, Source } from './own-block.ts';

export const fieldsOf = (value: unknown): Fields => (isObject(value) ? value : {});
export const listOf = (value: unknown): Fields[] => (Array.isArray(value) ? value.filter(isObject) : []);
export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
export const idOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);
export const filled = (...values: unknown[]): string[] => values.map(textOf).filter((text) => text.trim() !== '');

const isWeb = (address: string): boolean => /^https?:\/\/[^\s/]/i.test(address);

/** `null` for anything that is not a page. */
export function webSource(address: unknown, title: unknown, date?: unknown): Source | null {
  const url = textOf(address);
  if (!isWeb(url)) return null;
  return { title: textOf(title).trim() || url, address: url, ...(textOf(date) !== '' && { date: textOf(date) }) };
}

/** A range that a vendor gives; none where it is not within the text. */
export function placed(start: unknown, end: unknown, text: string): Pick<Citation, 'start' | 'end'> {
  const isPlace = Number.isInteger(start) && Number.isInteger(end);
  const [from, to] = [Number(start), Number(end)];
  return isPlace && from >= 0 && from < to && to <= text.length ? { start: from, end: to } : { start: null, end: null };
}
