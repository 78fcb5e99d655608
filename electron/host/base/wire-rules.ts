import type { Protocol } from '#core/vendors/base/protocol.ts';
import { HostError } from './problem.ts';

/** A call the proxy allows: method, and path below the base URL. */
export type WireRule = readonly [method: 'GET' | 'POST', path: RegExp];

/** Model ids contain slashes on some servers, encoded or not. */
const MODEL = String.raw`[\w.:@~+-]+(?:(?:/|%2[Ff]|%3[Aa])[\w.:@~+-]+)*`;
const models = new RegExp(`^models(?:/${MODEL})?$`);

const CHAT: readonly WireRule[] = [
  ['POST', /^chat\/completions$/],
  ['POST', /^embeddings$/],
  ['GET', models],
];
const RESPONSES: readonly WireRule[] = [['POST', /^responses(?:\/input_tokens)?$/], ...CHAT];
const ANTHROPIC: readonly WireRule[] = [
  ['POST', /^v1\/messages(?:\/count_tokens)?$/],
  ['GET', new RegExp(`^v1/${models.source.slice(1)}`)],
];
const GEMINI: readonly WireRule[] = [
  [
    'POST',
    new RegExp(
      `^v1(?:alpha|beta)?/(?:tuned)?[mM]odels/${MODEL}:(?:generateContent|streamGenerateContent|countTokens|batchEmbedContents)$`,
    ),
  ],
  ['GET', new RegExp(`^v1(?:alpha|beta)?/${models.source.slice(1)}`)],
];

/** Answers, embeddings, and what the server says about its models. Nothing that loads, changes or removes one. */
const OLLAMA: readonly WireRule[] = [
  ['POST', /^api\/(?:chat|embed|show)$/],
  ['GET', /^api\/(?:tags|ps|version)$/],
];

export const WIRE_RULES: Record<Protocol, readonly WireRule[]> = {
  anthropic: ANTHROPIC,
  'openai-responses': RESPONSES,
  'openai-chat': CHAT,
  gemini: GEMINI,
  ollama: OLLAMA,
};

/** Paging, stream format, API version. Everything else is refused: Google accepts headers and methods as parameters. */
const QUERY = new Set([
  'alt',
  'pageSize',
  'pageToken',
  'limit',
  'after',
  'after_id',
  'before_id',
  'order',
  'beta',
  'api-version',
]);

const DOTS = /(?:^|\/|%2f)(?:\.|%2e){1,2}(?=\/|%2f|$)/i;
// oxlint-disable-next-line no-control-regex -- control characters are exactly what is refused
const HOSTILE = /[\\\u0000-\u0020\u007f]|%(?:00|5c|25|0[ad])/i;

/**
 * Returns the vendor's URL for `rest` below `baseUrl`. Throws `path_not_allowed`. `rest` is raw, still percent-encoded.
 */
export function resolveWire(
  baseUrl: string,
  rules: readonly WireRule[],
  call: { method: string; rest: string; query: URLSearchParams },
): URL {
  const { method, rest, query } = call;
  const listed = rules.some(([verb, path]) => verb === method && path.test(rest));
  if (!listed || DOTS.test(rest) || HOSTILE.test(rest))
    throw new HostError('path_not_allowed', `${method} ${rest.slice(0, 200)}`);
  for (const name of query.keys())
    if (!QUERY.has(name)) throw new HostError('path_not_allowed', `query parameter ${name.slice(0, 80)}`);
  const base = baseUrl.replace(/\/+$/, '');
  const url = new URL(`${base}/${rest}`);
  url.search = query.toString();
  if (!url.href.startsWith(`${base}/`)) throw new HostError('path_not_allowed', `${method} ${rest.slice(0, 200)}`);
  return url;
}
