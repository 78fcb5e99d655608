import { hasNullBody } from '#core/null-body.ts';
import type { ModelError } from '#core/error.ts';
import type { Vendor } from '#core/vendor.ts';
import { isWebPage, pageTitle } from '#core/web-page.ts';
import type { Tap } from './tap-fetch.ts';

const MAX_WORDS = 300;

/** How a vendor streams: events, or lines of JSON. */
export type StreamType = 'event-stream' | 'ndjson';

/**
 * Describes what arrived instead of an answer when nothing could be read: no content, the web page of a portal or a
 * gateway, or another content type. `null` if it was none of these. Retrying gives the same result.
 */
export function nonAnswerError(tap: Tap, vendor: Vendor, expected: StreamType | 'json'): ModelError | null {
  const error = (code: string, message: string): ModelError => ({
    kind: 'not_an_answer',
    retryable: false,
    message,
    code,
    vendor,
    ...(status === null ? {} : { status }),
  });
  const status = tap.status();
  if (status !== null && hasNullBody(status)) return error('no_content', `HTTP ${status}, without content.`);
  const type = tap.headers()?.get('content-type') ?? '';
  const head = tap.head();
  if (isWebPage(head) || type.includes('html'))
    return error('web_page', pageTitle(head) || 'A web page without a title.');
  if (type === '' || type.includes(expected) || head.trim() === '') return null;
  return error('unexpected_content_type', `${type}: ${head.trim().slice(0, MAX_WORDS)}`);
}
