import { estimateJson } from '../base/estimate-tokens.ts';
import type { Rule } from '../rules/rule.ts';
import type { ResponsesDialect } from './dialect.ts';
import { RESPONSES_ITEM_RULES, RESPONSES_PAIR_RULES } from './item-rules.ts';
import { RESPONSES_REASONING_RULES } from './reasoning-rules.ts';
import { RESPONSES_REQUEST_RULES } from './request-rules.ts';
import type { ResponsesSubject } from './subject.ts';

const OVERFLOW: Rule<ResponsesSubject> = {
  id: 'R12',
  check: ({ body, items, model, dialect }) =>
    body.truncation !== 'auto' && estimateJson([body.instructions, body.tools, items]) > model.window
      ? dialect.overflow(model)
      : null,
};

/** The rules of `POST /v1/responses` at this vendor. */
export const responsesRules = (dialect: ResponsesDialect): readonly Rule<ResponsesSubject>[] => [
  ...dialect.rules,
  ...RESPONSES_REQUEST_RULES,
  ...RESPONSES_ITEM_RULES,
  ...RESPONSES_REASONING_RULES,
  ...RESPONSES_PAIR_RULES,
  OVERFLOW,
];
