/** Longer texts are shown as they are: nobody reads them as prose, and lexing would take too long. */
export const MAX_PROSE_LENGTH = 400_000;

/** Deeper than any realistic nesting. Deeper content is shown as its source. */
export const MAX_DEPTH = 32;

/** Longer than any realistic paragraph. A longer one continues as another paragraph. */
export const MAX_PARAGRAPH_LENGTH = 4_000;

/** Beyond these, highlighting costs more than it helps. Such code is plain. */
const MAX_CODE_LENGTH = 100_000;
const MAX_LINE_LENGTH = 5_000;
const LINE_END = /\n/g;
/** Words in a row without a mark: at each of them, grammars of the C family search all the rest for a declaration. */
const MAX_WORDS_LENGTH = 2_000;
const ENDS_WORDS = /[;{}()="'#/@$|\][]/g;

function hasRun(text: string, end: RegExp, longest: number): boolean {
  let start = 0;
  for (const { index } of text.matchAll(end)) {
    if (index - start > longest) return true;
    start = index + 1;
  }
  return text.length - start > longest;
}

export const canHighlight = (text: string): boolean =>
  text.length <= MAX_CODE_LENGTH &&
  !hasRun(text, LINE_END, MAX_LINE_LENGTH) &&
  !hasRun(text, ENDS_WORDS, MAX_WORDS_LENGTH);

/** A longer run of letters without a gap, or of accents on one letter, takes disproportionately long to lay out. */
const MAX_WORD_LENGTH = 3_000;
const GAP = /\s/g;
const ACCENTS = /\p{M}{64}/u;

export const hasAccents = (text: string): boolean => ACCENTS.test(text);
/** Whether a text can be laid out as one paragraph. */
export const canLayOut = (text: string): boolean => !hasRun(text, GAP, MAX_WORD_LENGTH) && !hasAccents(text);
