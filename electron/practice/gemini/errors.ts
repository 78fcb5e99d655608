import type { FaultForms } from '../wire/faults.ts';
import type { Failure } from '../base/failure.ts';
import { GEMINI_REFUSALS } from '../wire/refusals.ts';
import { googleEvent } from '../base/sse.ts';

const STATUS: Readonly<Record<number, string>> = {
  400: 'INVALID_ARGUMENT',
  401: 'UNAUTHENTICATED',
  402: 'FAILED_PRECONDITION',
  403: 'PERMISSION_DENIED',
  404: 'NOT_FOUND',
  408: 'DEADLINE_EXCEEDED',
  413: 'INVALID_ARGUMENT',
  429: 'RESOURCE_EXHAUSTED',
  500: 'INTERNAL',
  502: 'UNAVAILABLE',
  503: 'UNAVAILABLE',
  504: 'DEADLINE_EXCEEDED',
  529: 'UNAVAILABLE',
};

const MESSAGES: Readonly<Record<number, string>> = {
  400: 'Request contains an invalid argument.',
  401: 'Request had invalid authentication credentials. Expected OAuth 2 access token, login cookie or other valid authentication credential.',
  402: 'Your prepayment credits are depleted. Please go to AI Studio to manage your project and billing.',
  403: 'The caller does not have permission',
  404: 'Requested entity was not found.',
  408: 'Deadline expired before operation could complete.',
  413: 'Request payload size exceeds the limit: 20971520 bytes.',
  429: 'You exceeded your current quota, please check your plan and billing details.',
  500: 'An internal error has occurred. Please retry or report in https://developers.generativeai.google/guide/troubleshooting',
  502: 'The service is currently unavailable.',
  503: 'The model is overloaded. Please try again later.',
  504: 'Deadline expired before operation could complete.',
  529: 'The model is overloaded. Please try again later.',
};

const bodyOf = (failure: Failure) => ({
  error: {
    code: failure.status,
    message: failure.message,
    status: failure.type ?? STATUS[failure.status] ?? 'UNKNOWN',
    ...failure.details,
  },
});

export const refuse = (failure: Failure): Response =>
  Response.json(bodyOf(failure), {
    status: failure.status,
    headers: { server: 'scaffolding on HTTPServer2', ...failure.headers },
  });

/** Google sends no retry-after header; the delay is in the details. */
const retryDetails = (seconds: number) => ({
  details: { details: [{ '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: `${seconds}s` }] },
});

export const missingModel = (id: string, method: string): Failure => ({
  status: 404,
  message: `models/${id} is not found for API version v1beta, or is not supported for ${method}. Call ListModels to see the list of available models and their supported methods.`,
});

export function geminiFaults({ id, window }: { id: string; window: number }, method: string): FaultForms {
  return {
    missingModel: missingModel(id, method),
    failure(kind, retryAfter) {
      if (kind === 'overflow')
        return {
          status: 400,
          message: `The input token count (${window + 147_690}) exceeds the maximum number of tokens allowed (${window}).`,
        };
      // 529 is Anthropic's status; Google sends 503.
      const status = kind === 529 ? 503 : Number(kind);
      const seconds = retryAfter ?? (status === 429 ? 1 : null);
      return {
        status,
        message: MESSAGES[status] ?? 'Error',
        ...(seconds === null || seconds === 'none' ? {} : retryDetails(seconds)),
      };
    },
    refusals: GEMINI_REFUSALS,
    malformed: 'data: {"candidates": [{"content": {"parts": [{"te\r\n\r\n',
    errorEvent: googleEvent(bodyOf({ status: 503, message: 'The model is overloaded. Please try again later.' })),
  };
}
