import { dialectFor } from '../normalize/base/dialects.ts';
import type { Target } from '../request.ts';
import type { Protocol } from '../vendors/base/protocol.ts';
import { ANTHROPIC_RULES, viewAnthropic } from './anthropic-rules.ts';
import { CHAT_RULES, viewChat } from './chat-rules.ts';
import { COMMON_RULES, type CommonView } from './common-rules.ts';
import { GEMINI_RULES, viewGemini } from './gemini-rules.ts';
import { type Json, object } from './json.ts';
import { RESPONSES_RULES, viewResponses } from './responses-rules.ts';
import { type LintContext, runRules, type Violation, type WireRule } from './rule.ts';

type Lint = (body: Json, context: LintContext) => Violation[];

function linter<V extends CommonView>(view: (body: Json) => V, rules: readonly WireRule<V>[]): Lint {
  return (body, context) => {
    const seen = view(body);
    return [...runRules(COMMON_RULES, seen, context), ...runRules(rules, seen, context)];
  };
}

const LINTERS: Readonly<Record<Protocol, Lint>> = {
  anthropic: linter(viewAnthropic, ANTHROPIC_RULES),
  'openai-chat': linter(viewChat, CHAT_RULES),
  'openai-responses': linter(viewResponses, RESPONSES_RULES),
  gemini: linter(viewGemini, GEMINI_RULES),
};

/**
 * Returns what the vendor would refuse about this body, the object that is about to be passed to fetch. Written from
 * the vendors' rules and not from what the normalizer does, so each checks the other.
 */
export function lintRequest(body: unknown, target: Target): Violation[] {
  return LINTERS[target.model.protocol](object(body), { target, dialect: dialectFor(target) });
}
