import { badRequest } from '../base/failure.ts';
import { isObject } from '../base/json.ts';
import type { Rule } from '../rules/rule.ts';
import type { ResponsesSubject } from './subject.ts';

const REFUSED = ['instructions', 'presence_penalty', 'frequency_penalty', 'stop'] as const;

/** docs.x.ai, 2026: a system message instead of instructions; models with fixed reasoning accept no effort (X3). */
export const XAI_RULES: readonly Rule<ResponsesSubject>[] = [
  {
    id: 'X-fields',
    check: ({ body }) => {
      const name = REFUSED.find((field) => body[field] !== undefined && body[field] !== null);
      return name === undefined ? null : badRequest(`Argument not supported on this model: ${name}`);
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
