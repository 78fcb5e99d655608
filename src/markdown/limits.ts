/** Longer texts are shown as they are: nobody reads them as prose, and no lexer is worth their time. */
export const LONGEST_PROSE = 400_000;

/** Beyond these, colours cost more than they tell; such code is plain. */
const LONGEST_CODE = 100_000;
const LONGEST_LINE = 5_000;

function hasLongLine(text: string): boolean {
  for (let start = 0; start < text.length;) {
    const end = text.indexOf('\n', start);
    if ((end < 0 ? text.length : end) - start > LONGEST_LINE) return true;
    if (end < 0) return false;
    start = end + 1;
  }
  return false;
}

export const canHighlight = (text: string): boolean => text.length <= LONGEST_CODE && !hasLongLine(text);
