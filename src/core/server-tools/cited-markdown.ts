import { citedTextsIn, sourceKey, sourcesOf, type CitedText } from './cited-text.ts';
import type { Citation, Source } from './own-block.ts';

/** A source of an answer, numbered from 1, with what is known of the place in it. */
export interface NumberedSource extends Source {
  number: number;
  quotes: string[];
  pages: { from: number; to: number }[];
}

/** The sources of an answer in the order of their first use. */
export function numberedSources(citations: readonly Citation[]): NumberedSource[] {
  const numbered = new Map<string, NumberedSource>();
  for (const source of sourcesOf(citations))
    numbered.set(sourceKey(source), { ...source, number: numbered.size + 1, quotes: [], pages: [] });
  for (const { source, quote, pages } of citations) {
    const one = numbered.get(sourceKey(source));
    if (quote !== undefined && one && !one.quotes.includes(quote)) one.quotes.push(quote);
    if (pages && one && !one.pages.some(({ from, to }) => from === pages.from && to === pages.to))
      one.pages.push(pages);
  }
  return [...numbered.values()];
}

/** Everything that an answer's own blocks cite. */
export function citationsIn(parts: readonly { type: string; text?: string }[]): Citation[] {
  return citedTextsIn(parts).flatMap(({ citations }) => citations);
}

const DIGITS = '⁰¹²³⁴⁵⁶⁷⁸⁹';
const superscript = (number: number): string => String(number).replace(/\d/g, (digit) => DIGITS[Number(digit)] ?? '');

function markOf({ number, address }: NumberedSource): string {
  const mark = superscript(number);
  return address === null ? mark : linkTo(mark, address);
}

/** In angle brackets an address may hold anything but these. */
const linkTo = (text: string, address: string): string =>
  `[${text}](<${address.replace(/[<>\\\s]/g, (one) => encodeURIComponent(one))}>)`;

/**
 * The text as Markdown with a mark after each place that cites something: a link to a page, or the number of a file.
 * Without the marks it is the text, byte for byte. A mark never lands in code or in a link.
 */
export function citedMarkdown(
  { text, citations }: Pick<CitedText, 'text' | 'citations'>,
  all: readonly NumberedSource[],
): string {
  const numbers = new Map(all.map((source) => [sourceKey(source), source]));
  const marks = new Map<number, NumberedSource[]>();
  for (const { source, end } of citations) {
    const numbered = numbers.get(sourceKey(source));
    if (end === null || !numbered) continue;
    const at = freePlace(text, end);
    const before = marks.get(at) ?? [];
    if (!before.includes(numbered)) marks.set(at, [...before, numbered]);
  }
  let marked = '';
  let from = 0;
  for (const [at, sources] of [...marks].sort(([a], [b]) => a - b)) {
    const inOrder = sources.sort((a, b) => a.number - b.number);
    marked += text.slice(from, at) + inOrder.map(markOf).join('');
    from = at;
  }
  return marked + text.slice(from);
}

/** Code and links: a mark in one of them would become part of it. */
const CLOSED =
  /^(```|~~~)[\s\S]*?(?:^\1[^\n]*$|$(?![\s\S]))|(`+)[^`][\s\S]*?\2(?!`)|!?\[[^\]\n]*\]\([^)\n]*\)|\$\$[\s\S]*?\$\$|https?:\/\/\S+/gm;

/** The place itself, or the end of what it stands in, before the white space at the end of a line. */
function freePlace(text: string, place: number): number {
  const trimmed = text.slice(0, place).replace(/\s+$/, '').length || place;
  for (const match of text.matchAll(CLOSED)) {
    const end = match.index + match[0].length;
    if (match.index >= trimmed) break;
    if (end > trimmed) return end;
  }
  return trimmed;
}

/** Sources as a list of links. `title`: the word above it; `pagesOf`: how pages are named. */
export function sourceList(
  sources: readonly NumberedSource[],
  { title, pagesOf }: { title: string; pagesOf: (pages: { from: number; to: number }) => string },
): string {
  if (sources.length === 0) return '';
  const items = sources.map(({ number, title: name, address, pages }) => {
    const said = name.replace(/[\s\p{Cc}\p{Cf}]+/gu, ' ').replace(/[\\[\]<>*_`]/g, (one) => `\\${one}`);
    const where = pages.length === 0 ? '' : ` (${pages.map(pagesOf).join(', ')})`;
    return `${number}. ${address === null ? said : linkTo(said, address)}${where}`;
  });
  return `**${title}**\n\n${items.join('\n')}`;
}
