import { ToolError } from '../tool-error.ts';

const MAX_BRANCHES = 64;
const MAX_LENGTH = 1000;

/** One element of a name pattern: a character, any character, any number of them, or one of a set. */
type Sign = { char: string } | 'one' | 'many' | { set: string; negated: boolean };
/** `null` is `**`. */
type Segment = readonly Sign[] | null;

export type Glob = readonly Segment[];

/** Expands `{a,b}`. */
function expandBraces(pattern: string): string[] {
  const open = /(?<!\\)\{([^{}]*,[^{}]*)\}/.exec(pattern);
  if (!open) return [pattern];
  const [match, inside = ''] = open;
  const expanded = inside
    .split(',')
    .flatMap((choice) =>
      expandBraces(pattern.slice(0, open.index) + choice + pattern.slice(open.index + match.length)),
    );
  if (expanded.length > MAX_BRANCHES) throw new ToolError('The pattern has too many alternatives.');
  return expanded;
}

/** Expands ranges such as `a-z`; other characters stay. */
function expandSet(text: string): string {
  return text.replace(/([^\\])-([^\\])/gs, (_whole, from: string, to: string) => {
    const [first, last] = [from.charCodeAt(0), Math.min(to.charCodeAt(0), from.charCodeAt(0) + 255)];
    return Array.from({ length: Math.max(0, last - first + 1) }, (_one, index) =>
      String.fromCharCode(first + index),
    ).join('');
  });
}

function readSegment(text: string): Segment {
  if (text === '**') return null;
  const signs: Sign[] = [];
  for (let at = 0; at < text.length; at++) {
    const char = text[at] ?? '';
    const close = char === '[' ? text.indexOf(']', at + 2) : -1;
    if (char === '*') {
      if (signs.at(-1) !== 'many') signs.push('many');
    } else if (char === '?') signs.push('one');
    else if (close > 0) {
      const negated = text[at + 1] === '!' || text[at + 1] === '^';
      signs.push({ set: expandSet(text.slice(at + (negated ? 2 : 1), close)), negated });
      at = close;
    } else signs.push({ char: char === '\\' && at + 1 < text.length ? (text[++at] ?? '') : char });
  }
  return signs;
}

export function readGlob(pattern: string): Glob {
  return pattern.split('/').map(readSegment);
}

function fits(sign: Sign | undefined, char: string): boolean {
  if (sign === undefined || sign === 'many') return false;
  if (sign === 'one') return true;
  return 'char' in sign ? sign.char === char : sign.set.includes(char) !== sign.negated;
}

/** Backtracking to the last star is enough, so the time is at most pattern times name. */
function matchesName(signs: readonly Sign[], name: string): boolean {
  let [at, sign, star, mark] = [0, 0, -1, 0];
  while (at < name.length)
    if (fits(signs[sign], name[at] ?? '')) {
      at++;
      sign++;
    } else if (signs[sign] === 'many') {
      star = sign++;
      mark = at;
    } else if (star >= 0) {
      sign = star + 1;
      at = ++mark;
    } else return false;
  while (signs[sign] === 'many') sign++;
  return sign === signs.length;
}

/**
 * Whether the pattern matches the full path. Doesn't use a regular expression: patterns come from models, and names and
 * .gitignore files from strangers; together they could make one run forever.
 */
export function matchesGlob(glob: Glob, path: string): boolean {
  const names = path.split('/');
  // reach[i]: the segments so far can match exactly the first i names.
  let reach = names.map(() => false);
  reach = [true, ...reach];
  for (const [index, segment] of glob.entries()) {
    const next = reach.map(() => false);
    if (segment === null) {
      const least = index === glob.length - 1 ? 1 : 0;
      const first = reach.indexOf(true);
      if (first >= 0) next.fill(true, first + least);
    } else
      for (const [used, name] of names.entries()) if (reach[used] && matchesName(segment, name)) next[used + 1] = true;
    reach = next;
  }
  return reach[names.length] === true;
}

/**
 * Returns a matcher for full paths. A pattern without a slash matches a name at any depth. Hangul may be written in two ways:
 * names from a Mac take its letters apart.
 */
export function globMatcher(pattern: string): (path: string) => boolean {
  if (pattern.length > MAX_LENGTH) throw new ToolError('The pattern is too long.');
  const globs = expandBraces(pattern.normalize('NFC').replace(/^\.?\//, '')).map((one) =>
    readGlob(one.includes('/') ? one : `**/${one}`),
  );
  return (path) => {
    const composed = path.normalize('NFC');
    return globs.some((glob) => matchesGlob(glob, composed));
  };
}
