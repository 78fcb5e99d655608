import { dialectFor } from '../normalize/base/dialects.ts';
import type { Target } from '../request.ts';
import type { Protocol } from '../vendors/base/protocol.ts';
import { ANTHROPIC_RULES, viewAnthropic } from './anthropic-rules.ts';
import { CHAT_RULES, viewChat } from './chat-rules.ts';
import { COMMON_RULES, type CommonView } from './common-rules.ts';
import { GEMINI_RULES, viewGemini } from './gemini-rules.ts';
import { type Json, object } from './json.ts';
import { OLLAMA_RULES, viewOllama } from './ollama-rules.ts';
import { RESPONSES_RULES, viewResponses } from './responses-rules.ts';
import { type LintContext, runRules, type Violation, type WireRule } from './rule.ts';

/** What the linter sees in a body. */
export interface BodyInspection {
  violations: Violation[];
  /** Everything that may occur only once in a conversation: ids of calls, results and items, each with its kind. */
  ids: readonly { path: string; id: string }[];
  images: readonly { path: string }[];
  hasLargeStrings: boolean;
}

type Inspect = (body: Json, context: LintContext) => BodyInspection;

function inspector<V extends CommonView>(
  view: (body: Json) => V,
  rules: readonly WireRule<V>[],
  idsOf: (view: V) => readonly { path: string; id: unknown }[] = () => [],
): Inspect {
  return (body, context) => {
    const seen = view(body);
    const ids = [...named(seen.calls, 'call'), ...named(idsOf(seen), 'other')];
    return {
      violations: [...runRules(COMMON_RULES, seen, context), ...runRules(rules, seen, context)],
      ids,
      images: seen.images,
      hasLargeStrings: seen.strings.heavy > 0,
    };
  };
}

/** Ids that are there: some vendors take none. */
function named(places: readonly { path: string; id: unknown }[], kind: string): BodyInspection['ids'] {
  const ids: { path: string; id: string }[] = [];
  for (const { path, id } of places) if (typeof id === 'string') ids.push({ path, id: `${kind} ${id}` });
  return ids;
}

const INSPECTORS: Readonly<Record<Protocol, Inspect>> = {
  anthropic: inspector(viewAnthropic, ANTHROPIC_RULES),
  'openai-chat': inspector(viewChat, CHAT_RULES),
  'openai-responses': inspector(viewResponses, RESPONSES_RULES, ({ items }) =>
    items.map(({ path, item }) => ({ path, id: item.id })),
  ),
  gemini: inspector(viewGemini, GEMINI_RULES, ({ contents }) =>
    contents.flatMap(({ path, responses }) => responses.map(({ id }) => ({ path, id }))),
  ),
  ollama: inspector(viewOllama, OLLAMA_RULES),
};

/**
 * Reads a body, the object that is about to be passed to fetch, and finds what the vendor would refuse about it. Written
 * from the vendors' rules and not from what the normalizer does, so each checks the other.
 */
export function inspectBody(body: unknown, target: Target): BodyInspection {
  return INSPECTORS[target.model.protocol](object(body), { target, dialect: dialectFor(target) });
}
