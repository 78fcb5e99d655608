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

/**
 * Characters of one kind are a stretch, and so is a word that begins with a capital: after it come small letters
 * (TITLE), or more capitals (CAPITALS) and then small ones (MIXED).
 */
const TITLE = 12;
const CAPITALS = 13;
const MIXED = 14;
const STRETCHES = 15;

/** A state is the kind of the stretch that a character is in, and its length so far. The tables have no longer ones. */
const LENGTHS = 32;
/** With the kind of the next character, a state is a cell of the tables. */
const KINDS_IN_ALL = 16;
/** Between two stretches. */
const START = 0;
/** All higher states. */
const LONG = STRETCHES * LENGTHS * KINDS_IN_ALL;

const stateOf = (stretch: number, length: number): number =>
  length < LENGTHS ? (stretch * LENGTHS + length) * KINDS_IN_ALL : LONG;
const stretchOf = (cell: number): number => Math.floor(cell / KINDS_IN_ALL / LENGTHS);
const lengthOf = (cell: number): number => Math.floor(cell / KINDS_IN_ALL) % LENGTHS;

/** What a stretch is with one more character; `null` if that begins the next one. */
function goesOnAs(stretch: number, kind: number): number | null {
  switch (stretch) {
    case CAPITAL:
      return kind === WORD ? TITLE : kind === CAPITAL ? CAPITALS : null;
    case CAPITALS:
      return kind === WORD ? MIXED : kind === CAPITAL ? CAPITALS : null;
    case TITLE:
    case MIXED:
      return kind === WORD ? stretch : null;
    default:
      return kind === stretch ? stretch : null;
  }
}

/** The state that each cell leads to. */
const NEXT = new Uint16Array(LONG);
for (let cell = 0; cell < LONG; cell++) {
  const kind = cell % KINDS_IN_ALL;
  const stretch = lengthOf(cell) === 0 ? null : goesOnAs(stretchOf(cell), kind);
  NEXT[cell] = stretch === null ? stateOf(kind, 1) : stateOf(stretch, lengthOf(cell) + 1);
}

const costTables = new Map<TokenWeights, Float64Array>();

/** Tokens of the stretch that ends before the next character; 0 where it goes on. */
function costsOf(weights: TokenWeights): Float64Array {
  let costs = costTables.get(weights);
  if (costs) return costs;
  costs = new Float64Array(LONG);
  for (let cell = 0; cell < LONG; cell++) {
    const isEnd = lengthOf(cell) > 0 && lengthOf(NEXT[cell] ?? LONG) === 1;
    if (isEnd) costs[cell] = measure(stretchOf(cell), lengthOf(cell), weights);
  }
  costTables.set(weights, costs);
  return costs;
}

/** A longer text is judged by samples of it: reading megabytes would stop the page for longer than anyone should wait. */
const WHOLE = 1_000_000;
const SAMPLES = 64;

/**
 * Estimated tokens of a text. Reads each character about once, whatever the text contains, of a very long text so many
 * characters of all parts of it.
 */
export function estimateTokens(text: string, weights: TokenWeights): number {
  if (text.length <= WHOLE) return Math.ceil(countTokens(text, weights));
  const length = Math.floor(WHOLE / SAMPLES);
  const between = (text.length - length) / (SAMPLES - 1);
  let tokens = 0;
  for (let sample = 0; sample < SAMPLES; sample++) {
    const start = Math.floor(sample * between);
    tokens += countTokens(text.slice(start, start + length), weights);
  }
  return Math.ceil((tokens / (SAMPLES * length)) * text.length);
}

/**
 * What it adds is looked up: where one stretch ends and the next begins can't be foreseen, and a processor that guesses
 * wrong waits for longer.
 */
function countTokens(text: string, weights: TokenWeights): number {
  const { length } = text;
  const costs = costsOf(weights);
  const kinds = KINDS;
  const following = NEXT;
  let tokens = 0;
  let index = 0;
  /** No long run begins before this. */
  let noRunBefore = 0;
  while (index < length) {
    if (index >= noRunBefore) noRunBefore = nextRun(text, index);
    if (index === noRunBefore) {
      const end = endOfRun(text, index + RUN_LENGTH);
      tokens += measureRun(text, index, end);
      index = end;
      continue;
    }
    let state = START;
    while (index < noRunBefore) {
      const cell = state | (kinds[text.charCodeAt(index)] ?? 0);
      const next = following[cell] ?? LONG;
      if (next === LONG) break;
      tokens += costs[cell] ?? 0;
      state = next;
      index++;
    }
    // The last stretch may continue after this part.
    const start = index - lengthOf(state);
    index = endOfStretch(text, start);
    tokens += measure(stretchFrom(text, start, index), index - start, weights);
  }
  return tokens;
}

/** Tokens of a stretch. */
function measure(kind: number, length: number, weights: TokenWeights): number {
  switch (kind) {
    case WORD:
    case CAPITAL:
    case TITLE:
      return measureWord(length, 0, weights);
    case CAPITALS:
    case MIXED:
      return measureWord(length, length - 1, weights);
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

function measureWord(length: number, capitals: number, weights: TokenWeights): number {
  return (
    weights.word +
    Math.max(0, length - 4) * weights.letter +
    Math.max(0, length - 9) * weights.lateLetter +
    capitals * weights.capital
  );
}

function measureRun(text: string, start: number, end: number): number {
  let repeated = 0;
  for (let index = start + PERIOD; index < end; index++)
    if (text.charCodeAt(index) === text.charCodeAt(index - PERIOD)) repeated++;
  return (end - start - repeated) * RUN_WEIGHT + repeated * REPEATED_WEIGHT;
}

/** Where the next long run may begin. Looks at few characters of a text that has none. */
function nextRun(text: string, from: number): number {
  let start = from;
  while (start + RUN_LENGTH <= text.length) {
    const gap = lastGap(text, start, start + RUN_LENGTH);
    if (gap < start) return start;
    start = gap + 1;
  }
  return text.length;
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

function endOfStretch(text: string, start: number): number {
  const kind = KINDS[text.charCodeAt(start)];
  if (kind === CAPITAL) return endOfWord(text, start + 1);
  let index = start + 1;
  while (index < text.length && KINDS[text.charCodeAt(index)] === kind) index++;
  return index;
}

function stretchFrom(text: string, start: number, end: number): number {
  const kind = KINDS[text.charCodeAt(start)] ?? 0;
  const second = end - start > 1 ? KINDS[text.charCodeAt(start + 1)] : undefined;
  return kind === CAPITAL && second === CAPITAL ? CAPITALS : kind;
}
