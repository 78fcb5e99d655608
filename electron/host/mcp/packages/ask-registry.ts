import { networkOf } from '../../base/base-url.ts';
import type { HostDeps } from '../../base/deps.ts';
import { readBytes } from '../../base/read-body.ts';

const MAX_MS = 10_000;

/**
 * JSON that a registry of packages answers with. Rejects when its address isn't safe, or it doesn't answer in time, or
 * asks for a sign-in, which only the package's own runner has.
 */
export async function askRegistry(
  deps: Pick<HostDeps, 'fetch' | 'clock'>,
  address: URL,
  { accept, maxBytes }: { accept: string; maxBytes: number },
): Promise<unknown> {
  const { protocol, hostname, href } = address;
  const reach = networkOf(hostname);
  if (reach === 'forbidden' || (protocol !== 'https:' && (protocol !== 'http:' || reach === 'public')))
    throw new Error(`the registry's address is not safe`);
  const ending = new AbortController();
  const late = deps.clock.setTimeout(() => ending.abort(new Error('it took too long')), MAX_MS);
  try {
    const request = new Request(href, { headers: { accept }, redirect: 'manual', signal: ending.signal });
    const response = await deps.fetch(request, reach);
    if (response.status !== 200) throw new Error(`it answered with status ${response.status}`);
    const bytes = await readBytes(response, maxBytes);
    // A body that was cut off by the abort ends like a complete one.
    ending.signal.throwIfAborted();
    return JSON.parse(new TextDecoder().decode(bytes)) as unknown;
  } finally {
    deps.clock.clearTimeout(late);
    // The rest of the answer is not needed.
    ending.abort();
  }
}
