/*
 * Fuzzy matching of paths: the letters of the query, in their order. What is found in the name of a file ranks before what
 * is found above it, letters that stand together before scattered ones.
 */

const ASCII = /^[\0-\u007f]*$/;
const IN_NAME = 1_000;
const IN_PATH = 600;
const SCATTERED = 200;

/** Korean syllables become their letters, so that one that is still being typed matches, and initials do. */
export function foldPath(text: string): string {
  return ASCII.test(text) ? text.toLowerCase() : text.normalize('NFKD').toLowerCase();
}

/** The letters of a folded text as bits: a path without all letters of the query can't match. */
export function lettersOf(folded: string): number {
  let bits = 0;
  for (let at = 0; at < folded.length; at++) {
    const letter = folded.charCodeAt(at) - 97;
    if (letter >= 0 && letter < 26) bits |= 1 << letter;
  }
  return bits;
}

/**
 * How well a path matches; 0 if it doesn't. Both are folded. Shorter paths come first among equals. An empty query matches
 * everything, what is near the top first.
 */
export function scorePath(path: string, query: string): number {
  if (query === '') return (path.startsWith('.') ? 0.5 : 1) / path.replace(/\/$/, '').split('/').length;
  const name = path.lastIndexOf('/', path.length - 2) + 1;
  const short = 100 / (1 + path.length);
  const inName = path.indexOf(query, name);
  if (inName >= 0) {
    const whole = inName === name && query.length >= stemEnd(path, name) - name ? 300 : 0;
    return IN_NAME + whole + (inName === name ? 200 : startsWord(path, inName) ? 100 : 0) + short;
  }
  const inPath = path.lastIndexOf(query);
  if (inPath >= 0) return IN_PATH + (startsWord(path, inPath) ? 100 : 0) + short;
  const scattered = scoreScattered(path, query, name);
  return scattered === 0 ? 0 : scattered + short;
}

/** From the end, where the name is. Any match is found this way if there is one. */
function scoreScattered(path: string, query: string, name: number): number {
  let [score, at, last] = [SCATTERED, path.length, -2];
  for (let letter = query.length - 1; letter >= 0; letter--) {
    at = at === 0 ? -1 : path.lastIndexOf(query.charAt(letter), at - 1);
    if (at < 0) return 0;
    score += (at + 1 === last ? 5 : -1) + (startsWord(path, at) ? 4 : 0) + (at >= name ? 3 : 0);
    last = at;
  }
  return Math.min(Math.max(score, 1), IN_PATH - 101);
}

/** Where the name ends without what follows its last dot. */
function stemEnd(path: string, name: number): number {
  const end = path.endsWith('/') ? path.length - 1 : path.length;
  const dot = path.lastIndexOf('.', end - 1);
  return dot > name ? dot : end;
}

function startsWord(path: string, at: number): boolean {
  return at === 0 || /[/._\- ]/.test(path.charAt(at - 1));
}

/** The name of a file or folder and what it is in: `src/ui/` is `ui/` in `src`. */
export function splitName(path: string): { name: string; above: string } {
  const at = path.lastIndexOf('/', path.length - 2);
  return { name: path.slice(at + 1), above: path.slice(0, Math.max(at, 0)) };
}
