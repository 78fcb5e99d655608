const SENTENCE_END = /[.!?。！？…]["'”’)\]]*(?:\s|$)|[\n]/gu;
/** Long enough to be worth hearing, short enough to be followed. */
const MAX_SPOKEN = 300;

/** What may be announced of a growing text now: whole sentences after `from`. `end` is where the next look begins. */
export function completeSentences(text: string, from: number): { text: string; end: number } {
  let end = from;
  for (const match of text.slice(from).matchAll(SENTENCE_END)) {
    const at = from + match.index + match[0].length;
    // At the very end a full stop may still be a decimal point or an ellipsis in the making.
    if (at >= text.length && !/\s$/.test(match[0])) break;
    end = at;
  }
  return { text: text.slice(from, end), end };
}

/** The last sentences of a long stretch: a listener who falls behind wants the newest words. */
export function shortenSpoken(text: string, max = MAX_SPOKEN): string {
  if (text.length <= max) return text;
  const tail = text.slice(-max);
  const start = tail.search(/(?<=[.!?。！？\n])\s*\S/u);
  return `… ${(start > 0 ? tail.slice(start) : tail).trim()}`;
}
