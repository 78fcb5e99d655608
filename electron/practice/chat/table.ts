import { estimateJson } from '../base/estimate-tokens.ts';
import type { Rule } from '../rules/rule.ts';
import type { ChatDialect } from './dialect.ts';
import { CHAT_SHAPE_RULES } from './shape-rules.ts';
import type { ChatSubject } from './subject.ts';
import { CHAT_PAIRING_RULES, CHAT_TOOL_RULES } from './tool-rules.ts';

const OVERFLOW: Rule<ChatSubject> = {
  id: 'O11',
  check: ({ body, model, dialect }) =>
    model.loaded === null && estimateJson([body.tools, body.messages]) > model.window ? dialect.overflow(model) : null,
};

/** The rules of `POST /chat/completions` at this vendor. */
export const chatRules = (dialect: ChatDialect): readonly Rule<ChatSubject>[] => [
  ...CHAT_SHAPE_RULES,
  ...CHAT_TOOL_RULES,
  ...dialect.rules,
  ...CHAT_PAIRING_RULES,
  OVERFLOW,
];
