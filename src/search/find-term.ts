/** What Markdown may write beside and inside the words of a phrase: emphasis, code, and the ends of a link. */
const MARK = /[*_`~[]|\]\([^\s()[\]]{1,500}\)/u.source;
const MARKS = `(?:${MARK})*`;
/** Words stand apart by a space or the end of a line. The next one may begin as a quote. */
const GAP = `${MARKS}\\s(?:[\\s>]|${MARK})*`;
const SPECIAL = /[\\^$.*+?()[\]{}|/]/g;
/** The words of a longer phrase must follow each other as they are, and so must those with marks of their own. */
const MAX_PHRASE = 200;
const OWN_MARK = /[*_`~[\]>]/;

/** Of the query that is searched for. */
let last: { term: string; pattern: RegExp } | null = null;

function patternOf(term: string, words: readonly string[]): RegExp {
  if (last?.term === term) return last.pattern;
  const quoted = words.map((word) =>
    Array.from(word, (letter) => letter.replace(SPECIAL, String.raw`\$&`)).join(MARKS),
  );
  last = { term, pattern: new RegExp(quoted.join(GAP), 'u') };
  return last.pattern;
}

/**
 * Where a folded term stands in a folded text; -1 if it doesn't. The words of a phrase are found as the page shows them,
 * also with marks of Markdown or the end of a line between them.
 */
export function findTerm(text: string, term: string): number {
  const at = text.indexOf(term);
  if (at >= 0 || term.length > MAX_PHRASE || OWN_MARK.test(term)) return at;
  const words = term.split(/\s+/u);
  if (words.length === 1 || !words.every((word) => text.includes(word))) return -1;
  return text.search(patternOf(term, words));
}
