import { findOpenDollar, findOpenFormula } from './math-syntax.ts';

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

/** An opening `\(` or `$` further back than this is not an unfinished formula. */
const MAX_OPEN_INLINE = 400;
/** Longer lines aren't searched for a `$`. */
const MAX_LINE = 4_000;

const BACKSLASH = /(?<!\\)\\[([]/g;

/** Offset of the first `\(` or `\[` after `from` that has no end. -1 if there is none. */
function findOpenBackslash(text: string, from: number): number {
  BACKSLASH.lastIndex = from;
  for (let open = BACKSLASH.exec(text); open; open = BACKSLASH.exec(text)) {
    const end = text.indexOf(open[0] === '\\(' ? '\\)' : '\\]', BACKSLASH.lastIndex);
    if (end < 0) return open.index;
    BACKSLASH.lastIndex = end + 2;
  }
  return -1;
}

/** Cuts before an unfinished formula. Only looks after `from` and after the last blank line. */
function withoutOpenFormula(text: string, from: number): string {
  const start = Math.max(from, text.lastIndexOf('\n\n') + 1);
  const block = findOpenFormula(text.slice(start));
  if (block >= 0) return text.slice(0, start + block);
  const open = findOpenBackslash(text, Math.max(start, text.length - MAX_OPEN_INLINE));
  const closed = open < 0 ? text : text.slice(0, open);
  const lineStart = closed.lastIndexOf('\n') + 1;
  if (closed.length - lineStart > MAX_LINE) return closed;
  const dollar = findOpenDollar(closed.slice(lineStart), MAX_OPEN_INLINE);
  return dollar < 0 ? closed : closed.slice(0, lineStart + dollar);
}

/** An escape without its character, or a dollar sign: the next character tells the end of a formula from a price. */
const OPEN_SIGN = /(?<![\\$])[\\$]$/;
const OPEN_LINK = /!?\[([^[\]\n]*)\]\([^()\s]*$/;
const WORD = /[A-Za-z0-9]/;

/** More marks than these in one another are no emphasis. */
const MAX_OPEN = 3;

interface Mark {
  mark: '*' | '**' | '***';
  at: number;
}

/** What a run of asterisks does to the emphasis that is `open`, the innermost last. Returns whether it closes any. */
function takeMark(open: Mark[], { mark, at }: Mark, before: string, after: string): boolean {
  const top = open.at(-1);
  if (top && /\S/.test(before)) {
    // Three marks close whatever is open. An inner mark that nothing closes is no mark.
    if (mark === top.mark || mark === '***') open.splice(mark === top.mark ? -1 : 0);
    else if (top.mark === '***' && after !== '') top.mark = mark === '**' ? '*' : '**';
    else if (mark === open.at(-2)?.mark) open.splice(-2);
    else return openMark(open, { mark, at }, before, after);
    return true;
  }
  return openMark(open, { mark, at }, before, after);
}

function openMark(open: Mark[], mark: Mark, before: string, after: string): false {
  if (!WORD.test(before) && !/\s/.test(after)) open.push(mark);
  return false;
}

/** Offset of the run that closes code. -1 if there is none. */
function endOfCode(line: string, from: number, ticks: string): number {
  for (const { 0: run, index } of line.slice(from).matchAll(/`+/g)) if (run === ticks) return from + index;
  return -1;
}

/** Closes the code and emphasis that the last line left open, and removes a mark with nothing after it. */
function closeMarks(line: string): string {
  const open: Mark[] = [];
  /** After the last mark that closed one. */
  let closedTo = 0;
  for (let at = 0; at < line.length; at += 1) {
    const char = line[at];
    if (char === '\\') at += 1;
    else if (char === '`') {
      const ticks = /^`+/.exec(line.slice(at))?.[0] ?? '`';
      const end = endOfCode(line, at + ticks.length, ticks);
      // Code inside emphasis stays as it is until more text arrives.
      if (end < 0 && open.length > 0) return line;
      if (end < 0) return line.slice(at + ticks.length).trim() === '' ? line.slice(0, at) : line + ticks;
      at = end + ticks.length - 1;
    } else if (char === '*') {
      const mark = line.startsWith('***', at) ? '***' : line[at + 1] === '*' ? '**' : '*';
      if (takeMark(open, { mark, at }, line[at - 1] ?? '', line[at + mark.length] ?? '')) closedTo = at + mark.length;
      at += mark.length - 1;
    }
  }
  let shown = line;
  for (let last = open.at(-1); last && /^[\s*]*$/.test(shown.slice(last.at + last.mark.length)); last = open.at(-1)) {
    shown = shown.slice(0, last.at);
    open.pop();
  }
  if (open.length === 0) return shown;
  if (open.length > MAX_OPEN) return line;
  // `**bold*`: half of the closing mark has arrived.
  const inside = shown
    .slice(closedTo)
    .trimEnd()
    .replace(/\*{1,2}$/, '')
    .trimEnd();
  const marks = open.toReversed().map(({ mark }) => mark);
  return shown.slice(0, closedTo) + inside + marks.join('');
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
  const settled = withoutOpenFormula(shown.replace(OPEN_SIGN, ''), Math.min(codeEnd - from, shown.length));
  const lineStart = settled.lastIndexOf('\n') + 1;
  const line = settled.slice(lineStart).replace(OPEN_LINK, '$1');
  return text.slice(0, from) + settled.slice(0, lineStart) + closeMarks(line);
}
