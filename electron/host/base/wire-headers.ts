/**
 * Request headers that a vendor gets: format, version, beta switches. No cookies, origin, SDK telemetry, or caller's
 * keys.
 */
const TO_VENDOR = new Set([
  'accept',
  'content-type',
  'anthropic-version',
  'anthropic-beta',
  'openai-beta',
  'openai-organization',
  'openai-project',
  'idempotency-key',
]);

/**
 * Response headers that an SDK reads: type, retry advice, request ids, limits. No cookies, location, or connection
 * headers.
 */
const FROM_VENDOR =
  /^(content-type|retry-after(-ms)?|x-should-retry|(x-)?request-id|x-correlation-id|cf-ray|date|openai-(version|processing-ms|organization)|anthropic-[\w-]+|x-ratelimit-[\w-]+|ratelimit(-[\w-]+)?|x-groq-[\w-]+|fireworks-[\w-]+|x-goog-[\w-]+|server-timing)$/;

export function headersToVendor(given: Headers, userAgent: string): Headers {
  const headers = new Headers({ 'user-agent': userAgent, 'accept-encoding': 'identity' });
  for (const [name, value] of given) if (TO_VENDOR.has(name)) headers.set(name, value);
  return headers;
}

/**
 * Omits the body's length and content coding, because `fetch` has decoded it already. Also drops headers in which a
 * vendor repeats the key, so the key doesn't reach the page.
 */
export function headersFromVendor(given: Headers, key: string | null): Headers {
  const headers = new Headers();
  for (const [name, value] of given)
    if (FROM_VENDOR.test(name) && (key === null || !value.includes(key))) headers.set(name, value);
  return headers;
}
