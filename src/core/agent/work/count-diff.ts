const DIFF = /^--- (.+)\n\+\+\+ .+\n@@ /m;
const CUT = '[the rest of the diff is left out]';

export interface DiffCount {
  added: number;
  removed: number;
  created: boolean;
  /** The result doesn't hold all of the diff. */
  partial: boolean;
}

/** Counts the lines of the diff in the result of a change; `null` where it has none. */
export function countDiff(text: string): DiffCount | null {
  const head = DIFF.exec(text);
  if (!head) return null;
  let [added, removed] = [0, 0];
  for (const line of text.slice(head.index).split('\n').slice(2)) {
    if (!/^[-+ @\\]/.test(line)) break;
    if (line.startsWith('+')) added += 1;
    else if (line.startsWith('-')) removed += 1;
  }
  return { added, removed, created: head[1] === '/dev/null', partial: text.includes(CUT) };
}
