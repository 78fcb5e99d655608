/** What a vendor learns: format, version, beta switches. No cookie, origin, SDK telemetry, nor any key of the caller. */
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

/** What an SDK reads: type, retry advice, request ids, limits. No cookie, no location, nothing about the connection. */
const FROM_VENDOR =
  /^(content-type|retry-after(-ms)?|x-should-retry|(x-)?request-id|x-correlation-id|cf-ray|date|openai-(version|processing-ms|organization)|anthropic-[\w-]+|x-ratelimit-[\w-]+|ratelimit(-[\w-]+)?|x-groq-[\w-]+|fireworks-[\w-]+|x-goog-[\w-]+|server-timing)$/;

export function headersToVendor(given: Headers, userAgent: string): Headers {
  const headers = new Headers({ 'user-agent': userAgent, 'accept-encoding': 'identity' });
  for (const [name, value] of given) if (TO_VENDOR.has(name)) headers.set(name, value);
  return headers;
}

/**
 * `fetch` has undone any content coding already, so its length and coding say nothing about the body passed on. A vendor
 * that repeats the key does not get it into the page.
 */
export function headersFromVendor(given: Headers, key: string | null): Headers {
  const headers = new Headers();
  for (const [name, value] of given)
    if (FROM_VENDOR.test(name) && (key === null || !value.includes(key))) headers.set(name, value);
  return headers;
}
