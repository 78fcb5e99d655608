import type { SearchService } from '#core/search-services.ts';
import { isObject } from '#core/json.ts';
import type { WebResult } from '#core/web-results.ts';

/** The address of the user's own server, or a key. */
interface Access {
  address: string;
  key: string;
}

interface SearchProtocol {
  request(query: string, access: Access): Request;
  /** The list of results in the answer, and the names of their fields. */
  results(answer: Record<string, unknown>): unknown;
  text: readonly string[];
  date?: string;
}

export const MAX_RESULTS = 10;
const MAX_TITLE = 300;
const MAX_TEXT = 2000;

const post = (url: string, headers: Record<string, string>, body: object): Request =>
  new Request(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json', ...headers },
    body: JSON.stringify(body),
    redirect: 'manual',
  });

const get = (url: string, values: Record<string, string>, headers: Record<string, string> = {}): Request =>
  new Request(`${url}?${new URLSearchParams(values).toString()}`, {
    headers: { accept: 'application/json', ...headers },
    redirect: 'manual',
  });

const bearer = (key: string) => ({ authorization: `Bearer ${key}` });

/** From the services' documentation, 2026-11. */
export const SEARCH_PROTOCOLS: Readonly<Record<SearchService, SearchProtocol>> = {
  searxng: {
    request: (query, { address }) => get(`${address}/search`, { q: query, format: 'json' }),
    results: ({ results }) => results,
    text: ['content'],
    date: 'publishedDate',
  },
  brave: {
    request: (query, { key }) =>
      get(
        'https://api.search.brave.com/res/v1/web/search',
        { q: query, count: String(MAX_RESULTS), text_decorations: 'false', result_filter: 'web' },
        { 'x-subscription-token': key },
      ),
    results: ({ web }) => (isObject(web) ? web['results'] : []),
    text: ['description', 'extra_snippets'],
    date: 'page_age',
  },
  tavily: {
    request: (query, { key }) =>
      post('https://api.tavily.com/search', bearer(key), { query, max_results: MAX_RESULTS }),
    results: ({ results }) => results,
    text: ['content'],
    date: 'published_date',
  },
  exa: {
    request: (query, { key }) =>
      post(
        'https://api.exa.ai/search',
        { 'x-api-key': key },
        { query, numResults: MAX_RESULTS, contents: { highlights: true } },
      ),
    results: ({ results }) => results,
    text: ['highlights', 'text'],
    date: 'publishedDate',
  },
  ollama: {
    request: (query, { key }) =>
      post('https://ollama.com/api/web_search', bearer(key), { query, max_results: MAX_RESULTS }),
    results: ({ results }) => results,
    text: ['content'],
  },
};

/** The results in an answer of the service. `null` if the answer has no list of them. */
export function readResults(service: SearchService, answer: unknown): WebResult[] | null {
  const protocol = SEARCH_PROTOCOLS[service];
  const { text, date } = protocol;
  const list = isObject(answer) ? protocol.results(answer) : null;
  if (!Array.isArray(list)) return null;
  const found = new Map<string, WebResult>();
  for (const one of list as unknown[]) {
    if (!isObject(one) || typeof one['url'] !== 'string' || !/^https?:\/\//i.test(one['url'])) continue;
    const address = one['url'];
    const title = plain(one['title'], MAX_TITLE) || address;
    const said = text.map((name) => plain(one[name], MAX_TEXT)).find((words) => words !== '') ?? '';
    const when = date === undefined ? '' : plain(one[date], 40);
    if (!found.has(address)) found.set(address, { title, address, text: said, ...(when !== '' && { date: when }) });
  }
  return [...found.values()].slice(0, MAX_RESULTS);
}

/** Directions and invisible characters could show a user something else than a model reads. */
const INVISIBLE = /[\p{Cf}\p{Co}\p{Cn}]|(?![\n\t])\p{Cc}/gu;

function plain(value: unknown, most: number): string {
  const text = Array.isArray(value) ? value.filter((one) => typeof one === 'string').join(' … ') : value;
  if (typeof text !== 'string') return '';
  return text
    .slice(0, most)
    .toWellFormed()
    .replaceAll(/<[^<>]*>/g, '')
    .replaceAll(INVISIBLE, '')
    .trim();
}
