import type { FaultForms } from '../wire/faults.ts';
import type { Failure } from '../base/failure.ts';
import { ANTHROPIC_REFUSALS } from '../wire/refusals.ts';
import { namedEvent } from '../base/sse.ts';
import type { Fault } from '../script/script.ts';

/** Error types by status (vendor rules A37, platform docs api/errors, 2026-08). */
const TYPES: Readonly<Record<number, string>> = {
  400: 'invalid_request_error',
  401: 'authentication_error',
  402: 'billing_error',
  403: 'permission_error',
  404: 'not_found_error',
  408: 'timeout_error',
  409: 'conflict_error',
  413: 'request_too_large',
  429: 'rate_limit_error',
  500: 'api_error',
  502: 'api_error',
  503: 'api_error',
  504: 'timeout_error',
  529: 'overloaded_error',
};

const typeOf = (failure: Failure) => failure.type ?? TYPES[failure.status] ?? 'api_error';

export function refuse(failure: Failure, requestId: string): Response {
  return Response.json(
    { type: 'error', error: { type: typeOf(failure), message: failure.message }, request_id: requestId },
    { status: failure.status, headers: { 'request-id': requestId, ...failure.headers } },
  );
}

export const errorEvent = (failure: Failure, requestId: string): string =>
  namedEvent('error', {
    type: 'error',
    error: { type: typeOf(failure), message: failure.message },
    request_id: requestId,
  });

const MESSAGES: Readonly<Record<number, string>> = {
  400: 'Error',
  401: 'invalid x-api-key',
  402: 'Your credit balance is too low to access the Anthropic API. Please go to Plans & Billing to upgrade or purchase credits.',
  403: 'Your API key does not have permission to use the specified resource.',
  404: 'model: practice-claude',
  408: 'Request timed out',
  413: 'Request exceeds the maximum size',
  429: "This request would exceed your organization's rate limit of 50 requests per minute. Please reduce the rate of requests, or contact sales to increase your rate limit.",
  500: 'Internal server error',
  502: 'Bad gateway',
  503: 'Service unavailable',
  504: 'Request timed out',
  529: 'Overloaded',
};

export const missingModel = (id: string): Failure => ({ status: 404, message: `model: ${id}` });

/** `window` is the model's context window, for the text of an overflow (A35). */
export function anthropicFaults(requestId: string, { id, window }: { id: string; window: number }): FaultForms {
  return {
    missingModel: missingModel(id),
    failure(kind, retryAfter) {
      if (kind === 'overflow')
        return { status: 400, message: `prompt is too long: ${window + 13_462} tokens > ${window} maximum` };
      const status = Number(kind);
      return { status, message: MESSAGES[status] ?? 'Error', headers: retryHeaders(status, retryAfter) };
    },
    refusals: ANTHROPIC_REFUSALS,
    malformed:
      'event: content_block_delta\ndata: {"type":"content_block_delta","index":0,"delta":{"type":"text_del\n\n',
    errorEvent: errorEvent({ status: 529, message: 'Overloaded' }, requestId),
  };
}

function retryHeaders(status: number, retryAfter: Fault['retryAfter']): Record<string, string> {
  const seconds = retryAfter ?? (status === 429 ? 1 : null);
  return {
    'x-should-retry': RETRIED.has(status) ? 'true' : 'false',
    ...(seconds === null || seconds === 'none' ? {} : { 'retry-after': `${seconds}` }),
    ...(status === 429
      ? { 'anthropic-ratelimit-requests-limit': '50', 'anthropic-ratelimit-requests-remaining': '0' }
      : {}),
  };
}

const RETRIED: ReadonlySet<number> = new Set([408, 409, 429, 500, 502, 503, 504, 529]);
