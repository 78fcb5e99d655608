import type { Vendor } from '../vendor.ts';

/** Tokens per feature of a text; a word is a run of ASCII letters, split at camelCase. */
export interface TokenWeights {
  word: number;
  /** Each letter of a word beyond the fourth. */
  letter: number;
  digit: number;
  /** Each space of a run beyond the first. */
  space: number;
  /** A run of line breaks. */
  newline: number;
  punctuation: number;
  hangul: number;
  kana: number;
  han: number;
  other: number;
}

/**
 * Fitted against public vocabularies (2026-11: o200k; the older public Claude one). Newer Claude models count about
 * 30 % more than the older ones (vendor docs); Gemini's vocabulary is not public and is treated like o200k.
 */
const O200K: TokenWeights = {
  word: 0.9,
  letter: 0.1,
  digit: 1.18,
  space: 0.04,
  newline: 1.33,
  punctuation: 0.53,
  hangul: 0.71,
  kana: 0.72,
  han: 0.74,
  other: 0.93,
};

const CLAUDE: TokenWeights = {
  word: 0.96,
  letter: 0.09,
  digit: 1,
  space: 0.02,
  newline: 1.2,
  punctuation: 0.7,
  hangul: 1.39,
  kana: 1.03,
  han: 0.89,
  other: 1.27,
};

export const WEIGHTS: Readonly<Record<Vendor, TokenWeights>> = {
  anthropic: CLAUDE,
  openai: O200K,
  gemini: O200K,
  groq: O200K,
  cerebras: O200K,
  fireworks: O200K,
  deepseek: O200K,
  mistral: O200K,
  xai: O200K,
  openrouter: O200K,
  ollama: O200K,
};

/** Tokens per character of a long run without a break, such as base64 or a minified line. */
const RUN_WEIGHT = 0.7;
const RUN_LENGTH = 200;

/** Estimated tokens of a text. Linear, no allocation per character. */
export function estimateText(text: string, weights: TokenWeights): number {
  let tokens = 0;
  let index = 0;
  while (index < text.length) {
    const end = endOfRun(text, index);
    if (end - index >= RUN_LENGTH) {
      tokens += (end - index) * RUN_WEIGHT;
      index = end;
    } else {
      const stop = Math.max(end, index + 1);
      tokens += estimateStretch(text, index, stop, weights);
      index = stop;
    }
  }
  return Math.ceil(tokens);
}

/** End of the stretch of letters, digits and base64 signs that starts here. */
function endOfRun(text: string, start: number): number {
  let index = start;
  while (index < text.length && isRunCharacter(text.charCodeAt(index))) index++;
  return index;
}

function isRunCharacter(code: number): boolean {
  return isLetter(code) || isDigit(code) || code === 43 || code === 47 || code === 61 || code === 95 || code === 45;
}

function estimateStretch(text: string, start: number, stop: number, weights: TokenWeights): number {
  let tokens = 0;
  let index = start;
  while (index < stop) {
    const code = text.charCodeAt(index);
    if (isLetter(code)) {
      const end = endOfWord(text, index, stop);
      tokens += weights.word + Math.max(0, end - index - 4) * weights.letter;
      index = end;
      continue;
    }
    tokens += weightOf(text, index, code, weights);
    index++;
  }
  return tokens;
}

function weightOf(text: string, index: number, code: number, weights: TokenWeights): number {
  if (isDigit(code)) return weights.digit / 3;
  if (code === 32 || code === 9) return isSpace(text.charCodeAt(index - 1)) ? weights.space : 0;
  if (code === 10 || code === 13) return isNewline(text.charCodeAt(index - 1)) ? 0 : weights.newline;
  if (code < 128) return weights.punctuation;
  if (code >= 0xac00 && code <= 0xd7a3) return weights.hangul;
  if (code >= 0x3040 && code <= 0x30ff) return weights.kana;
  if (code >= 0x4e00 && code <= 0x9fff) return weights.han;
  return weights.other;
}

function endOfWord(text: string, start: number, stop: number): number {
  let index = start + 1;
  while (index < stop) {
    const code = text.charCodeAt(index);
    if (!isLetter(code) || (isUpper(code) && !isUpper(text.charCodeAt(index - 1)))) break;
    index++;
  }
  return index;
}

function isLetter(code: number): boolean {
  return (code >= 97 && code <= 122) || isUpper(code);
}

function isUpper(code: number): boolean {
  return code >= 65 && code <= 90;
}

function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}

function isSpace(code: number): boolean {
  return code === 32 || code === 9;
}

function isNewline(code: number): boolean {
  return code === 10 || code === 13;
}
