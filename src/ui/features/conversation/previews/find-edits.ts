import type { PreviewKind } from '#markdown/preview-kind.ts';

interface Untitled {
  messageId: string | null;
  kind: PreviewKind;
  text: string | null;
}

/** An edit keeps at least this share of the pieces of the shorter document. */
const MIN_KEPT = 0.5;
const MAX_PIECES = 2_000;
/** What stands on lines of its own in a document, however it was wrapped. */
const ENDS: Readonly<Record<PreviewKind, RegExp>> = {
  html: /\n|(?=<)/,
  svg: /\n|(?=<)/,
  mermaid: /[\n;]/,
  markdown: /\n/,
  csv: /\n/,
  json: /[\n,]/,
};

const known = new WeakMap<Untitled, ReadonlySet<string>>();

/** The pieces by which one document is told from another. The first line of a diagram only says what sort it is. */
function piecesOf(document: Untitled): ReadonlySet<string> {
  const before = known.get(document);
  if (before) return before;
  const { kind, text } = document;
  const pieces = (text ?? '')
    .split(ENDS[kind], MAX_PIECES)
    .map((piece) => piece.replaceAll(/\s+/g, ' ').trim())
    .filter((piece) => /[\p{L}\p{N}]/u.test(piece));
  const told = new Set(kind === 'mermaid' ? pieces.slice(1) : pieces);
  known.set(document, told);
  return told;
}

function shareKept(before: ReadonlySet<string>, after: ReadonlySet<string>): number {
  const [few, many] = before.size < after.size ? [before, after] : [after, before];
  if (few.size === 0) return 0;
  let kept = 0;
  for (const piece of few) if (many.has(piece)) kept += 1;
  return kept / few.size;
}

/** Splits documents of one kind, in order, into those that edit each other. Two in one message never do. */
export function findEdits<T extends Untitled>(documents: readonly T[]): T[][] {
  const groups: { edits: T[]; last: T }[] = [];
  for (const document of documents) {
    const found = groups
      .filter(({ last }) => last.messageId !== document.messageId)
      .map((group) => ({ group, kept: shareKept(piecesOf(group.last), piecesOf(document)) }))
      .reduce<{ group: (typeof groups)[number] | null; kept: number }>(
        (best, one) => (one.kept >= MIN_KEPT && one.kept >= best.kept ? one : best),
        { group: null, kept: 0 },
      );
    if (found.group) {
      found.group.edits.push(document);
      found.group.last = document;
    } else groups.push({ edits: [document], last: document });
  }
  return groups.map(({ edits }) => edits);
}
