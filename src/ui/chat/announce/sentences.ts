const SENTENCE_END = /[.!?。！？…]["'”’)\]]*(?:\s|$)|[\n]/gu;
/** Long enough to be worth hearing, short enough to be followed. */
const MAX_SPOKEN = 300;

/** Words of Markdown as they would be read aloud: marks removed, code and formulas named. */
export function speakable(markdown: string, words: { code: string; table: string; formula: string }): string {
  return markdown
    .replace(/^ {0,3}(`{3,}|~{3,})[^\n]*\n[\s\S]*?(?:\n {0,3}\1[`~]*[ \t]*$|(?![\s\S]))/gm, ` ${words.code} `)
    .replace(/\$\$[\s\S]*?\$\$|\\\[[\s\S]*?\\\]/g, ` ${words.formula} `)
    .replace(/(?:^ {0,3}\|[^\n]*(?:\n|$))+/gm, ` ${words.table} `)
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/^ {0,3}(?:#{1,6}|>|[-*+]|\d+[.)])\s+/gm, '')
    .replace(/[*_~`]+/g, '')
    .replace(/[ \t]+/g, ' ')
    .trim();
}

/**
 * What may be announced of a growing text now: whole sentences behind `from`. `end` is where the next look begins; it
 * never lies inside a code block, whose text is not read aloud letter by letter.
 */
export function completeSentences(text: string, from: number): { text: string; end: number } {
  let end = from;
  for (const match of text.slice(from).matchAll(SENTENCE_END)) {
    const at = from + match.index + match[0].length;
    // At the very end a full stop may still be a decimal point or an ellipsis in the making.
    if (at >= text.length && !/\s$/.test(match[0])) break;
    end = at;
  }
  const fence = text.slice(0, end).match(/^ {0,3}(?:`{3,}|~{3,})/gm)?.length ?? 0;
  if (fence % 2 === 1) {
    const open = Math.max(text.lastIndexOf('```', end - 1), text.lastIndexOf('~~~', end - 1));
    end = Math.max(from, Math.min(end, text.lastIndexOf('\n', open) + 1));
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
