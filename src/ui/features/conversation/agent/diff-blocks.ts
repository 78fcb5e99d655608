export interface DiffBlock {
  kind: 'same' | 'old' | 'new' | 'gap';
  lines: string[];
}

const KINDS: Readonly<Record<string, DiffBlock['kind']>> = { ' ': 'same', '-': 'old', '+': 'new', '@': 'gap' };

/** Splits a result with a unified diff into the diff and the text around it; `null` for any other text. */
export function splitDiff(text: string): { before: string; diff: string; after: string } | null {
  const head = /^--- .+\n\+\+\+ .+\n@@ /m.exec(text);
  if (!head) return null;
  const lines = text.slice(head.index).split('\n');
  const end = lines.findIndex((line, at) => at > 1 && !/^[-+ @\\]/.test(line));
  const diff = end < 0 ? lines : lines.slice(0, end);
  const after = end < 0 ? '' : lines.slice(end).join('\n');
  return { before: text.slice(0, head.index).trimEnd(), diff: diff.join('\n').trimEnd(), after: after.trim() };
}

/** The lines of a unified diff, grouped with neighbors of the same kind, without signs and file names. */
export function diffBlocks(diff: string): DiffBlock[] {
  const blocks: DiffBlock[] = [];
  const lines = diff.split('\n');
  if (lines.at(-1) === '') lines.pop();
  for (const [index, line] of lines.entries()) {
    if (index < 2 && /^(?:---|\+\+\+) /.test(line)) continue;
    const last = blocks.at(-1);
    // `\ No newline at end of file` belongs to the previous line.
    const kind = KINDS[line.charAt(0)] ?? last?.kind ?? 'same';
    const shown = KINDS[line.charAt(0)] === undefined || kind === 'gap' ? line : line.slice(1);
    if (last?.kind === kind) last.lines.push(shown);
    else blocks.push({ kind, lines: [shown] });
  }
  return blocks;
}

export const lineCount = (blocks: readonly DiffBlock[]): number =>
  blocks.reduce((sum, { lines }) => sum + lines.length, 0);

/** The first lines of a diff. */
export function cutBlocks(blocks: readonly DiffBlock[], most: number): DiffBlock[] {
  const cut: DiffBlock[] = [];
  let left = most;
  for (const block of blocks) {
    if (left <= 0) break;
    cut.push(block.lines.length > left ? { ...block, lines: block.lines.slice(0, left) } : block);
    left -= block.lines.length;
  }
  return cut;
}

/** The file that a diff is about, as its head names it; `null` without one. */
export function pathOfDiff(diff: string): string | null {
  return /^\+\+\+ (?:b\/)?(.+)$/m.exec(diff.slice(0, 10_000))?.[1] ?? null;
}
