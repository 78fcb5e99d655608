import { badRequest } from '../base/failure.ts';
import { isObject } from '../base/json.ts';
import type { Rule } from '../rules/rule.ts';
import type { ResponsesSubject } from './subject.ts';

/** Parameters in xAI's own spelling. */
const REFUSED: Readonly<Record<string, string>> = {
  presence_penalty: 'presencePenalty',
  frequency_penalty: 'frequencyPenalty',
  stop: 'stop',
};

/** docs.x.ai, 2026: a system message instead of instructions; models with fixed reasoning accept no effort (X3). */
export const XAI_RULES: readonly Rule<ResponsesSubject>[] = [
  {
    id: 'X-fields',
    check: ({ body, model }) => {
      const sent = (field: string) => body[field] !== undefined && body[field] !== null;
      if (sent('instructions')) return badRequest('Argument not supported on this model: instructions');
      const field = Object.keys(REFUSED).find(sent);
      return field === undefined
        ? null
        : badRequest(`Model ${model.id} does not support parameter ${REFUSED[field]}.`, { noCode: false });
    },
  },
  {
    id: 'X3',
    check: ({ body, model }) =>
      model.efforts.length === 0 && isObject(body.reasoning) && body.reasoning.effort !== undefined
        ? badRequest('Argument not supported on this model: reasoningEffort')
        : null,
  },
];
