/** More differing lines than this are shown as one block: finding the shortest edit script would take too long. */
const MAX_EDITS = 1000;
const CONTEXT = 3;

interface Op {
  kind: ' ' | '-' | '+';
  line: string;
}

/** Myers' greedy algorithm over lines. `null` when the two differ too much. */
function shortestEdit(a: readonly string[], b: readonly string[]): Op[] | null {
  const most = Math.min(a.length + b.length, MAX_EDITS);
  const offset = most + 1;
  const ends = new Int32Array(2 * offset + 1);
  const trace: Int32Array[] = [];
  for (let d = 0; d <= most; d++) {
    trace.push(ends.slice());
    for (let k = -d; k <= d; k += 2) {
      const down = k === -d || (k !== d && (ends[offset + k - 1] ?? 0) < (ends[offset + k + 1] ?? 0));
      let x = down ? (ends[offset + k + 1] ?? 0) : (ends[offset + k - 1] ?? 0) + 1;
      while (x < a.length && x - k < b.length && a[x] === b[x - k]) x++;
      ends[offset + k] = x;
      if (x >= a.length && x - k >= b.length) return walkBack(a, b, trace, offset);
    }
  }
  return null;
}

function walkBack(a: readonly string[], b: readonly string[], trace: readonly Int32Array[], offset: number): Op[] {
  const ops: Op[] = [];
  let [x, y] = [a.length, b.length];
  for (let d = trace.length - 1; d >= 0; d--) {
    const ends = trace[d] ?? new Int32Array();
    const k = x - y;
    const down = k === -d || (k !== d && (ends[offset + k - 1] ?? 0) < (ends[offset + k + 1] ?? 0));
    const before = down ? k + 1 : k - 1;
    const startX = d === 0 ? 0 : (ends[offset + before] ?? 0);
    const startY = d === 0 ? 0 : startX - before;
    while (x > startX && y > startY && x > 0 && y > 0 && a[x - 1] === b[y - 1]) {
      ops.push({ kind: ' ', line: a[--x] ?? '' });
      y--;
    }
    if (d === 0) break;
    if (down) ops.push({ kind: '+', line: b[--y] ?? '' });
    else ops.push({ kind: '-', line: a[--x] ?? '' });
  }
  return ops.toReversed();
}

function compare(a: readonly string[], b: readonly string[]): Op[] {
  let start = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) start++;
  let end = 0;
  while (end < a.length - start && end < b.length - start && a[a.length - 1 - end] === b[b.length - 1 - end]) end++;
  const same = (lines: readonly string[]) => lines.map((line): Op => ({ kind: ' ', line }));
  const [oldPart, newPart] = [a.slice(start, a.length - end), b.slice(start, b.length - end)];
  const middle = shortestEdit(oldPart, newPart) ?? [
    ...oldPart.map((line): Op => ({ kind: '-', line })),
    ...newPart.map((line): Op => ({ kind: '+', line })),
  ];
  return [...same(a.slice(0, start)), ...middle, ...same(a.slice(a.length - end))];
}

const NO_NEWLINE = '\\ No newline at end of file';

/** Lines with their line breaks: a last line without a line break differs from the same line with one. */
function linesOf(text: string): string[] {
  if (text === '') return [];
  const lines = text.split('\n');
  if (lines.at(-1) === '') lines.pop();
  else lines.push(`${lines.pop() ?? ''}\n${NO_NEWLINE}`);
  return lines;
}

const range = (start: number, count: number) =>
  count === 1 ? `${start}` : `${count === 0 ? start - 1 : start},${count}`;

/** The change from one text to another, as `diff -u` writes it. Empty when there is none. */
export function unifiedDiff(path: string, before: string | null, after: string): string {
  const ops = compare(linesOf(before ?? ''), linesOf(after));
  const changed = ops.flatMap(({ kind }, index) => (kind === ' ' ? [] : [index]));
  const [first] = changed;
  if (first === undefined) return '';
  const hunks: { from: number; to: number }[] = [];
  for (const index of changed) {
    const last = hunks.at(-1);
    if (last && index - CONTEXT <= last.to + 1) last.to = Math.min(index + CONTEXT, ops.length - 1);
    else hunks.push({ from: Math.max(0, index - CONTEXT), to: Math.min(index + CONTEXT, ops.length - 1) });
  }
  const out = [`--- ${before === null ? '/dev/null' : `a/${path}`}`, `+++ b/${path}`];
  let [oldLine, newLine, at] = [1, 1, 0];
  for (const { from, to } of hunks) {
    for (; at < from; at++) {
      oldLine++;
      newLine++;
    }
    const part = ops.slice(from, to + 1);
    const oldCount = part.filter(({ kind }) => kind !== '+').length;
    const newCount = part.filter(({ kind }) => kind !== '-').length;
    out.push(`@@ -${range(oldLine, oldCount)} +${range(newLine, newCount)} @@`);
    for (const { kind, line } of part) out.push(`${kind}${line}`);
    oldLine += oldCount;
    newLine += newCount;
    at = to + 1;
  }
  return `${out.join('\n')}\n`;
}
