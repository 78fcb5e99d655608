import { MAX_PARAGRAPH_LENGTH } from './limits.ts';

/** Marks in one piece: every one of them may be weighed against every other. */
const MAX_MARKS = 128;
/** No piece is cut shorter than half of what fits, wherever its lines and words end. */
const MIN_SHARED_LENGTH = 2;

const LOW_SURROGATE = /[\udc00-\udfff]/;
const MARKS = new Set('*_~`[]<>!$\\@');
const isBlank = (char: string | undefined): boolean => char === ' ' || char === '\t';

/** Where the piece that begins at `start` has to end, at the latest. */
function furthest(text: string, start: number): number {
  const end = Math.min(text.length, start + MAX_PARAGRAPH_LENGTH);
  let marks = 0;
  for (let at = start; at < end; at += 1) {
    const char = text[at] ?? '';
    // Blanks in a row are weighed like marks: a line break behind them takes them all.
    if (MARKS.has(char) || (isBlank(char) && isBlank(text[at - 1]))) marks += 1;
    if (marks > MAX_MARKS) return at;
  }
  return end;
}

/** Behind the last line, else the last word, that ends in the latter part; never inside a character or an escape. */
function cutBefore(text: string, start: number, end: number): number {
  if (end === text.length) return end;
  const earliest = start + Math.ceil((end - start) / MIN_SHARED_LENGTH);
  for (const gap of ['\n', ' ']) {
    const found = text.lastIndexOf(gap, end - 1) + 1;
    if (found >= earliest) return found;
  }
  const splits = LOW_SURROGATE.test(text[end] ?? '') || text[end - 1] === '\\';
  return splits && end - 1 > start ? end - 1 : end;
}

/**
 * The text of a paragraph in pieces that can be read one by one, so that reading takes time in proportion to the length.
 * What anyone writes is one piece. A mark whose other half is in another piece stands as it is written.
 */
export function inlinePieces(text: string): string[] {
  const pieces: string[] = [];
  for (let start = 0; start < text.length;) {
    const end = cutBefore(text, start, furthest(text, start));
    pieces.push(text.slice(start, end));
    start = end;
  }
  return pieces;
}
