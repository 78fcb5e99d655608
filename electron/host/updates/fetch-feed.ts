import { Release } from '#contract/updates.ts';
import { compareVersions } from '#core/compare-versions.ts';
import { errorMessage } from '#core/thrown.ts';
import { networkOf } from '../base/base-url.ts';
import type { HostDeps } from '../base/deps.ts';
import { visibleText } from '../base/visible-text.ts';
import { HostError } from '../base/problem.ts';
import { readBytes } from '../base/read-body.ts';
import { checkFreshness, checkSignature, FeedError, type FeedProof, SIGNATURE_SUFFIX } from './signed-feed.ts';

const MAX_BYTES = 64 * 1024;
const MAX_SIGNATURE_BYTES = 1024;
const MAX_MS = 10_000;

/** Keeps line ends; other hidden characters are spelled out. */
function plainText(text: string): string {
  return text
    .split(/\r?\n/)
    .map((line) => visibleText(line).text)
    .join('\n')
    .trim();
}

/** What makes an answer of a build's own feed count. */
export interface FeedTrust {
  /** Empty for a feed that isn't signed: one that the user's own file names. */
  keys: readonly string[];
  /** The highest version that it named before. */
  seen: string | null;
}

/**
 * Sends one GET, and one for the signature if the feed has keys, without cookies, identifiers or the version in use;
 * redirects are not followed. Rejects with the problem of the answer, including when it is too long or takes too long.
 */
export async function fetchFeed(
  { fetch, clock }: Pick<HostDeps, 'fetch' | 'clock'>,
  feed: string,
  signal: AbortSignal,
  { keys, seen }: FeedTrust,
): Promise<{ release: Release; proof: FeedProof | null }> {
  const url = new URL(feed);
  const reach = networkOf(url.hostname);
  if (reach === 'forbidden') throw new HostError('forbidden', `${url.hostname} is no place to ask.`);
  const ending = new AbortController();
  const end = () => ending.abort(signal.aborted ? signal.reason : new Error('The answer took too long.'));
  signal.throwIfAborted();
  signal.addEventListener('abort', end);
  const late = clock.setTimeout(end, MAX_MS);
  try {
    const get = async (address: string, most: number): Promise<Uint8Array> => {
      const request = new Request(address, {
        headers: { accept: 'application/json' },
        redirect: 'manual',
        signal: ending.signal,
      });
      const response = await fetch(request, reach);
      if (response.status !== 200) throw new Error(`It answered with status ${response.status}.`);
      const bytes = await readBytes(response, most);
      // A body that was cut off by the abort ends like a complete one.
      request.signal.throwIfAborted();
      return bytes;
    };
    const bytes = await get(url.href, MAX_BYTES);
    let proof: FeedProof | null = null;
    if (keys.length > 0) {
      const place = new URL(url);
      place.pathname += SIGNATURE_SUFFIX;
      const signature = await get(place.href, MAX_SIGNATURE_BYTES).catch((error: unknown) => {
        ending.signal.throwIfAborted();
        throw new FeedError('untrusted', `The signature can’t be read: ${errorMessage(error)}`);
      });
      proof = { bytes, signature: new TextDecoder().decode(signature) };
      checkSignature(bytes, proof.signature, keys);
    }
    const release = Release.parse(JSON.parse(new TextDecoder().decode(bytes)));
    if (keys.length > 0) checkFreshness(release, { now: clock.now(), seen }, compareVersions);
    return { release: { ...release, notes: plainText(release.notes) }, proof };
  } finally {
    clock.clearTimeout(late);
    signal.removeEventListener('abort', end);
    // The rest of the answer is not needed.
    ending.abort();
  }
}
