/**
 * Characters whose folding is their lower case, wherever they stand: they have no parts to compose, compose with no
 * neighbor, and come back from upper case. Halves of emoji are listed by themselves.
 */
const SIMPLE_RANGES: readonly (readonly [first: number, last: number])[] = [
  [0x0000, 0x00b4],
  [0x00b6, 0x00de],
  [0x00e0, 0x012f],
  [0x0132, 0x0148],
  [0x014a, 0x017e],
  [0x0391, 0x03af],
  [0x03b1, 0x03ce],
  [0x0400, 0x0482],
  [0x1ea0, 0x1eff],
  [0x2002, 0x20cf],
  [0x2100, 0x2125],
  [0x2190, 0x2328],
  [0x232b, 0x2adb],
  [0x3000, 0x3029],
  [0x3030, 0x3098],
  [0x309b, 0xa4cf],
  [0xac00, 0xd7a3],
  [0xd83c, 0xd83e],
  [0xdc00, 0xdfff],
  [0xfe0f, 0xfe0f],
  [0xff00, 0xffef],
];

const SIMPLE = new Uint8Array(0x1_0000);
for (const [first, last] of SIMPLE_RANGES) SIMPLE.fill(1, first, last + 1);

function isSimple(text: string): boolean {
  for (let at = 0; at < text.length; at++) if (SIMPLE[text.charCodeAt(at)] === 0) return false;
  return true;
}

/**
 * Folds text for comparison: canonical composition (Hangul typed on macOS is decomposed) and case, in both directions
 * so that ß matches SS. The final sigma becomes the regular one.
 */
export function foldText(text: string): string {
  if (isSimple(text)) return text.toLowerCase().replaceAll('ς', 'σ');
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
