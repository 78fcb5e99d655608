/** Characters in a row that must stand in the source as they are shown. Longer runs may cross formatting. */
const TAIL = 24;

const isSpace = (letter: string): boolean => /\s/.test(letter);

/**
 * The Markdown up to a place that was chosen where it is shown. `before` is the shown text up to that place, and `tail`
 * the end of it that stands in one piece without formatting. `null` if the source has no such place.
 */
export function cutAfter(source: string, before: string, tail: string): string | null {
  // Everything shown stands in the source in this order, between signs that aren't shown.
  let at = 0;
  for (const letter of before) {
    if (isSpace(letter)) continue;
    const found = source.indexOf(letter, at);
    if (found < 0) return null;
    at = found + letter.length;
  }
  const end = tail.trimEnd().slice(-TAIL);
  if (end === '') return null;
  // A letter may also stand in an address that isn't shown, so the place itself is never before `at`.
  const found = source.indexOf(end, Math.max(0, at - end.length));
  return found < 0 ? null : source.slice(0, found + end.length);
}
