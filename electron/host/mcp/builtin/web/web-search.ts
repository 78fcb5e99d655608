import type { PutWebSearch, WebSearch, WebSearchTest } from '#contract/web-search.ts';
import { parseJson } from '#core/json.ts';
import { SEARCH_SERVICE_IDS, SEARCH_SERVICES, type SearchService } from '#core/search-services.ts';
import type { WebResult } from '#core/web-results.ts';
import { reasonText } from '#core/reasons.ts';
import { join } from 'node:path';
import { z } from 'zod';
import { networkOf, type Network, readServerUrl } from '../../../base/base-url.ts';
import type { HostDeps } from '../../../base/deps.ts';
import { readText, writePrivate } from '../../../base/private-file.ts';
import { HostError } from '../../../base/problem.ts';
import { readBytes } from '../../../base/read-body.ts';
import { readKey } from '../../../base/read-key.ts';
import { ToolError } from '../tool-error.ts';
import { readResults, SEARCH_PROTOCOLS } from './search-services.ts';

export interface WebSearcher {
  state(): Promise<WebSearch>;
  /** Throws `bad_request` for an address that is none. */
  put(choice: PutWebSearch): Promise<WebSearch>;
  deleteKey(service: SearchService): Promise<WebSearch>;
  test(query: string): Promise<WebSearchTest>;
  /** Throws a ToolError that says what the user can do. */
  search(query: string, signal: AbortSignal): Promise<WebResult[]>;
}

const MAX_BYTES = 2 * 1024 * 1024;
const TIME_LIMIT_MS = 30_000;
const secretId = (service: SearchService): string => `web-search:${service}`;

/** What the user chose, as stored. The address of their own server stays while they use another service, or none. */
const Choice = z.object({ service: z.enum(SEARCH_SERVICE_IDS).nullable(), address: z.string().exactOptional() });
type Choice = z.infer<typeof Choice>;

/**
 * Searches the web with the service that the user chose. Its key is stored with the others; only the service receives
 * it.
 */
export function createWebSearcher(deps: Pick<HostDeps, 'fetch' | 'home' | 'secrets' | 'log'>): WebSearcher {
  const { secrets } = deps;
  const file = join(deps.home, 'web-search.json');

  /** `null` also if the file is damaged: the user chooses again. */
  async function chosen(): Promise<Choice | null> {
    const text = await readText(file);
    const choice = Choice.safeParse(text === null ? null : parseJson(text));
    return choice.success ? choice.data : null;
  }

  const choose = (choice: Choice | null) => writePrivate(file, `${JSON.stringify(choice)}\n`);

  async function hasKey(service: SearchService): Promise<boolean> {
    try {
      return (await secrets.get(secretId(service))) !== null;
    } catch (error) {
      // Locked keys or none chosen yet: the settings say so elsewhere.
      if (error instanceof HostError) return false;
      throw error;
    }
  }

  async function state(): Promise<WebSearch> {
    const now = await chosen();
    const stored = await Promise.all(SEARCH_SERVICE_IDS.map(hasKey));
    return {
      service: now?.service ?? null,
      address: now?.address ?? null,
      keys: SEARCH_SERVICE_IDS.filter((_, at) => stored[at]),
    };
  }

  async function search(query: string, signal: AbortSignal): Promise<WebResult[]> {
    const { service = null, address = '' } = (await chosen()) ?? {};
    if (service === null) throw new ToolError(reasonText('search.none'));
    const { label, needs } = SEARCH_SERVICES[service];
    const key = needs === 'key' ? await keyOf(service) : '';
    const asked = SEARCH_PROTOCOLS[service].request(query, { address, key });
    const reach = reachOf(service, asked.url);
    const limit = AbortSignal.any([signal, AbortSignal.timeout(TIME_LIMIT_MS)]);
    let response: Response;
    let body: string;
    try {
      response = await deps.fetch(new Request(asked, { signal: limit }), reach);
      body = new TextDecoder().decode(await readBytes(response, MAX_BYTES));
    } catch (error) {
      signal.throwIfAborted();
      deps.log.write('warn', 'web-search', { service, error });
      throw new ToolError(
        limit.aborted
          ? reasonText('vendor.late', { vendor: label, seconds: TIME_LIMIT_MS / 1000 })
          : reasonText('search.unreachable', { service: label }),
      );
    }
    if (!response.ok) throw new ToolError(refusalOf(service, response.status));
    const results = readResults(service, parseJson(body));
    if (results === null) throw new ToolError(reasonText('search.notResults', { service: label }));
    return results;
  }

  async function keyOf(service: SearchService): Promise<string> {
    const key = await secrets.get(secretId(service));
    if (key !== null) return key;
    throw new ToolError(reasonText('search.noKey', { service: SEARCH_SERVICES[service].label }));
  }

  return {
    state,
    search,
    async put({ service, address, key }) {
      if (service !== null && key !== undefined) await secrets.set(secretId(service), readKey(key));
      const before = await chosen();
      if (service === null || SEARCH_SERVICES[service].needs === 'key') await choose({ ...before, service });
      else if (address === undefined) throw new HostError('bad_request', reasonText('search.address'));
      else await choose({ service, address: readServerUrl(address).replace(/(?:\/search)?\/*$/, '') });
      return state();
    },
    async deleteKey(service) {
      await secrets.delete(secretId(service));
      return state();
    },
    async test(query) {
      try {
        return { found: (await search(query, new AbortController().signal)).length, problem: null };
      } catch (error) {
        if (error instanceof ToolError || error instanceof HostError) return { found: 0, problem: error.message };
        throw error;
      }
    },
  };
}

/** A server of the user's own may be in their own network, whatever its name; the others are on the internet. */
function reachOf(service: SearchService, address: string): Network {
  if (networkOf(new URL(address).hostname) === 'forbidden') throw new ToolError(reasonText('search.nowhere'));
  return SEARCH_SERVICES[service].needs === 'key' ? 'public' : 'loopback';
}

function refusalOf(service: SearchService, status: number): string {
  const { label } = SEARCH_SERVICES[service];
  if (service === 'searxng' && status === 403) return reasonText('search.json');
  if (status === 401 || status === 403) return reasonText('search.refused', { service: label });
  if (status === 402 || status === 432) return reasonText('search.usedUp', { service: label });
  if (status === 429) return reasonText('search.limit', { service: label });
  return reasonText('vendor.status', { vendor: label, status });
}
