import type { VendorFetch } from './base-ai-service.ts';

/** Stands where the SDKs insist on a key. The request tap removes it and the host puts the real one in. */
export const HOST_KEY = 'kept-by-the-host';

/** What both Stainless SDKs (Anthropic, OpenAI) are told: no retries of their own, no logs, no word about the browser. */
export function sdkSettings(baseURL: string, fetch: VendorFetch) {
  return {
    baseURL,
    fetch,
    apiKey: HOST_KEY,
    dangerouslyAllowBrowser: true,
    maxRetries: 0,
    logLevel: 'off',
    // Only a backstop until response headers: some models think for many minutes before the first byte.
    timeout: 3_600_000,
  } as const;
}
