import { MAX_PARAGRAPH_LENGTH } from './limits.ts';

/** Maximum marks in one piece: each may have to be compared with every other. */
const MAX_MARKS = 128;
/** No piece is shorter than half of the maximum, wherever its lines and words end. */
const MIN_SHARED_LENGTH = 2;

const LOW_SURROGATE = /[\udc00-\udfff]/;
const MARKS = new Set('*_~`[]<>!$\\@');
const isBlank = (char: string | undefined): boolean => char === ' ' || char === '\t';

/** The latest possible end of the piece that begins at `start`. */
function furthest(text: string, start: number): number {
  const end = Math.min(text.length, start + MAX_PARAGRAPH_LENGTH);
  let marks = 0;
  for (let at = start; at < end; at += 1) {
    const char = text[at] ?? '';
    // Consecutive blanks count as marks: a line break after them consumes them all.
    if (MARKS.has(char) || (isBlank(char) && isBlank(text[at - 1]))) marks += 1;
    if (marks > MAX_MARKS) return at;
  }
  return end;
}

/**
 * The offset after the last line, or else the last word, that ends in the second half. Never inside a character or an
 * escape.
 */
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
 * Splits the text of a paragraph into pieces that can be read one by one, so that reading takes linear time. Realistic
 * paragraphs are one piece. A mark whose counterpart is in another piece stays as written.
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
