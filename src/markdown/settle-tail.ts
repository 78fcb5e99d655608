import { findOpenFormula } from './math-syntax.ts';

/**
 * Decides how much of a growing text can be shown now. Lines that could still turn into something else (`---`, the head
 * of a table, a formula without its end) wait, and marks that the last line opened are closed for display, so that
 * nothing on the page jumps. Only the end of the text is ever changed. When the stream ends, the text is read as it is.
 */

/** Only marks so far: a heading underline, a bullet, a rule, a fence, the start of a date or of a tag. */
const ONLY_MARKS = /^[ \t>]*(?:[-=_*+#~`:$\\ \t]+|\d{1,9}[.)]?[ \t]*|\d{1,4}\.[ \t]\d{1,2}\.?|<[/!a-zA-Z-]*)$/;
/** An unfinished link or footnote definition. */
const OPEN_DEFINITION = /^ {0,3}\[[^\]\n]{0,64}(?:\]|\]:[ \t]*\S*[ \t]*)?$/;
const TABLE_ROW = /^ {0,3}\|/;

/** Number of lines at the end that wait. */
function linesWaiting(lines: readonly string[]): number {
  const last = lines.at(-1) ?? '';
  const ended = last === '';
  const end = ended ? lines.length - 1 : lines.length;
  let row = end;
  while (row > 0 && TABLE_ROW.test(lines[row - 1] ?? '')) row -= 1;
  const rows = end - row;
  if (rows === 1 || (rows === 2 && !ended)) return lines.length - row;
  return !ended && (ONLY_MARKS.test(last) || OPEN_DEFINITION.test(last)) ? 1 : 0;
}

/** An opening `\(` further back than this is not an unfinished formula. */
const MAX_OPEN_INLINE = 400;

/** Cuts before an unfinished formula. Only looks after `from` and after the last blank line. */
function withoutOpenFormula(text: string, from: number): string {
  const start = Math.max(from, text.lastIndexOf('\n\n') + 1);
  const block = findOpenFormula(text.slice(start));
  if (block >= 0) return text.slice(0, start + block);
  const inline = text.indexOf('\\(', Math.max(start, text.length - MAX_OPEN_INLINE));
  const open = inline < 0 ? -1 : text.lastIndexOf('\\(');
  return open < 0 || text.includes('\\)', open) ? text : text.slice(0, open);
}

/** An escape without its character, or a dollar sign: the next character tells the end of a formula from a price. */
const OPEN_SIGN = /(?<![\\$])[\\$]$/;
const OPEN_LINK = /!?\[([^[\]\n]*)\]\([^()\s]*$/;
const WORD = /[A-Za-z0-9]/;

/** Closes the code and emphasis that the last line left open, and removes a mark with nothing after it. */
function closeMarks(line: string): string {
  let open: '`' | '***' | '**' | '*' | '' = '';
  let ticks = '';
  let openedAt = -1;
  /** After the last mark that closed one. */
  let closedTo = 0;
  for (let at = 0; at < line.length; at += 1) {
    const char = line[at];
    if (open === '`') {
      if (char !== '`') continue;
      const run = /^`+/.exec(line.slice(at))?.[0] ?? '`';
      if (run === ticks) open = '';
      at += run.length - 1;
    } else if (char === '\\') at += 1;
    else if (char === '`') {
      ticks = /^`+/.exec(line.slice(at))?.[0] ?? '`';
      if (open === '') {
        open = '`';
        openedAt = at;
        at += ticks.length - 1;
      } else {
        // Code inside emphasis: skip it, or leave both open marks until more text arrives.
        const end = line.indexOf(ticks, at + ticks.length);
        if (end < 0) return line;
        at = end + ticks.length - 1;
      }
    } else if (char === '*') {
      const mark = line.startsWith('***', at) ? '***' : line[at + 1] === '*' ? '**' : '*';
      const after = line[at + mark.length] ?? '';
      const before = line[at - 1] ?? '';
      if (open === '' && !WORD.test(before) && !/\s/.test(after)) {
        open = mark;
        openedAt = at;
      } else if (open !== '' && /\S/.test(before)) {
        // Three marks close whatever is open. Of three that are open, some of them close one.
        const closesOne: boolean = open === '***' && mark !== '***' && after !== '';
        if (mark === open || mark === '***' || closesOne) {
          open = !closesOne ? '' : mark === '**' ? '*' : '**';
          closedTo = at + mark.length;
        }
      }
      at += mark.length - 1;
    }
  }
  if (open === '') return line;
  const mark = open === '`' ? ticks : open;
  const inside = line.slice(openedAt + mark.length);
  if (inside.trim() === '' || (open !== '`' && /^\*+$/.test(inside))) return line.slice(0, openedAt);
  if (open === '`') return line + mark;
  // `**bold*`: half of the closing mark has arrived.
  return line.slice(0, closedTo) + line.slice(closedTo).replace(/\s*\*{0,2}\s*$/, '') + mark;
}

/**
 * `from` is the start of a block: text before it is neither read nor changed. Code ends before `codeEnd`. Not for a
 * text that ends inside a fenced block, where every mark is literal.
 */
export function settleTail(text: string, from: number, codeEnd = from): string {
  const tail = text.slice(from);
  const lines = tail.split('\n');
  const waiting = linesWaiting(lines);
  const shown =
    waiting === 0 ? tail : lines.slice(0, lines.length - waiting).join('\n') + (waiting < lines.length ? '\n' : '');
  const settled = withoutOpenFormula(shown, Math.min(codeEnd - from, shown.length));
  const lineStart = settled.lastIndexOf('\n') + 1;
  const line = settled.slice(lineStart).replace(OPEN_SIGN, '').replace(OPEN_LINK, '$1');
  return text.slice(0, from) + settled.slice(0, lineStart) + closeMarks(line);
}
