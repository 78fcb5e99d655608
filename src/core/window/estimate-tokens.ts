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

/** Kinds of characters; 0 is any other. `WORD` and `CAPITAL` are the letters of ASCII. */
const WORD = 1;
const CAPITAL = 2;
const NUMBER = 3;
const SPACE = 4;
const NEWLINE = 5;
const SIGN = 6;
const HANGUL = 7;
const KANA = 8;
const HAN = 9;
const WIDE = 10;
const ALPHABET = 11;

/** The kind of each UTF-16 code unit. */
const KINDS = new Uint8Array(0x10000);
/** 1 for letters, digits and signs of base64 and its URL form, 0 for all others. */
const IN_RUN = new Uint8Array(0x10000);

for (const [first, last, kind] of [
  [0, 127, SIGN],
  [9, 9, SPACE],
  [10, 10, NEWLINE],
  [13, 13, NEWLINE],
  [32, 32, SPACE],
  [48, 57, NUMBER],
  [65, 90, CAPITAL],
  [97, 122, WORD],
  [0x80, 0x1eff, ALPHABET],
  [0x1100, 0x11ff, HANGUL],
  [0x2010, 0x201f, WIDE],
  [0x3000, 0x303f, WIDE],
  [0x3041, 0x30ff, KANA],
  [0x4e00, 0x9fff, HAN],
  [0xac00, 0xd7a3, HANGUL],
  [0xff00, 0xffef, WIDE],
] as const)
  KINDS.fill(kind, first, last + 1);
for (let code = 0; code < 128; code++)
  if (KINDS[code] === WORD || KINDS[code] === CAPITAL || KINDS[code] === NUMBER) IN_RUN[code] = 1;
for (const sign of '+-/=_') IN_RUN[sign.charCodeAt(0)] = 1;

/** Estimated tokens of a text. Reads each character about once, whatever the text contains. */
export function estimateTokens(text: string, weights: TokenWeights): number {
  const { length } = text;
  const words = tokensOfWords(weights);
  const kinds = KINDS;
  let tokens = 0;
  let index = 0;
  /** No long run begins before this. */
  let noRunBefore = 0;
  let kind = length > 0 ? (kinds[text.charCodeAt(0)] ?? 0) : 0;
  while (index < length) {
    if (index >= noRunBefore && index + RUN_LENGTH <= length) {
      const gap = lastGap(text, index, index + RUN_LENGTH);
      if (gap < index) {
        const end = endOfRun(text, index + RUN_LENGTH);
        tokens += measureRun(text, index, end);
        index = end;
        if (index < length) kind = kinds[text.charCodeAt(index)] ?? 0;
        continue;
      }
      noRunBefore = gap + 1;
    }
    const start = index++;
    if (kind === CAPITAL) {
      index = endOfWord(text, index);
      tokens += measureWord(text, start, index, weights);
      if (index < length) kind = kinds[text.charCodeAt(index)] ?? 0;
      continue;
    }
    const own = kind;
    // The kind after the last of this one is that of the next stretch: no character is looked up twice.
    while (index < length) {
      kind = kinds[text.charCodeAt(index)] ?? 0;
      if (kind !== own) break;
      index++;
    }
    const count = index - start;
    if (own === WORD) tokens += words[count] ?? measureWord(text, start, index, weights);
    else if (own !== SPACE || count > 1) tokens += measure(own, count, weights);
  }
  return Math.ceil(tokens);
}

function measure(kind: number | undefined, length: number, weights: TokenWeights): number {
  switch (kind) {
    case SPACE:
      return length < 2
        ? 0
        : weights.indent +
            Math.min(length - 1, WIDE_INDENT) * weights.space +
            Math.max(0, length - 1 - WIDE_INDENT) * WIDE_SPACE;
    case SIGN:
      return weights.sign + (length - 1) * weights.furtherSign;
    case NUMBER:
      return weights.number + Math.max(0, Math.ceil(length / 3) - 1) * weights.digits;
    case NEWLINE:
      return weights.newline + (length - 1) * WIDE_SPACE;
    case HANGUL:
      return length * weights.hangul * (length > HANGUL_RUN ? RARE_HANGUL : 1);
    case KANA:
      return length * weights.kana;
    case HAN:
      return length * weights.han;
    case WIDE:
      return length * weights.wideSign;
    case ALPHABET:
      return length * weights.alphabet;
    default:
      return length * weights.other;
  }
}

function measureWord(text: string, start: number, end: number, weights: TokenWeights): number {
  const length = end - start;
  const capitals = length > 1 && KINDS[text.charCodeAt(start + 1)] === CAPITAL ? (length - 1) * weights.capital : 0;
  return (
    weights.word + Math.max(0, length - 4) * weights.letter + Math.max(0, length - 9) * weights.lateLetter + capitals
  );
}

const wordTables = new Map<TokenWeights, readonly number[]>();

/** Tokens of words of small letters, by length. */
function tokensOfWords(weights: TokenWeights): readonly number[] {
  let table = wordTables.get(weights);
  if (!table) {
    table = Array.from({ length: 32 }, (_, length) => measureWord('', 0, length, weights));
    wordTables.set(weights, table);
  }
  return table;
}

function measureRun(text: string, start: number, end: number): number {
  let repeated = 0;
  for (let index = start + PERIOD; index < end; index++)
    if (text.charCodeAt(index) === text.charCodeAt(index - PERIOD)) repeated++;
  return (end - start - repeated) * RUN_WEIGHT + repeated * REPEATED_WEIGHT;
}

/** The last position from `start` to `end` that belongs to no run; `start - 1` if there is none. */
function lastGap(text: string, start: number, end: number): number {
  let index = end - 1;
  while (index >= start && IN_RUN[text.charCodeAt(index)] === 1) index--;
  return index;
}

function endOfRun(text: string, from: number): number {
  let index = from;
  while (index < text.length && IN_RUN[text.charCodeAt(index)] === 1) index++;
  return index;
}

/** The end of a word that begins with a capital: before a capital that follows a small letter. */
function endOfWord(text: string, from: number): number {
  let index = from;
  let afterCapital = true;
  while (index < text.length) {
    const kind = KINDS[text.charCodeAt(index)];
    if (kind === CAPITAL ? !afterCapital : kind !== WORD) break;
    afterCapital = kind === CAPITAL;
    index++;
  }
  return index;
}
