import type { TokenizerAndRendererExtension, Tokens } from 'marked';
import { MAX_PARAGRAPH_LENGTH } from './limits.ts';

/** Longer than any readable formula. Beyond it an opening mark is plain text, which bounds the search. */
export const MAX_MATH_LENGTH = 8_000;

export interface MathToken extends Tokens.Generic {
  tex: string;
  display: boolean;
}

export const isMathToken = (token: Tokens.Generic): token is MathToken =>
  token.type === 'math' || token.type === 'mathBlock';

const ASCII_WORD = /[A-Za-z0-9]/;
/** "5 or 6", "5/month, or 12.50 for": an amount followed by words is money, not a formula. */
const MONEY = /^\d[\d.,]*(?:[kKmMbB]|만|억|천)?(?:\/\p{L}+)?[\s,;]+\p{L}{2,}/u;
const BLANK_LINE = /\n[ \t]*\n/;

const make = (type: 'math' | 'mathBlock', raw: string, tex: string, display: boolean): MathToken => ({
  type,
  raw,
  tex: tex.trim(),
  display,
});

/** `$$…$$` inside a line. */
function displayDollars(src: string): MathToken | undefined {
  const end = src.indexOf('$$', 2);
  if (end < 3 || end > MAX_MATH_LENGTH) return undefined;
  const tex = src.slice(2, end);
  if (tex.trim() === '' || BLANK_LINE.test(tex)) return undefined;
  return make('math', src.slice(0, end + 2), tex, true);
}

/**
 * `$…$` as in pandoc (no space inside the marks, no digit after the closing one), and stricter because prose contains
 * dollar signs: no letter or digit next to the outer sides, no code span inside, and an amount with words is money.
 */
function singleDollars(src: string, before: string): MathToken | undefined {
  if (ASCII_WORD.test(before)) return undefined;
  let end = -1;
  const limit = Math.min(src.length, MAX_MATH_LENGTH);
  for (let at = 1; at < limit; at += 1) {
    const char = src[at];
    if (char === '\\') at += 1;
    else if (char === '`') return undefined;
    else if (char === '$') {
      end = at;
      break;
    }
  }
  if (end < 2) return undefined;
  const tex = src.slice(1, end);
  if (/^\s|\s$/.test(tex) || BLANK_LINE.test(tex) || MONEY.test(tex)) return undefined;
  const after = src[end + 1] ?? '';
  if (ASCII_WORD.test(after) || after === '$') return undefined;
  return make('math', src.slice(0, end + 1), tex, false);
}

/** `\(…\)` and `\[…\]` inside a line. */
function backslashed(src: string): MathToken | undefined {
  const display = src[1] === '[';
  const end = src.indexOf(display ? '\\]' : '\\)', 2);
  if (end < 3 || end > MAX_MATH_LENGTH) return undefined;
  const tex = src.slice(2, end);
  if (tex.trim() === '' || BLANK_LINE.test(tex)) return undefined;
  return make('math', src.slice(0, end + 2), tex, display);
}

/** The formula at the very start of `src`. `before` is the character in front of it. */
export function readInlineMath(src: string, before: string): MathToken | undefined {
  if (src.startsWith('$$')) return displayDollars(src);
  if (src.startsWith('$')) return singleDollars(src, before);
  if (src.startsWith('\\(') || src.startsWith('\\[')) return backslashed(src);
  return undefined;
}

/** A blank line or a code fence ends every open formula. */
const INTERRUPTION = /\n[ \t]*(?:\n|```|~~~)/;
const BLOCK_OPEN = /^ {0,3}(\$\$|\\\[)/;
const REST_OF_LINE = /^[ \t]*(?:\n|$)/;

/**
 * A formula on lines of its own: `$$` or `\[` at the start of a line, its closing mark at the end of one, and no blank
 * line (TeX rejects one too) or code fence between them, so an open mark never waits longer than its paragraph.
 */
export function readBlockMath(src: string): MathToken | undefined {
  const open = BLOCK_OPEN.exec(src);
  if (!open) return undefined;
  const start = open[0].length;
  const close = open[1] === '$$' ? '$$' : '\\]';
  const end = src.indexOf(close, start);
  if (end < 0 || end > MAX_MATH_LENGTH) return undefined;
  const tex = src.slice(start, end);
  const rest = REST_OF_LINE.exec(src.slice(end + close.length));
  if (!rest || tex.trim() === '' || INTERRUPTION.test(tex)) return undefined;
  return make('mathBlock', src.slice(0, end + close.length) + rest[0], tex, true);
}

const FORMULA_MARK = /(^|\n) {0,3}(\$\$|\\\[)/g;

/** Offset of the start of the line with a mark that opens an unfinished block formula. -1 if there is none. */
export function findOpenFormula(text: string): number {
  FORMULA_MARK.lastIndex = 0;
  for (let open = FORMULA_MARK.exec(text); open; open = FORMULA_MARK.exec(text)) {
    const inside = FORMULA_MARK.lastIndex;
    const lineStart = open.index + (open[1]?.length ?? 0);
    const formula = readBlockMath(text.slice(lineStart, lineStart + MAX_MATH_LENGTH + 8));
    if (formula) FORMULA_MARK.lastIndex = lineStart + formula.raw.trimEnd().length;
    else if (
      !text.includes(open[2] === '$$' ? '$$' : '\\]', inside) &&
      text.length - inside < MAX_MATH_LENGTH &&
      !INTERRUPTION.test(text.slice(inside))
    )
      return lineStart;
  }
  return -1;
}

/** The end of a paragraph, or a mark that may begin a formula in it. */
const PARAGRAPH_END_OR_MARK = /\n(?:[ \t]*\n|(?= {0,3}(\$\$|\\\[)))/g;

/** Offset where a block formula interrupts this paragraph. Reads no further than the paragraph. */
function blockStart(src: string): number | undefined {
  // A mark that begins no formula must not clip the paragraph: each piece would be matched against all that follows.
  for (const found of src.slice(0, MAX_PARAGRAPH_LENGTH).matchAll(PARAGRAPH_END_OR_MARK)) {
    if (found[1] === undefined) return undefined;
    const at = found.index + 1;
    if (readBlockMath(src.slice(at, at + MAX_MATH_LENGTH + 8))) return at;
  }
  return undefined;
}

/** Stops at the next character where marked's own text rule stops anyway, so the search is bounded. */
function inlineStart(src: string): number | undefined {
  const at = src.search(/[$\\<![`*]/);
  return at >= 0 && src[at] === '$' ? at : undefined;
}

export const MATH_SYNTAX: TokenizerAndRendererExtension[] = [
  {
    name: 'mathBlock',
    level: 'block',
    // Text in a list item is read line by line, so formulas there need no lookahead.
    start(src) {
      return this.lexer.state.top ? blockStart(src) : undefined;
    },
    tokenizer: (src) => readBlockMath(src),
  },
  {
    name: 'math',
    level: 'inline',
    start: inlineStart,
    tokenizer: (src, tokens) => readInlineMath(src, tokens.at(-1)?.raw.at(-1) ?? ''),
  },
];

/** Emphasis marks inside formulas are not emphasis: masks each formula with as many letters. */
export function maskMath(masked: string): string {
  if (!masked.includes('$')) return masked;
  let out = '';
  let at = 0;
  while (at < masked.length) {
    const next = masked.indexOf('$', at);
    if (next < 0) break;
    const token = readInlineMath(masked.slice(next, next + MAX_MATH_LENGTH + 4), masked[next - 1] ?? '');
    const length = token?.raw.length ?? 1;
    out += masked.slice(at, next) + (token ? 'a'.repeat(length) : '$');
    at = next + length;
  }
  return out + masked.slice(at);
}

const COMMAND = /\\[A-Za-z]/;
/** No formula in dollar signs holds these, so what follows the sign is none. */
const OTHER = /`|\\[()[\]]|[\p{Script=Hangul}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}][^{}]*\\/u;

/**
 * Offset of a dollar sign that opens a formula which hasn't ended on this line. Only one with a command of TeX is
 * certain: others are prices and variables. -1 if there is none, or if more than `maxLength` follows it.
 */
export function findOpenDollar(line: string, maxLength: number): number {
  if (!COMMAND.test(line)) return -1;
  const masked = maskMath(line);
  const at = masked.lastIndexOf('$');
  const inside = masked.slice(at + 1);
  if (inside.length > maxLength) return -1;
  const opens = at >= 0 && !/[A-Za-z0-9\\$]/.test(line[at - 1] ?? '') && /^[A-Za-z\\({|[]/.test(inside);
  return opens && COMMAND.test(inside) && !OTHER.test(inside) ? at : -1;
}
