import { foldText } from '#storage/title-search.ts';
import { findTerm } from './find-term.ts';

/** Position of a term: UTF-16 offsets, end exclusive. */
export type Highlight = readonly [start: number, end: number];

export interface Snippet {
  text: string;
  marks: Highlight[];
  /** Whether there is more text before or after it. */
  cutBefore: boolean;
  cutAfter: boolean;
}

const BEFORE = 48;
const LENGTH = 200;
/** Longest word that is kept whole. Scripts without spaces are cut anywhere. */
const WORD = 24;

/** Returns every occurrence of every folded term, in order and without overlaps. */
export function markText(text: string, terms: readonly string[]): Highlight[] {
  const { folded, places } = foldWithPlaces(text);
  const found: Highlight[] = [];
  for (const term of terms) {
    if (term === '') continue;
    for (let at = folded.indexOf(term); at >= 0; at = folded.indexOf(term, at + term.length)) {
      const start = places[at] ?? 0;
      const end = places[at + term.length] ?? text.length;
      found.push([start, Math.max(end, start + 1)]);
    }
  }
  return join(found.sort(([a, x], [b, y]) => a - b || x - y));
}

/** Returns about two lines around the first match, with whitespace collapsed. */
export function snippetOf(text: string, terms: readonly string[]): Snippet {
  const first = firstPlace(text, terms);
  const start = first <= BEFORE ? 0 : wordStart(text, first - BEFORE, first);
  const longest = Math.max(0, ...terms.map(({ length }) => length));
  const end = wordEnd(text, first + longest, start + LENGTH);
  const shown = wellCut(text, start, end).replaceAll(/\s+/gu, ' ').trim();
  return { text: shown, marks: markText(shown, terms), cutBefore: start > 0, cutAfter: end < text.length };
}

/**
 * Folding may change lengths, and a letter may be written as several characters (Hangul from macOS). So the text is
 * folded grapheme by grapheme, and each folded character remembers where its grapheme began.
 */
function foldWithPlaces(text: string): { folded: string; places: number[] } {
  const plain = foldText(text);
  if (plain.length === text.length && text.normalize('NFC') === text)
    return { folded: plain, places: Array.from({ length: plain.length + 1 }, (_, index) => index) };
  let folded = '';
  const places: number[] = [];
  for (const { segment, index } of new Intl.Segmenter().segment(text)) {
    const one = foldText(segment);
    for (let at = 0; at < one.length; at++) places.push(index);
    folded += one;
  }
  places.push(text.length);
  return { folded, places };
}

function firstPlace(text: string, terms: readonly string[]): number {
  const folded = foldText(text);
  const places = terms.map((term) => findTerm(folded, term)).filter((place) => place >= 0);
  const place = places.length === 0 ? 0 : Math.min(...places);
  if (folded.length === text.length) return place;
  // Lengths differ: the mapping is exact near the match, because the complete text would be slow.
  const near = Math.max(0, Math.floor((place * text.length) / folded.length) - LENGTH);
  const [mark] = markText(text.slice(near, near + 3 * LENGTH), terms);
  return mark ? near + mark[0] : near;
}

function wordStart(text: string, from: number, to: number): number {
  const space = text.slice(from, to).search(/\s/u);
  return space < 0 ? from : from + space + 1;
}

/** End of the last word that ends before `to`, if it is after `from`. */
function wordEnd(text: string, from: number, to: number): number {
  if (to >= text.length) return text.length;
  const begin = Math.max(from, to - WORD);
  const space = text.slice(begin, to + 1).search(/\s\S*$/u);
  return space < 0 ? to : begin + space;
}

/** Never cuts a surrogate pair in half. */
function wellCut(text: string, start: number, end: number): string {
  return text
    .slice(start, end)
    .replace(/^[\uDC00-\uDFFF]/u, '')
    .replace(/[\uD800-\uDBFF]$/u, '');
}

function join(marks: readonly Highlight[]): Highlight[] {
  const merged: Highlight[] = [];
  for (const [start, end] of marks) {
    const last = merged.at(-1);
    if (last && start < last[1]) merged[merged.length - 1] = [last[0], Math.max(last[1], end)];
    else merged.push([start, end]);
  }
  return merged;
}
