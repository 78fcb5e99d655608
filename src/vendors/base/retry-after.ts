/**
 * How long the vendor asks to wait, in milliseconds. Read from the header (seconds, milliseconds or a date) or from
 * Google's RetryInfo.
 */
export function retryAfterMs(headers: Headers | null, body: unknown, now: number): number | undefined {
  const milliseconds = Number.parseFloat(headers?.get('retry-after-ms') ?? '');
  if (milliseconds >= 0) return Math.ceil(milliseconds);
  const header = headers?.get('retry-after')?.trim();
  if (header) {
    if (/^\d+(\.\d+)?$/.test(header)) return Math.ceil(Number(header) * 1000);
    const date = Date.parse(header);
    if (!Number.isNaN(date)) return Math.max(0, date - now);
  }
  const delay = /"retryDelay"\s*:\s*"(\d+(?:\.\d+)?)s"/.exec(body === undefined ? '' : JSON.stringify(body))?.[1];
  return delay === undefined ? undefined : Math.ceil(Number(delay) * 1000);
}
