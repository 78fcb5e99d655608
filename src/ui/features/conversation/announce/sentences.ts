const SENTENCE_END = /[.!?。！？…]["'”’)\]]*(?:\s|$)|[\n]/gu;
/** Long enough to be worth announcing, short enough to follow. */
const MAX_SPOKEN = 300;

/** The part of a growing text to announce now: complete sentences after `from`. The next call starts at `end`. */
export function completeSentences(text: string, from: number): { text: string; end: number } {
  let end = from;
  for (const match of text.slice(from).matchAll(SENTENCE_END)) {
    const at = from + match.index + match[0].length;
    // At the very end, a period may still turn into a decimal point or an ellipsis.
    if (at >= text.length && !/\s$/.test(match[0])) break;
    end = at;
  }
  return { text: text.slice(from, end), end };
}

/** The last sentences of a long stretch: a listener who falls behind wants the newest words. */
export function shortenAnnouncement(text: string, max = MAX_SPOKEN): string {
  if (text.length <= max) return text;
  const tail = text.slice(-max);
  const start = tail.search(/(?<=[.!?。！？\n])\s*\S/u);
  return `… ${(start > 0 ? tail.slice(start) : tail).trim()}`;
}
