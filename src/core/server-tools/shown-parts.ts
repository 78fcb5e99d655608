import { citedMarkdown, numberedSources, type NumberedSource } from './cited-markdown.ts';
import { citedTextsIn } from './cited-text.ts';
import { serverCallsIn, type ServerCall } from './server-calls.ts';

/** What is shown in the place of a part. */
export type ShownInstead =
  | { kind: 'nothing' }
  /** Markdown with the marks of its citations. */
  | { kind: 'cited'; text: string }
  | { kind: 'call'; call: ServerCall };

export interface ShownParts {
  /** By the index of the part. Other parts are shown as they are. */
  instead: ReadonlyMap<number, ShownInstead>;
  sources: NumberedSource[];
}

const NOTHING: ShownInstead = { kind: 'nothing' };

/** How an answer with blocks of the vendor's own is shown: texts whole, with marks, and a call with its result. */
export function shownParts(parts: readonly { type: string; text?: string }[]): ShownParts {
  const instead = new Map<number, ShownInstead>();
  const cited = citedTextsIn(parts);
  const sources = numberedSources(cited.flatMap(({ citations }) => citations));
  for (const text of cited) {
    for (let index = text.from; index < text.to; index++) instead.set(index, NOTHING);
    if (text.text !== '') instead.set(text.from, { kind: 'cited', text: citedMarkdown(text, sources) });
  }
  for (const { call, asked, found } of serverCallsIn(parts)) {
    if (found !== null) instead.set(found, NOTHING);
    const at = asked ?? found;
    if (at !== null) instead.set(at, { kind: 'call', call });
  }
  return { instead, sources };
}

/** The text of an answer with its sources, as Markdown. `list`: how the sources are written below it. */
export function citedAnswer(
  parts: readonly { type: string; text?: string }[],
  list: (sources: readonly NumberedSource[]) => string,
): string {
  const { instead, sources } = shownParts(parts);
  const texts = parts.flatMap(({ type, text = '' }, index) => {
    const shown = instead.get(index);
    if (shown) return shown.kind === 'cited' ? [shown.text] : [];
    return (type === 'text' || type === 'refusal') && text !== '' ? [text] : [];
  });
  return [...texts, list(sources)].filter((text) => text !== '').join('\n\n');
}
