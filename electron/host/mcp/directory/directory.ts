import { join } from 'node:path';
import { z } from 'zod';
import type { ConsentGiven } from '#contract/consent-given.ts';
import type { McpDirectoryPage, McpDirectoryState } from '#contract/mcp-directory.ts';
import { parseJson } from '#core/json.ts';
import { reasonText } from '#core/reasons.ts';
import type { ConsentStore } from '../../consents/consent-store.ts';
import { directoryConsent } from '../../consents/subjects.ts';
import { networkOf } from '../../base/base-url.ts';
import type { PracticeVendors } from '../../base/call-vendor.ts';
import type { HostDeps } from '../../base/deps.ts';
import { readText, writePrivate } from '../../base/private-file.ts';
import { HostError } from '../../base/problem.ts';
import { readBytes } from '../../base/read-body.ts';
import { readSecureUrl } from '../remote/address-rules.ts';
import { Listing, readEntry } from './read-entry.ts';

/** The official registry of MCP servers as a list to search in, or another one of its form. */
export interface Directory {
  state(): Promise<McpDirectoryState>;
  /** With null, the official one. Throws `bad_request` for an address that is none. */
  setAddress(address: string | null): Promise<McpDirectoryState>;
  /** Throws `approval_stale` if the address is another one now. */
  agree(address: string, given: ConsentGiven): Promise<McpDirectoryState>;
  revoke(): Promise<McpDirectoryState>;
  /** Throws `forbidden` before the user has agreed, and `upstream_unreachable` if there is no list. */
  search(search: string, cursor: string | null): Promise<McpDirectoryPage>;
}

const OFFICIAL = 'https://registry.modelcontextprotocol.io';
const PRACTICE = 'https://registry.practice.invalid';
const PAGE_SIZE = 30;
const MAX_BYTES = 4 * 1024 * 1024;
const MAX_MS = 20_000;

const Stored = z.object({ version: z.literal(1), address: z.string() });

export interface DirectoryDeps extends Pick<HostDeps, 'fetch' | 'home' | 'log' | 'clock'> {
  consents: ConsentStore;
  practice: PracticeVendors | null;
}

export function createDirectory(deps: DirectoryDeps): Directory {
  const { home, log, clock, consents, practice } = deps;
  const file = join(home, 'mcp-directory.json');

  /** A damaged file counts as none: the official registry is asked, after another consent if need be. */
  async function addressNow(): Promise<string> {
    const stored = Stored.safeParse(parseJson((await readText(file)) ?? ''));
    const address = stored.success ? stored.data.address : OFFICIAL;
    return address === PRACTICE && practice === null ? OFFICIAL : address;
  }

  const isAgreed = async (address: string) =>
    address === PRACTICE || (await consents.listValid('directory')).some(({ subject }) => subject === address);

  async function state(): Promise<McpDirectoryState> {
    const address = await addressNow();
    return { address, standard: OFFICIAL, practice: practice && PRACTICE, agreed: await isAgreed(address) };
  }

  function ask(request: Request): Promise<Response> {
    if (practice && new URL(request.url).origin === PRACTICE) return practice.fetch(request);
    const reach = networkOf(new URL(request.url).hostname);
    if (reach === 'forbidden') throw new HostError('bad_request', reasonText('server.nowhere'));
    return deps.fetch(request, reach);
  }

  /** Without cookies and identifiers; redirects are not followed. */
  async function read(url: URL): Promise<unknown> {
    const ending = new AbortController();
    const late = clock.setTimeout(() => ending.abort(new Error('The answer took too long.')), MAX_MS);
    try {
      const request = new Request(url, {
        headers: { accept: 'application/json' },
        redirect: 'manual',
        signal: ending.signal,
      });
      const response = await ask(request);
      if (response.status !== 200) throw new Error(`It answered with status ${response.status}.`);
      const bytes = await readBytes(response, MAX_BYTES);
      // A body that was cut off by the abort ends like a complete one.
      ending.signal.throwIfAborted();
      return JSON.parse(new TextDecoder().decode(bytes));
    } catch (error) {
      log.write('warn', 'mcp-directory', { host: url.host, error });
      throw error instanceof HostError && error.code === 'bad_request'
        ? error
        : new HostError('upstream_unreachable', reasonText('directory.failed', { host: url.host }), { cause: error });
    } finally {
      clock.clearTimeout(late);
      // The rest of the answer is not needed.
      ending.abort();
    }
  }

  return {
    state,
    async setAddress(address) {
      const chosen = address === null || address === OFFICIAL ? OFFICIAL : readAddress(address);
      await writePrivate(file, `${JSON.stringify({ version: 1, address: chosen })}\n`);
      return state();
    },
    async agree(address, given) {
      if ((await addressNow()) !== address) throw new HostError('approval_stale');
      await consents.give(directoryConsent(address), given);
      return state();
    },
    async revoke() {
      await consents.revoke(({ kind }) => kind === 'directory');
      return state();
    },
    async search(search, cursor) {
      const address = await addressNow();
      if (!(await isAgreed(address))) throw new HostError('forbidden', reasonText('directory.notAgreed'));
      const url = new URL(`${address}/v0.1/servers`);
      url.searchParams.set('version', 'latest');
      url.searchParams.set('limit', String(PAGE_SIZE));
      if (search.trim() !== '') url.searchParams.set('search', search.trim());
      if (cursor !== null) url.searchParams.set('cursor', cursor);
      const listing = Listing.safeParse(await read(url));
      if (!listing.success)
        throw new HostError('upstream_unreachable', reasonText('directory.notList', { host: url.host }));
      const { servers, metadata } = listing.data;
      const hits = servers.slice(0, PAGE_SIZE).map(readEntry);
      const next = metadata?.nextCursor ?? '';
      return {
        hits: hits.filter((hit) => hit !== null),
        unread: hits.filter((hit) => hit === null).length,
        next: next === '' || next.length > 500 ? null : next,
      };
    },
  };
}

function readAddress(text: string): string {
  const { url } = readSecureUrl(text);
  if (url.search !== '' || url.hash !== '') throw new HostError('bad_request', reasonText('address.ends'));
  return url.href.replace(/(?:\/v0(?:\.1)?(?:\/servers)?)?\/*$/, '');
}
