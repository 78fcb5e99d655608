/**
 * Folds text for comparing: canonical composition (Hangul typed on macOS arrives decomposed) and case, both ways so
 * that ß meets SS, with the final sigma as the plain one.
 */
export function foldText(text: string): string {
  return text.normalize('NFC').toUpperCase().toLowerCase().replaceAll('ς', 'σ').normalize('NFC');
}

/** Every word of the search occurs somewhere in the title; an empty search matches all. */
export function titleMatcher(search: string): (title: string) => boolean {
  const words = foldText(search).split(/\s+/u).filter(Boolean);
  if (words.length === 0) return () => true;
  return (title) => {
    const folded = foldText(title);
    return words.every((word) => folded.includes(word));
  };
}
