import type { Citation, Source } from './own-block.ts';
import { ownBlockOf } from './server-calls.ts';

type Part = { type: string; text?: string; continues?: boolean };

/** A text with what it is based on. */
export interface CitedText {
  text: string;
  /** Places are offsets in the whole text. */
  citations: Citation[];
  /** What was searched for, where only the citations say so. */
  queries: string[];
  /** Index of its first part, and of the first part after it and its citations. */
  from: number;
  to: number;
}

/** The texts of an answer that cite something, whole: a vendor may cut one where its citations begin and end. */
export function citedTextsIn(parts: readonly Part[]): CitedText[] {
  const found: CitedText[] = [];
  let from = 0;
  while (from < parts.length) {
    let to = from;
    while (to < parts.length && belongs(parts[to])) to++;
    if (to === from) from++;
    else {
      found.push(...citedIn(parts, from, to));
      from = to;
    }
  }
  return found;
}

const belongs = (part: Part | undefined): boolean => part?.type === 'text' || ownBlockOf(part)?.role === 'citations';

/** Texts next to each other are one text only where the vendor cuts. */
function citedIn(parts: readonly Part[], from: number, to: number): CitedText[] {
  const run = parts.slice(from, to);
  const isCut = run.some((part) => {
    const own = ownBlockOf(part);
    return own?.role === 'citations' && own.cuts;
  });
  if (isCut) return [read(run, from)];
  const found: CitedText[] = [];
  let start = 0;
  for (let end = 1; end <= run.length; end++) {
    const next = run[end];
    // A text that was split only for a signature is one text.
    if (next && (next.type !== 'text' || next.continues)) continue;
    const piece = run.slice(start, end);
    if (piece.some((part) => part.type !== 'text')) found.push(read(piece, from + start));
    start = end;
  }
  return found;
}

function read(run: readonly Part[], from: number): CitedText {
  const citations: Citation[] = [];
  const queries: string[] = [];
  let text = '';
  let before = 0;
  for (const part of run) {
    const own = ownBlockOf(part);
    if (own?.role !== 'citations') {
      // A text that was split only for a signature is one text.
      if (!part.continues) before = text.length;
      text += part.text ?? '';
      continue;
    }
    queries.push(...own.queries);
    for (const one of own.cite(text.slice(before)))
      citations.push(
        one.start === null || one.end === null ? one : { ...one, start: one.start + before, end: one.end + before },
      );
  }
  return { text, citations, queries, from, to: from + run.length };
}

export const sourceKey = ({ address, title }: Source): string => address ?? `file ${title}`;

/** Each source once, in the order of its first use. */
export function sourcesOf(citations: readonly Citation[]): Source[] {
  const sources = new Map<string, Source>();
  for (const { source } of citations) if (!sources.has(sourceKey(source))) sources.set(sourceKey(source), source);
  return [...sources.values()];
}
