import { badRequest, type Failure } from '../base/failure.ts';
import type { Rule } from '../rules/rule.ts';
import { openaiError } from '../wire/openai-errors.ts';
import { OPENAI_MODELS, type ResponsesModel, XAI_MODELS } from './models.ts';
import type { ResponsesSubject } from './subject.ts';
import { XAI_RULES } from './xai-rules.ts';

/** A vendor of the Responses form, as data. */
export interface ResponsesDialect {
  id: string;
  models: readonly ResponsesModel[];
  /** Whether reasoning and the items it produced are checked against each other (R1, R2). */
  pairsReasoning: boolean;
  /** Whether reasoning is shown without a request for it. */
  alwaysSummary: boolean;
  /** Fields of the request that only this vendor has. */
  fields: ReadonlySet<string>;
  /** Whether models that reason take sampling parameters. */
  samplesAlways: boolean;
  rules: readonly Rule<ResponsesSubject>[];
  /** The refusal of encrypted content that this server didn't create, or that belongs to another place. */
  refuseEncrypted(item: string, reason: string): Failure;
  overflow(model: ResponsesModel): Failure;
  errorBody(failure: Failure): unknown;
}

export const OPENAI_RESPONSES: ResponsesDialect = {
  id: 'openai',
  models: OPENAI_MODELS,
  pairsReasoning: true,
  alwaysSummary: false,
  fields: new Set(),
  samplesAlways: false,
  rules: [],
  refuseEncrypted: (item, reason) =>
    badRequest(`The encrypted content ${item} could not be verified. Reason: ${reason}`, {
      code: 'invalid_encrypted_content',
    }),
  overflow: () =>
    badRequest('Your input exceeds the context window of this model. Please adjust your input and try again.', {
      code: 'context_length_exceeded',
      param: 'input',
    }),
  errorBody: (failure) => ({ error: openaiError(failure) }),
};

/** xAI's errors are plain strings (X2, X5). */
export const XAI_RESPONSES: ResponsesDialect = {
  ...OPENAI_RESPONSES,
  id: 'xai',
  models: XAI_MODELS,
  pairsReasoning: false,
  alwaysSummary: true,
  fields: new Set(['seed', 'stop', 'presence_penalty', 'frequency_penalty']),
  samplesAlways: true,
  rules: XAI_RULES,
  refuseEncrypted: () =>
    badRequest(
      'Could not decrypt the provided encrypted_content. Ensure the value is the unmodified encrypted_content from a previous response.',
      { noCode: true },
    ),
  overflow: (model) =>
    badRequest(
      `This model's maximum prompt length is ${model.window} but the request contains ${model.window + 37_812} tokens`,
    ),
  errorBody: ({ message, status, noCode }) =>
    noCode ? { error: message } : { code: CODES[status] ?? 'Internal error', error: message },
};

const CODES: Readonly<Record<number, string>> = {
  400: 'Client specified an invalid argument',
  401: 'The caller does not have valid authentication credentials',
  403: 'The caller does not have permission to execute the specified operation',
  404: 'Some requested entity was not found',
  429: 'Some resource has been exhausted',
  503: 'The service is currently unavailable',
};
