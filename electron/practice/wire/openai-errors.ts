import type { FaultForms } from './faults.ts';
import type { Failure } from '../base/failure.ts';
import type { Fault } from '../script/script.ts';

/** Returns the body of an error in OpenAI's shape. */
export const openaiError = (failure: Failure) => ({
  message: failure.message,
  type: failure.type ?? TYPES[failure.status] ?? 'server_error',
  param: failure.param ?? null,
  code: failure.code ?? null,
  ...failure.details,
});

const TYPES: Readonly<Record<number, string>> = {
  400: 'invalid_request_error',
  401: 'invalid_request_error',
  402: 'insufficient_quota',
  403: 'invalid_request_error',
  404: 'invalid_request_error',
  408: 'timeout',
  413: 'invalid_request_error',
  429: 'requests',
};

export const OPENAI_STATUS: Readonly<Record<number, Omit<Failure, 'status'>>> = {
  400: { message: 'The request could not be understood.' },
  401: {
    message:
      'Incorrect API key provided: practice. You can find your API key at https://platform.openai.com/account/api-keys.',
    code: 'invalid_api_key',
  },
  402: {
    message: 'You exceeded your current quota, please check your plan and billing details.',
    type: 'insufficient_quota',
    code: 'insufficient_quota',
  },
  403: { message: 'You do not have access to this model.', code: 'model_not_found' },
  404: { message: 'The model does not exist or you do not have access to it.', code: 'model_not_found' },
  408: { message: 'Request timed out.' },
  413: { message: 'Request body is too large.' },
  429: {
    message: 'Rate limit reached for requests. Limit: 3 / min. Please try again in 1s.',
    type: 'requests',
    code: 'rate_limit_exceeded',
  },
  500: {
    message: 'The server had an error while processing your request. Sorry about that!',
    type: 'server_error',
  },
  502: { message: 'Bad gateway.', type: 'server_error' },
  503: {
    message: 'The engine is currently overloaded, please try again later.',
    type: 'service_unavailable_error',
    code: 'server_is_overloaded',
  },
  504: { message: 'Gateway timeout.', type: 'server_error' },
  529: { message: 'The engine is currently overloaded, please try again later.', type: 'server_error' },
};

export function retryHeaders(status: number, retryAfter: Fault['retryAfter']): Record<string, string> {
  const seconds = retryAfter ?? (status === 429 ? 1 : null);
  return {
    ...(seconds === null || seconds === 'none'
      ? {}
      : { 'retry-after': `${seconds}`, 'retry-after-ms': `${seconds * 1000}` }),
    ...(status === 429 ? { 'x-ratelimit-limit-requests': '3', 'x-ratelimit-remaining-requests': '0' } : {}),
  };
}

/** Returns a status fault with OpenAI's message. */
export function statusFailure(kind: Fault['kind'], retryAfter: Fault['retryAfter'], overflow: Failure): Failure {
  if (kind === 'overflow') return overflow;
  const status = Number(kind);
  return {
    status,
    ...(OPENAI_STATUS[status] ?? { message: 'Error' }),
    headers: retryHeaders(status, retryAfter),
  };
}

export const MALFORMED: FaultForms['malformed'] = 'data: {"id":"broken","object":"chat.comp\n\n';
