import { Release } from '#contract/updates.ts';
import { networkOf } from '../base/base-url.ts';
import type { HostDeps } from '../base/deps.ts';
import { visibleText } from '../base/visible-text.ts';
import { HostError } from '../base/problem.ts';
import { readBytes } from '../base/read-body.ts';

const MAX_BYTES = 64 * 1024;
const MAX_MS = 10_000;

/** Keeps line ends; other hidden characters are spelled out. */
function plainText(text: string): string {
  return text
    .split(/\r?\n/)
    .map((line) => visibleText(line).text)
    .join('\n')
    .trim();
}

/**
 * Sends one GET without cookies, identifiers or the version in use; redirects are not followed. Rejects with the
 * problem of the answer, including when it is too long or takes too long.
 */
export async function fetchFeed(
  { fetch, clock }: Pick<HostDeps, 'fetch' | 'clock'>,
  feed: string,
  signal: AbortSignal,
): Promise<Release> {
  const url = new URL(feed);
  const reach = networkOf(url.hostname);
  if (reach === 'forbidden') throw new HostError('forbidden', `${url.hostname} is no place to ask.`);
  const ending = new AbortController();
  const end = () => ending.abort(signal.aborted ? signal.reason : new Error('The answer took too long.'));
  signal.throwIfAborted();
  signal.addEventListener('abort', end);
  const late = clock.setTimeout(end, MAX_MS);
  try {
    const request = new Request(url, {
      headers: { accept: 'application/json' },
      redirect: 'manual',
      signal: ending.signal,
    });
    const response = await fetch(request, reach);
    if (response.status !== 200) throw new Error(`It answered with status ${response.status}.`);
    const bytes = await readBytes(response, MAX_BYTES);
    // A body that was cut off by the abort ends like a complete one.
    request.signal.throwIfAborted();
    const release = Release.parse(JSON.parse(new TextDecoder().decode(bytes)));
    return { ...release, notes: plainText(release.notes) };
  } finally {
    clock.clearTimeout(late);
    signal.removeEventListener('abort', end);
    // The rest of the answer is not needed.
    ending.abort();
  }
}
