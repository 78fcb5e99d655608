import { isObject, parseJson } from './json.ts';
import { FETCH_PAGE_TOOL, WEB_SEARCH_TOOL } from './web-tools.ts';

/** A result of a search. */
export interface WebResult {
  title: string;
  address: string;
  text: string;
  /** As the search service writes it. */
  date?: string;
}

/** A page as a model is given it. */
export interface WebPage {
  /** After redirects. */
  address: string;
  title: string;
  /** When it was fetched: ISO 8601. */
  fetched: string;
  text: string;
}

/** Something on the web that a model was given. */
export interface WebSource {
  title: string;
  address: string;
}

/** As JSON, because the text of one result cannot pose as another in it. */
export const searchResultText = (results: readonly WebResult[]): string => JSON.stringify({ results });

/** The first line says in JSON what it is; everything after it is the page's own. */
export const pageResultText = ({ text, ...page }: WebPage): string => `${JSON.stringify(page)}\n\n${text}`;

/** The results of a search, and none if the text is something else or was cut in the middle. */
export function readSearchResult(text: string): WebResult[] {
  const value = parseJson(text);
  const list = isObject(value) && Array.isArray(value['results']) ? value['results'] : [];
  return list.flatMap((one: unknown): WebResult[] => {
    const source = readSource(one);
    if (!source || !isObject(one)) return [];
    const { text: said, date } = one;
    return [{ ...source, text: typeof said === 'string' ? said : '', ...(typeof date === 'string' && { date }) }];
  });
}

/** What a result of one of the tools gave the model. Nothing if it is a result of another tool. */
export function readWebSources(tool: string | undefined, text: string): WebSource[] {
  if (tool === WEB_SEARCH_TOOL) return readSearchResult(text).map(({ title, address }) => ({ title, address }));
  if (tool !== FETCH_PAGE_TOOL) return [];
  const end = text.indexOf('\n');
  const source = readSource(parseJson(end < 0 ? text : text.slice(0, end)));
  return source ? [source] : [];
}

function readSource(value: unknown): WebSource | null {
  if (!isObject(value)) return null;
  const { title, address } = value;
  return typeof title === 'string' && typeof address === 'string' && /^https?:\/\//.test(address)
    ? { title, address }
    : null;
}

/** Part of a longer address. */
const GOES_ON = /^[\w%~/&=?+-]/;

/** The sources that a text links to, in the order of the text. Other links in it are not from the model's sources. */
export function citedSources(text: string, sources: readonly WebSource[]): WebSource[] {
  const found = new Map<string, { source: WebSource; at: number }>();
  for (const source of sources) {
    const at = found.has(source.address) ? -1 : placeOf(text, source.address);
    if (at >= 0) found.set(source.address, { source, at });
  }
  return [...found.values()].sort((a, b) => a.at - b.at).map(({ source }) => source);
}

function placeOf(text: string, address: string): number {
  for (let at = text.indexOf(address); at >= 0; at = text.indexOf(address, at + 1))
    if (!GOES_ON.test(text.slice(at + address.length, at + address.length + 1))) return at;
  return -1;
}

/** The name of the server, as a user knows it; the whole address where it has none. */
export const siteOf = (address: string): string => /^[a-z]+:\/\/(?:www\.)?([^/?#]+)/i.exec(address)?.[1] ?? address;

/** Google's links to what a search found lead there for some weeks only. */
export const isPassingLink = (address: string): boolean =>
  address.startsWith('https://vertexaisearch.cloud.google.com/grounding-api-redirect/');
