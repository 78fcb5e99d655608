import { createFaultTries } from './wire/faults.ts';
import type { Workshop } from './wire/answer.ts';
import type { PracticeClock } from './base/pace.ts';
import { createSeals } from './base/seal.ts';
import { createStoredResponses } from './base/stored-responses.ts';
import { VENDOR_HOSTS } from './vendor-hosts.ts';

export interface PracticeOptions {
  clock: PracticeClock;
  /** Speed of answers that do not set their own; 0 or Infinity for no waiting. */
  charsPerSecond: () => number;
  /** Key for everything this server signs. With another secret, nothing signed before is valid. */
  secret: string;
}

export interface PracticeVendors {
  /** Serves every host of vendor-hosts.ts. Rejects as `fetch` does when a connection fails or is aborted. */
  fetch(request: Request): Promise<Response>;
  /** Number of answers and waits in progress; 0 when nothing is left. */
  open(): number;
}

/**
 * Local servers that speak the vendors' wire protocols and answer by script (script/parse-script.ts). Everything is
 * derived from the request: the same request gets the same bytes at any speed. The only state is how often each fault
 * has happened, and the responses that a request asked to store.
 */
export function createPracticeVendors(options: PracticeOptions): PracticeVendors {
  const workshop: Workshop = {
    clock: options.clock,
    charsPerSecond: options.charsPerSecond,
    seals: createSeals(options.secret),
    tries: createFaultTries(),
    stored: createStoredResponses(),
    open: { count: 0 },
  };
  return {
    async fetch(request) {
      request.signal.throwIfAborted();
      const url = new URL(request.url);
      const handle = VENDOR_HOSTS.get(url.hostname);
      if (!handle) throw new TypeError('fetch failed', { cause: new Error(`getaddrinfo ENOTFOUND ${url.hostname}`) });
      return handle(request, url.pathname, workshop);
    },
    open: () => workshop.open.count,
  };
}
