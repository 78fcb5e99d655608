/**
 * Folds text for comparison: canonical composition (Hangul typed on macOS is decomposed) and case, in both directions
 * so that ß matches SS. The final sigma becomes the regular one.
 */
export function foldText(text: string): string {
  return text.normalize('NFC').toUpperCase().toLowerCase().replaceAll('ς', 'σ').normalize('NFC');
}

/** Matches if every word of the search occurs in the title. An empty search matches all. */
export function titleMatcher(search: string): (title: string) => boolean {
  const words = foldText(search).split(/\s+/u).filter(Boolean);
  if (words.length === 0) return () => true;
  return (title) => {
    const folded = foldText(title);
    return words.every((word) => folded.includes(word));
  };
}
