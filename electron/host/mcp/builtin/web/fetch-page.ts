import type { WebPage } from '#core/web-results.ts';
import { createTextDecoder } from '#documents/base/text-decoder.ts';
import { networkOf } from '../../../base/base-url.ts';
import type { HostDeps } from '../../../base/deps.ts';
import { HostError } from '../../../base/problem.ts';
import { readBytes } from '../../../base/read-body.ts';
import { ToolError } from '../tool-error.ts';

/** A page as text, or a picture or document with its bytes. */
export type Fetched = { page: WebPage } | { address: string; fetched: string; mime: string; bytes: Uint8Array };

const MAX_REDIRECTS = 5;
const TIME_LIMIT_MS = 30_000;
const MAX_TEXT_BYTES = 4 * 1024 * 1024;
const MAX_FILE_BYTES = 16 * 1024 * 1024;
/** Longer HTML takes too long to read beside running answers. */
const MAX_HTML = 1_500_000;
const ACCEPT = 'text/html,application/xhtml+xml,text/markdown,text/plain;q=0.9,application/pdf;q=0.8,*/*;q=0.5';
const TEXT = /^(?:text\/|application\/(?:json|xml|javascript|yaml|x-yaml|toml|rss\+xml|atom\+xml)$|.*\+(?:json|xml)$)/;
const FILE = /^(?:application\/pdf|image\/(?:png|jpeg|gif|webp))$/;

/**
 * Fetches a page of the public web. Nothing in it runs and nothing else is fetched; no cookies are sent or kept. Every
 * redirect is checked like the first address. Throws a ToolError that says what to do.
 */
export async function fetchPage(
  deps: Pick<HostDeps, 'fetch' | 'clock' | 'version'>,
  text: string,
  signal: AbortSignal,
): Promise<Fetched> {
  const limit = AbortSignal.any([signal, AbortSignal.timeout(TIME_LIMIT_MS)]);
  let url = readPageUrl(text);
  for (let hops = 0; ; hops++) {
    const response = await request(deps, url, signal, limit);
    const next = response.status >= 300 && response.status < 400 ? response.headers.get('location') : null;
    if (next === null) return read(deps, url, response, signal, limit);
    await response.body?.cancel();
    if (hops === MAX_REDIRECTS) throw new ToolError(`${url.host} redirects more than ${MAX_REDIRECTS} times.`);
    url = readPageUrl(URL.parse(next, url.href)?.href ?? next);
  }
}

function readPageUrl(text: string): URL {
  const url = URL.parse(text.trim());
  if (!url) throw new ToolError('That isn’t a full address. Include https://.');
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    throw new ToolError('Only addresses that begin with https:// or http:// can be read.');
  if (url.username !== '' || url.password !== '')
    throw new ToolError('Addresses with a user name or password can’t be read.');
  if (networkOf(url.hostname) !== 'public')
    throw new ToolError('Only pages on the internet can be read, not this computer or its own network.');
  url.hash = '';
  return url;
}

async function request(
  deps: Pick<HostDeps, 'fetch' | 'version'>,
  url: URL,
  signal: AbortSignal,
  limit: AbortSignal,
): Promise<Response> {
  const headers = {
    accept: ACCEPT,
    'accept-language': '*',
    'user-agent': `Mozilla/5.0 (compatible; Baton/${deps.version})`,
  };
  try {
    return await deps.fetch(new Request(url, { headers, signal: limit, redirect: 'manual' }), 'public');
  } catch (error) {
    throw failure(error, url, signal, limit);
  }
}

async function read(
  deps: Pick<HostDeps, 'clock'>,
  url: URL,
  response: Response,
  signal: AbortSignal,
  limit: AbortSignal,
): Promise<Fetched> {
  const type = response.headers.get('content-type') ?? 'text/html';
  const mime = type.split(';')[0]?.trim().toLowerCase() ?? '';
  if (!response.ok || !(TEXT.test(mime) || FILE.test(mime))) {
    await response.body?.cancel();
    throw new ToolError(
      response.ok
        ? `This is ${mime}, which can't be read here. Text, web pages, pictures, and PDF can.`
        : `${url.host} answered with status ${response.status}.`,
    );
  }
  let bytes: Uint8Array;
  try {
    bytes = await readBytes(response, FILE.test(mime) ? MAX_FILE_BYTES : MAX_TEXT_BYTES);
  } catch (error) {
    throw failure(error, url, signal, limit);
  }
  const fetched = new Date(deps.clock.now()).toISOString();
  if (FILE.test(mime)) return { address: url.href, fetched, mime, bytes };
  const said = decode(bytes, type);
  if (!/html/.test(mime)) return { page: { address: url.href, title: url.href, fetched, text: said } };
  const html = said.slice(0, MAX_HTML);
  const rest = said.length > MAX_HTML ? '\n\n[The page is longer. The rest was left out.]' : '';
  // Baton starts without a reader of HTML.
  const { pageTitle, readHtml } = await import('./read-html.ts');
  const title = pageTitle(html);
  return { page: { address: url.href, title: title || url.href, fetched, text: `${readHtml(html, url)}${rest}` } };
}

function failure(error: unknown, { host }: URL, signal: AbortSignal, limit: AbortSignal): unknown {
  signal.throwIfAborted();
  if (limit.aborted) return new ToolError(`${host} did not answer in ${TIME_LIMIT_MS / 1000} s.`);
  if (error instanceof HostError)
    return new ToolError(error.code === 'payload_too_large' ? `The page at ${host} is too large.` : error.message);
  return new ToolError(`${host} could not be reached.`);
}

const BYTE_ORDER_MARKS = [
  ['\u00ef\u00bb\u00bf', 'utf-8'],
  ['\u00fe\u00ff', 'utf-16be'],
  ['\u00ff\u00fe', 'utf-16le'],
] as const;

/**
 * As browsers do: by a byte order mark, by the header, or else by what the first bytes of the page say, which can't be
 * UTF-16 when it is read from bytes. Unknown names count as UTF-8.
 */
function decode(bytes: Uint8Array, type: string): string {
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, 2048));
  const marked = BYTE_ORDER_MARKS.find(([mark]) => head.startsWith(mark))?.[1];
  const named = /charset\s*=\s*["']?([\w-]+)/i.exec(type)?.[1];
  const inside = /<meta[^>]+charset\s*=\s*["']?([\w-]+)/i.exec(head)?.[1]?.replace(/^utf-16(?:[bl]e)?$/i, 'utf-8');
  const charset = marked ?? named ?? inside;
  try {
    return createTextDecoder(charset ?? 'utf-8').decode(bytes);
  } catch {
    return new TextDecoder().decode(bytes);
  }
}
