import { linkOf, markdownLink, type Link } from '../base/links.ts';
import { firstText, list, shape, shapes, text, type Shape } from '../base/shape.ts';

/*
 * Answers with a search contain marks such as `\ue200cite\ue202turn0search0\ue201`, and `content_references` says what
 * each of them stands for (exports since 2024-12). Some copies have lost the private-use characters around the words.
 */

const MARK = /\uE200([\s\S]*?)\uE201/g;
const BARE = /(?:file|nav)?cite(?:turn\d+[a-z_]+\d+(?:L\d+(?:-L?\d+)?)?)+/g;
const OAI = / ?:contentReference\[oaicite:\d+\](?:\{index=\d+\})?/g;

export interface Cited {
  text: string;
  /** Sources of the entire answer that aren't linked in the text. */
  sources: (Link | null)[];
}

/** The text with its marks as links. Marks without a reference are removed: they aren't part of the answer. */
export function cite(said: string, references: unknown): Cited {
  const found = shapes(references)
    .map((reference) => ({ reference, place: placeOf(said, reference) }))
    .filter((one) => one.place !== null);
  const sorted = found.toSorted((a, b) => (b.place?.from ?? 0) - (a.place?.from ?? 0));
  let [cited, before] = [said, said.length];
  for (const { reference, place } of sorted) {
    if (!place || place.to > before) continue;
    const instead = insteadOf(reference);
    // A mark directly follows the word before it.
    const gap = instead.startsWith('(') && /\S$/.test(cited.slice(0, place.from)) ? ' ' : '';
    cited = `${cited.slice(0, place.from)}${gap}${instead}${cited.slice(place.to)}`;
    before = place.from;
  }
  const sources = shapes(references).flatMap(({ type, sources: named }) =>
    type === 'sources_footnote' ? shapes(named).map(({ title, url }) => linkOf(title, url)) : [],
  );
  const read = withoutMarks(cited);
  return { text: read, sources: sources.filter((link) => link && !read.includes(`](${link.url})`)) };
}

/** The indices of the reference, or else wherever its text occurs. */
function placeOf(said: string, { matched_text, start_idx, end_idx }: Shape): { from: number; to: number } | null {
  const matched = text(matched_text);
  if (matched.trim() === '') return null;
  if (said.slice(Number(start_idx), Number(end_idx)) === matched)
    return { from: Number(start_idx), to: Number(end_idx) };
  const from = said.indexOf(matched);
  return from < 0 ? null : { from, to: from + matched.length };
}

function insteadOf(reference: Shape): string {
  const items = [...shapes(reference.items), ...(reference.url === undefined ? [] : [reference])];
  const links = items.flatMap((item) => [
    linkOf(firstText(item.attribution, item.title), item.url),
    ...shapes(item.supporting_websites).map((one) => linkOf(firstText(one.attribution, one.title), one.url)),
  ]);
  const once = new Map(links.flatMap((link) => (link ? [[link.url, markdownLink(link)] as const] : [])));
  if (once.size > 0) return `(${[...once.values()].join(', ')})`;
  const named = text(reference.type) === 'file' ? text(reference.name) : '';
  if (named !== '') return `(${named})`;
  const alt = text(reference.alt);
  return /[\uE200-\uE206]/.test(alt) || alt === '' ? textOfMark(text(reference.matched_text)) : alt;
}

export function withoutMarks(said: string): string {
  return said
    .replaceAll(MARK, textOfMark)
    .replaceAll(BARE, '')
    .replaceAll(OAI, '')
    .replaceAll(/[\uE200-\uE206]/g, '')
    .replaceAll(/[ \t]+$/gm, (spaces) => (spaces === '  ' ? spaces : ''));
}

/** Marks of entities and addresses contain a name to show; all others are only pointers. */
function textOfMark(mark: string): string {
  const [kind = '', first = ''] = mark.replaceAll(/[\uE200\uE201]/g, '').split('\uE202');
  if (kind === 'url') return first;
  if (kind !== 'entity') return '';
  try {
    const named = list(JSON.parse(first));
    return firstText(named[1], named[0]);
  } catch {
    return '';
  }
}

/**
 * Marks of exports before 2024-12. Replaced from the end so that earlier positions stay valid. `inCodeUnits`: positions
 * as earlier versions read them.
 */
export function citeByIndex(said: string, citations: unknown, inCodeUnits = false): string {
  const characters = inCodeUnits || !/[\uD800-\uDBFF]/.test(said) ? null : Array.from(said);
  const marks = shapes(citations)
    .map(({ start_ix, end_ix, metadata: about }) => ({
      ...(characters ? inCharacters(said, characters, start_ix, end_ix) : { from: start_ix, to: end_ix }),
      ...placed(shape(about)),
    }))
    .filter((mark) => typeof mark.from === 'number' && typeof mark.to === 'number' && mark.url !== '');
  const sorted = marks.toSorted((a, b) => Number(b.from) - Number(a.from));
  let [cited, before] = [said, said.length];
  for (const { from, to, title, url } of sorted) {
    if (!(Number(from) <= Number(to) && Number(to) <= before && Number(from) >= 0)) continue;
    cited = `${cited.slice(0, Number(from))} [${title.replaceAll(/[[\]]/g, '')}](${url})${cited.slice(Number(to))}`;
    before = Number(from);
  }
  return cited;
}

const OLD_MARK = /^【[^【】]*】$/;

/** The export counts characters, of which some take two code units. Only what surrounds a mark counts as its place. */
function inCharacters(
  said: string,
  characters: readonly string[],
  start: unknown,
  end: unknown,
): { from: unknown; to: unknown } {
  const mark = characters.slice(Number(start), Number(end)).join('');
  if (OLD_MARK.test(said.slice(Number(start), Number(end))) || !OLD_MARK.test(mark)) return { from: start, to: end };
  const from = characters.slice(0, Number(start)).join('').length;
  return { from, to: from + mark.length };
}

function placed(about: Shape): { title: string; url: string } {
  const url = text(about.url);
  return { title: firstText(about.title, about.url), url: /^https?:\/\/[^\s()<>]+$/.test(url) ? url : '' };
}
