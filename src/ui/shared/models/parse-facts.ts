import { USER_WORDS } from '#texts/user-words.ts';

/** The text is not a number of this kind, or not a plausible one. */
export type NumberProblem = 'nonsense' | 'small' | 'large';
export type ParsedNumber = { value: number } | { problem: NumberProblem };

export interface Limits {
  min: number;
  max: number;
}

const UNITS = Object.fromEntries(USER_WORDS.flatMap(({ numberUnits }) => Object.entries(numberUnits)));
const TOKENS = new RegExp(`^(\\d{1,3}(?:,\\d{3})+|\\d+)(\\.\\d+)?(${Object.keys(UNITS).join('|')})?$`);
const TOKENS_WORD = new RegExp(`(?:${USER_WORDS.map(({ tokens }) => tokens).join('|')})$`);
const DOLLARS = /^\$?(\d+(?:\.\d*)?|\.\d+)$/;

/** `200k`, `1M`, `1.5m`, `32,768`, `20만`. `k` is 1000, as vendors count. */
export function parseTokens(text: string, limits: Limits): ParsedNumber {
  const match = TOKENS.exec(plain(text).replace(TOKENS_WORD, ''));
  if (!match) return { problem: 'nonsense' };
  const [, integer = '', part = '', unit = ''] = match;
  const value = Number(`${integer.replaceAll(',', '')}${part}`) * (UNITS[unit] ?? 1);
  // In floating point 1.1 million is 1100000.0000000001.
  const rounded = Math.round(value);
  return Math.abs(value - rounded) > 1e-6 ? { problem: 'nonsense' } : within(rounded, limits);
}

/** `3`, `$0.25`, `.5`. A comma is refused: it is a decimal sign to some and a separator to others. */
export function parseDollars(text: string, limits: Limits): ParsedNumber {
  const match = DOLLARS.exec(plain(text));
  return match ? within(Number(match[1]), limits) : { problem: 'nonsense' };
}

/** Also accepts full-width digits from an input method. */
const plain = (text: string) => text.normalize('NFKC').toLowerCase().replace(/\s/gu, '');

function within(value: number, { min, max }: Limits): ParsedNumber {
  if (value < min) return { problem: 'small' };
  return value > max ? { problem: 'large' } : { value };
}
