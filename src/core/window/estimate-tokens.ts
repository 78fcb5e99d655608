import type { TokenWeights } from './token-weights.ts';

/** Tokens per character of a run without any break, such as base64: far more than its letters as words. */
const RUN_WEIGHT = 0.7;
const RUN_LENGTH = 200;
/** The same for a character that repeats the one before it by one, two, four or eight: `aaaa`, `0101`. */
const REPEATED_WEIGHT = 0.25;
const PERIOD = 8;
/** From this many spaces in a row on, one token holds dozens of them. */
const WIDE_INDENT = 40;
const WIDE_SPACE = 1 / 64;
/**
 * Korean has a space every few syllables. A run of this many without one is not Korean, and rare syllables cost three
 * tokens.
 */
const HANGUL_RUN = 40;
const RARE_HANGUL = 3;

/** Estimated tokens of a text. Linear in its length, whatever it contains. */
export function estimateTokens(text: string, weights: TokenWeights): number {
  let tokens = 0;
  let index = 0;
  let checked = 0;
  while (index < text.length) {
    if (index >= checked) {
      checked = Math.max(endOfRun(text, index), index + 1);
      if (checked - index >= RUN_LENGTH) {
        tokens += measureRun(text, index, checked);
        index = checked;
        continue;
      }
    }
    const kind = kindOf(text.charCodeAt(index));
    const end = kind === 'word' ? endOfWord(text, index) : endOfKind(text, index, kind);
    tokens += kind === 'word' ? measureWord(text, index, end, weights) : MEASURES[kind](end - index, weights);
    index = end;
  }
  return Math.ceil(tokens);
}

type Kind = 'number' | 'space' | 'newline' | 'sign' | 'hangul' | 'kana' | 'han' | 'wide' | 'alphabet' | 'other';

const MEASURES: Readonly<Record<Kind, (length: number, weights: TokenWeights) => number>> = {
  number: (length, weights) => weights.number + Math.max(0, Math.ceil(length / 3) - 1) * weights.digits,
  space: (length, weights) =>
    length < 2
      ? 0
      : weights.indent +
        Math.min(length - 1, WIDE_INDENT) * weights.space +
        Math.max(0, length - 1 - WIDE_INDENT) * WIDE_SPACE,
  newline: (length, weights) => weights.newline + (length - 1) * WIDE_SPACE,
  sign: (length, weights) => weights.sign + (length - 1) * weights.furtherSign,
  hangul: (length, weights) => length * weights.hangul * (length > HANGUL_RUN ? RARE_HANGUL : 1),
  kana: (length, weights) => length * weights.kana,
  han: (length, weights) => length * weights.han,
  wide: (length, weights) => length * weights.wideSign,
  alphabet: (length, weights) => length * weights.alphabet,
  other: (length, weights) => length * weights.other,
};

function measureWord(text: string, start: number, end: number, weights: TokenWeights): number {
  const length = end - start;
  const capitals = length > 1 && isCapital(text.charCodeAt(start + 1)) ? (length - 1) * weights.capital : 0;
  return (
    weights.word + Math.max(0, length - 4) * weights.letter + Math.max(0, length - 9) * weights.lateLetter + capitals
  );
}

function measureRun(text: string, start: number, end: number): number {
  let repeated = 0;
  for (let index = start + PERIOD; index < end; index++)
    if (text.charCodeAt(index) === text.charCodeAt(index - PERIOD)) repeated++;
  return (end - start - repeated) * RUN_WEIGHT + repeated * REPEATED_WEIGHT;
}

/** End of the run of letters, digits and base64 signs that begins here. */
function endOfRun(text: string, start: number): number {
  let index = start;
  while (index < text.length && isRunCharacter(text.charCodeAt(index))) index++;
  return index;
}

function endOfWord(text: string, start: number): number {
  let index = start + 1;
  while (index < text.length) {
    const code = text.charCodeAt(index);
    if (!isLetter(code) || (isCapital(code) && !isCapital(text.charCodeAt(index - 1)))) break;
    index++;
  }
  return index;
}

function endOfKind(text: string, start: number, kind: Kind): number {
  let index = start + 1;
  while (index < text.length && kindOf(text.charCodeAt(index)) === kind) index++;
  return index;
}

function kindOf(code: number): Kind | 'word' {
  if (code < 128) {
    if (isLetter(code)) return 'word';
    if (isDigit(code)) return 'number';
    if (code === 32 || code === 9) return 'space';
    return code === 10 || code === 13 ? 'newline' : 'sign';
  }
  if (code < 0x1f00) return code >= 0x1100 && code <= 0x11ff ? 'hangul' : 'alphabet';
  if (code >= 0xac00 && code <= 0xd7a3) return 'hangul';
  if (code >= 0x3041 && code <= 0x30ff) return 'kana';
  if (code >= 0x4e00 && code <= 0x9fff) return 'han';
  if ((code >= 0x3000 && code <= 0x303f) || (code >= 0xff00 && code <= 0xffef)) return 'wide';
  return code >= 0x2010 && code <= 0x201f ? 'wide' : 'other';
}

function isRunCharacter(code: number): boolean {
  return isLetter(code) || isDigit(code) || code === 43 || code === 45 || code === 47 || code === 61 || code === 95;
}

function isLetter(code: number): boolean {
  return (code >= 97 && code <= 122) || isCapital(code);
}

function isCapital(code: number): boolean {
  return code >= 65 && code <= 90;
}

function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}
