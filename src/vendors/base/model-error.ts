import { PROBLEM_HEADER } from '#contract/headers.ts';
import { hasNullBody } from '#core/null-body.ts';
import { classifyError } from '#core/errors/classify-error.ts';
import { readMinuteLimit } from '#core/errors/read-numbers.ts';
import type { ModelError } from '#core/error.ts';
import type { Vendor } from '#core/vendor.ts';
import { isObject } from '#core/json.ts';
import { isWebPage } from '#core/web-page.ts';
import { readBody, type VendorMessage, readVendorMessage } from './error-body.ts';
import { nonAnswerError } from './non-answer-error.ts';
import { retryAfterMs } from './retry-after.ts';
import type { Refusal, Tap } from './tap-fetch.ts';

/** Carries a ModelError through a rejection, for calls that don't stream. */
export class VendorError extends Error {
  readonly error: ModelError;

  constructor(error: ModelError) {
    super(error.message);
    this.name = 'VendorError';
    this.error = error;
  }
}

/** The host's own problems. These errors name no vendor: no request was sent, or nothing came back. */
const HOST_PROBLEMS: Readonly<Record<string, Pick<ModelError, 'kind' | 'retryable' | 'code'>>> = {
  key_missing: { kind: 'auth', retryable: false },
  secrets_locked: { kind: 'auth', retryable: false },
  secrets_unset: { kind: 'auth', retryable: false },
  secrets_unreadable: { kind: 'auth', retryable: false },
  // Vendors say “unauthorized” of a key. The host says it of a window that an earlier start of Baton opened.
  unauthorized: { kind: 'auth', retryable: false, code: 'earlier_window' },
  upstream_unreachable: { kind: 'network', retryable: true },
  upstream_redirect: { kind: 'network', retryable: false },
  run_cancelled: { kind: 'aborted', retryable: false },
  internal: { kind: 'server', retryable: true },
};

const REQUEST_ID_HEADERS = ['request-id', 'x-request-id', 'x-goog-request-id', 'x-groq-request-id', 'cf-ray'];

export function requestIdOf(headers: Headers | null): string | undefined {
  for (const name of REQUEST_ID_HEADERS) {
    const value = headers?.get(name);
    if (value) return value;
  }
  return undefined;
}

function hostProblem(code: string, body: unknown, status: number): ModelError {
  const problem = typeof body === 'object' && body !== null ? (body as { detail?: unknown; title?: unknown }) : {};
  const text = [problem.detail, problem.title].find((one): one is string => typeof one === 'string' && one !== '');
  return { code, ...(HOST_PROBLEMS[code] ?? { kind: 'unknown', retryable: false }), message: text ?? code, status };
}

interface Failure {
  vendor: Vendor;
  body: unknown;
  status?: number | undefined;
  headers: Headers | null;
}

/** Uses only the vendor's message: the rest of the body may quote the conversation, which isn't evidence. */
function classify(
  vendor: Vendor,
  status: number | undefined,
  vendorMessage: VendorMessage | null,
  retryAfter: number | undefined,
) {
  const { code, message = '' } = vendorMessage ?? {};
  const { kind, retryable } = classifyError({ vendor, status, code, message }) ?? UNKNOWN;
  // A request with more tokens than a minute allows is too long: no wait helps (Q4).
  if (kind === 'rate_limit' && readMinuteLimit(message.toLowerCase())) return TOO_LONG;
  // Google also says "quota" for a limit per minute, but then includes when to retry.
  return kind === 'quota' && retryAfter !== undefined ? RATE_LIMIT : { kind, retryable };
}

const UNKNOWN = { kind: 'unknown', retryable: false } as const;
const TOO_LONG = { kind: 'context_overflow', retryable: false } as const;
const RATE_LIMIT = { kind: 'rate_limit', retryable: true } as const;

/** A vendor's own refusal, sent inside a stream or instead of one. */
export function vendorFailure({ vendor, body, headers, ...given }: Failure): ModelError {
  const vendorMessage = readVendorMessage(body);
  const status = given.status ?? vendorMessage?.status;
  const message =
    vendorMessage?.message ?? (status === undefined ? 'The vendor reported an error without words.' : `HTTP ${status}`);
  const requestId = requestIdOf(headers) ?? vendorMessage?.requestId;
  const retry = retryAfterMs(headers, body, Date.now());
  return {
    ...classify(vendor, status, vendorMessage, retry),
    message,
    vendor,
    ...(status === undefined ? {} : { status }),
    ...(vendorMessage?.code === undefined ? {} : { code: vendorMessage.code }),
    ...(requestId === undefined ? {} : { requestId }),
    ...(retry === undefined ? {} : { retryAfterMs: retry }),
  };
}

function refusalError(refusal: Refusal, tap: Tap, vendor: Vendor): ModelError {
  const problem = refusal.headers.get(PROBLEM_HEADER);
  const body = readBody(refusal.body);
  if (problem) return hostProblem(problem, body, refusal.status);
  if (hasNullBody(refusal.status))
    return nonAnswerError(tap, vendor, 'json') ?? vendorFailure({ vendor, ...refusal, body });
  const failure = vendorFailure({ vendor, ...refusal, body });
  // No API refuses with a web page, so it comes from a proxy in between or from a wrong address.
  const isForeign = isWebPage(refusal.body) && (failure.kind === 'unknown' || failure.kind === 'auth');
  return isForeign ? { ...failure, kind: 'not_an_answer', retryable: false, code: 'web_page' } : failure;
}

/** The JSON of an in-stream error: the SDKs keep it in `error`, or inside the message (Google). */
function streamedBody(error: unknown): unknown {
  if (typeof error !== 'object' || error === null) return undefined;
  if ('error' in error && error.error != null) return error.error;
  const message = error instanceof Error ? error.message : '';
  const json = /\{[\s\S]*\}/.exec(message)?.[0];
  const body = json === undefined ? undefined : readBody(json);
  return typeof body === 'object' ? body : undefined;
}

/**
 * Finds an error at the end of a body: a raw one where a stream should have been (Google and some gateways send these),
 * or an event that isn't one by the rules of its API (compatible servers).
 */
export function errorInStreamTail(tail: string): unknown {
  const at = tail.search(/\{\s*"error"\s*:/);
  const raw = at < 0 ? undefined : readBody(tail.slice(at).trim().replace(/\]$/, ''));
  if (typeof raw === 'object') return raw;
  const lines = tail.split(/\r\n?|\n/).map((line) => line.replace(/^data:/, ''));
  return [tail, ...lines]
    .map(readBody)
    .findLast((event) => isObject(event) && (isObject(event['error']) || isErrorText(event)));
}

/** Ollama has the words in `error`. Others have them beside the word: the Responses API, and earlier versions of vLLM. */
const isErrorText = ({ error, object, type }: Record<string, unknown>): boolean =>
  (typeof error === 'string' && error !== '') || object === 'error' || type === 'error';

function networkMessage(error: unknown): string {
  const messages: string[] = [];
  for (let one: unknown = error, depth = 0; one instanceof Error && depth < 4; one = one.cause, depth++)
    if (one.message && !messages.includes(one.message)) messages.push(one.message);
  return messages.join(': ').replaceAll('.: ', ': ') || 'The connection failed.';
}

/** Converts whatever an SDK threw. `tap` knows what the network actually answered. */
export function toModelError(error: unknown, tap: Tap, vendor: Vendor): ModelError {
  const refusal = tap.refusal();
  if (refusal) return refusalError(refusal, tap, vendor);
  const headers = tap.headers();
  const streamed = headers ? (streamedBody(error) ?? errorInStreamTail(tap.tail())) : undefined;
  if (streamed !== undefined) return vendorFailure({ vendor, body: streamed, headers });
  const requestId = requestIdOf(headers);
  const about = { vendor, ...(requestId === undefined ? {} : { requestId }) };
  if (error instanceof SyntaxError || (error instanceof Error && /stream chunk|JSON segment/.test(error.message)))
    return {
      kind: 'server',
      retryable: true,
      message: 'The answer could not be read.',
      code: 'malformed_stream',
      ...about,
    };
  const message = networkMessage(error);
  // If headers arrived, the server was reachable.
  if (headers) return { kind: 'cut_off', retryable: true, message, ...about };
  // The host itself says when a vendor can't be reached, so a request without an answer didn't even reach the host.
  return { kind: 'network', retryable: true, message, code: 'host_unreachable' };
}
