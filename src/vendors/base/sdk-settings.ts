import type { VendorFetch } from './base-ai-service.ts';

/** Placeholder, because the SDKs require a key. The request tap removes it and the host adds the real one. */
export const HOST_KEY = 'kept-by-the-host';

/** Settings for both Stainless SDKs (Anthropic, OpenAI): no retries, no logs, no warning about the browser. */
export function sdkSettings(baseURL: string, fetch: VendorFetch) {
  return {
    baseURL,
    fetch,
    apiKey: HOST_KEY,
    dangerouslyAllowBrowser: true,
    maxRetries: 0,
    logLevel: 'off',
    // Only a safety limit until response headers arrive: some models think for many minutes before the first byte.
    timeout: 3_600_000,
  } as const;
}
