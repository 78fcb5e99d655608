import { estimateTokens } from './estimate-tokens.ts';
import { O200K } from './token-weights.ts';

export interface TruncatedOutput {
  text: string;
  truncated: boolean;
  /** Lines that are missing fully or in part. */
  removedLines: number;
  /** Missing bytes, as UTF-8. */
  removedBytes: number;
}

/** A tool's output may use half of the remaining tokens, and never more than this (reliability.md S1-48). */
const MAX_TOKENS = 50_000;
const SHARE = 0.5;

/** Tokens a tool's output may take now. 0 when nothing is left. */
export function outputBudget({ limit, used, toolCap }: { limit: number; used: number; toolCap?: number }): number {
  const left = (limit - Math.max(0, used)) * SHARE;
  const budget = Math.min(left, MAX_TOKENS, toolCap ?? MAX_TOKENS);
  return Number.isFinite(budget) ? Math.max(0, Math.floor(budget)) : 0;
}

/** The end of an output is more useful than its start: errors and summaries are there. */
const HEAD_SHARE = 0.4;
/** Tokens that the notice itself may take. */
const NOTICE_TOKENS = 40;
/** The longest token has this many characters, for wide white space. A text beyond that needs no complete count. */
const MAX_PER_TOKEN = 64;

/**
 * Truncates a text to about `maxTokens`: complete lines from the start and the end, and a notice in the middle that
 * says what is missing and, with a `handle`, how to get it. A single long line is split between words. When nothing
 * fits, only the notice is left.
 */
export function truncateOutput(
  text: string,
  { maxTokens, handle }: { maxTokens: number; handle?: string },
): TruncatedOutput {
  if (fitsTokens(text, maxTokens)) return { text, truncated: false, removedLines: 0, removedBytes: 0 };
  const tokenBudget = maxTokens > NOTICE_TOKENS ? maxTokens - NOTICE_TOKENS : 0;
  const head = takeLines(text, tokenBudget * HEAD_SHARE, 'start');
  const tail = takeLines(text.slice(head.length), tokenBudget - head.tokens, 'end');
  let start = head.length;
  let end = text.length - tail.length;
  const left = tokenBudget - head.tokens - tail.tokens;
  const between = text.slice(start, end);
  if (left > tokenBudget * 0.2) {
    // The lines are longer than the budget: take a piece of the first and of the last.
    start += pieceLength(between, left * HEAD_SHARE, 'start');
    end -= pieceLength(text.slice(start, end), left * (1 - HEAD_SHARE), 'end');
  }
  const removed = text.slice(start, end);
  const removedLines = countLines(removed);
  const removedBytes = byteLength(removed);
  const notice = noticeFor(removedLines, removedBytes, handle);
  const pieces = [text.slice(0, start).replace(/\n$/, ''), notice, text.slice(end).replace(/^\n/, '')];
  return { text: pieces.filter((part) => part !== '').join('\n'), truncated: true, removedLines, removedBytes };
}

/** Whether a text costs at most this many tokens. A text that obviously does not is not counted. */
export function fitsTokens(text: string, tokens: number): boolean {
  return text.length <= tokens * MAX_PER_TOKEN && estimateTokens(text, O200K) <= tokens;
}

function noticeFor(lines: number, bytes: number, handle: string | undefined): string {
  const size = `${lines} ${lines === 1 ? 'line' : 'lines'}, ${bytes} bytes`;
  return `[... ${size} left out${handle === undefined ? '' : `; read them with ${handle}`} ...]`;
}

/**
 * Lines with their line breaks at one end of a text that cost at most this many tokens. Looks at no others: an output may
 * have millions.
 */
function takeLines(text: string, tokens: number, side: 'start' | 'end'): { length: number; tokens: number } {
  let used = 0;
  let length = 0;
  while (length < text.length) {
    const line = side === 'start' ? lineFrom(text, length) : lineUpTo(text, text.length - length);
    if (line.length > (tokens - used) * MAX_PER_TOKEN) break;
    const next = used + estimateTokens(line, O200K);
    if (next > tokens) break;
    used = next;
    length += line.length;
  }
  return { length, tokens: used };
}

function lineFrom(text: string, start: number): string {
  return text.slice(start, text.indexOf('\n', start) + 1 || text.length);
}

function lineUpTo(text: string, end: number): string {
  return text.slice(end > 1 ? text.lastIndexOf('\n', end - 2) + 1 : 0, end);
}

/** Length of a piece at one end of a text that costs about this many tokens and ends between words and code points. */
function pieceLength(text: string, tokens: number, side: 'start' | 'end'): number {
  let low = 0;
  let high = Math.min(text.length, Math.ceil(tokens) * MAX_PER_TOKEN);
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    const piece = side === 'start' ? text.slice(0, middle) : text.slice(text.length - middle);
    if (estimateTokens(piece, O200K) <= tokens) low = middle;
    else high = middle - 1;
  }
  return low === 0 || low === text.length ? low : atBoundary(text, low, side);
}

/** Letters of base64 and other encodings. A piece of a long run of them is useless. */
const ENCODED = /[A-Za-z0-9+/=_-]/;
const LONG_ROW = 200;
const SPACE = /\s/;
/** Characters that end an item of JSON and similar formats. */
const SEPARATOR = /[,;}\])|]/;

/**
 * Moves a cut to the least harmful place: out of a long run of encoded letters, to the last white space if it is near,
 * else to the end of an item, and never between the halves of a character.
 */
function atBoundary(text: string, length: number, side: 'start' | 'end'): number {
  const sign = (from: number): string => text.charAt(side === 'start' ? from : text.length - 1 - from);
  const inRow = (from: number): boolean => ENCODED.test(sign(from));
  let [retained, lost] = [0, 0];
  while (lost < LONG_ROW && inRow(length + lost)) lost++;
  if (lost > 0) while (retained < length && inRow(length - 1 - retained)) retained++;
  const most = retained + lost >= LONG_ROW && retained < length ? length - retained : length;
  const least = most - Math.floor(most * 0.2);
  for (let cut = most; cut > least; cut--) if (SPACE.test(sign(cut - 1))) return cut;
  for (let cut = most; cut > least; cut--) {
    const [before, after] = side === 'start' ? [cut - 1, cut] : [cut, cut - 1];
    if (SEPARATOR.test(sign(before)) && !SEPARATOR.test(sign(after))) return cut;
  }
  const code = sign(most - 1).charCodeAt(0);
  const splits = side === 'start' ? code >= 0xd800 && code <= 0xdbff : isLowHalf(code);
  return splits ? most - 1 : most;
}

function countLines(text: string): number {
  let count = text === '' || text.endsWith('\n') ? 0 : 1;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) count++;
  return count;
}

const NOT_ASCII = /[^\0-\x7f]/;

/** Bytes of a text in UTF-8. */
export function byteLength(text: string): number {
  const wide = text.search(NOT_ASCII);
  if (wide < 0) return text.length;
  let bytes = wide;
  for (let index = wide; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code < 0x80) bytes++;
    else if (code < 0x800) bytes += 2;
    else if (code >= 0xd800 && code <= 0xdbff && isLowHalf(text.charCodeAt(index + 1))) {
      bytes += 4;
      index++;
    } else bytes += 3;
  }
  return bytes;
}

function isLowHalf(code: number): boolean {
  return code >= 0xdc00 && code <= 0xdfff;
}
