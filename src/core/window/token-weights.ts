import type { Model } from '../model.ts';

/** Tokens per feature of a text. */
export interface TokenWeights {
  /** A run of ASCII letters, split at camelCase. */
  word: number;
  /** Each of its letters beyond the fourth, and once more beyond the ninth. */
  letter: number;
  lateLetter: number;
  /** Each capital after the first letter. */
  capital: number;
  /** A run of digits, and each further group of three in it. */
  number: number;
  digits: number;
  /** A run of several spaces, and each space in it beyond the first. */
  indent: number;
  space: number;
  /** A run of line breaks. */
  newline: number;
  /** A run of ASCII signs, and each sign in it beyond the first. */
  sign: number;
  furtherSign: number;
  hangul: number;
  kana: number;
  han: number;
  /** Full-width and typographic signs. */
  wideSign: number;
  /** Letters of other alphabets: accented Latin, Greek, Cyrillic, Hebrew, Arabic, Indic, Thai. */
  alphabet: number;
  /** Emoji and everything else, per UTF-16 unit. */
  other: number;
}

/**
 * Fitted on prose, source code, JSON and Markdown against o200k (2026-11). Plain prose in East Asian scripts costs more
 * per character than technical text; these weights lie between. Gemini and the open models use the same weights.
 */
export const O200K: TokenWeights = {
  word: 1.03,
  letter: 0.042,
  lateLetter: 0.25,
  capital: 0.1,
  number: 1.4,
  digits: 1.2,
  indent: 0.49,
  space: 0.046,
  newline: 0.54,
  sign: 0.62,
  furtherSign: 0.225,
  hangul: 0.8,
  kana: 0.75,
  han: 0.77,
  wideSign: 0.93,
  alphabet: 0.3,
  other: 1.05,
};

/** The older public Claude vocabulary, by the ratio of the two on the same 20 MB. */
const CLAUDE: TokenWeights = {
  word: 1.09,
  letter: 0.04,
  lateLetter: 0.25,
  capital: 0.1,
  number: 1.2,
  digits: 1,
  indent: 0.45,
  space: 0.03,
  newline: 0.49,
  sign: 0.82,
  furtherSign: 0.3,
  hangul: 1.5,
  kana: 1.1,
  han: 0.96,
  wideSign: 1.1,
  alphabet: 0.75,
  other: 1.3,
};

/** Opus 4.7, Sonnet 5 and later count about 30 % more (vendor docs, 2026). */
const NEW_CLAUDE = scaled(CLAUDE, 1.3);

function scaled(weights: TokenWeights, factor: number): TokenWeights {
  const entries = Object.entries(weights).map(([feature, weight]) => [feature, weight * factor]);
  return Object.fromEntries(entries) as TokenWeights;
}

/** All there are, in the order in which counts are stored for them. */
export const VOCABULARIES: readonly TokenWeights[] = [O200K, CLAUDE, NEW_CLAUDE];

export function weightsFor({ vendor, thinking }: Pick<Model, 'vendor' | 'thinking'>): TokenWeights {
  if (vendor !== 'anthropic') return O200K;
  return thinking.kind === 'anthropic' && !thinking.manual ? NEW_CLAUDE : CLAUDE;
}
