import type { RuleContext } from '../draft/draft.ts';
import type { Target } from '../request.ts';

const DEFAULT_OUTPUT = 32_000;
const UNKNOWN_OUTPUT = 8_192;

/** Output tokens to request: the requested number, up to what the model can produce. */
export function outputLimit(target: Target, context: RuleContext): number {
  const { maxOutput, contextWindow } = target.model;
  const requested = target.maxOutputTokens ?? target.parameters?.set.maxOutput;
  const askedTokens = requested ?? (maxOutput === null ? UNKNOWN_OUTPUT : DEFAULT_OUTPUT);
  let limit = Math.max(1, Math.floor(Number.isFinite(askedTokens) ? askedTokens : UNKNOWN_OUTPUT));
  if (maxOutput !== null) limit = Math.min(limit, maxOutput);
  // The answer shares the window with the question: at most half of it, and a quarter unless more was requested.
  const share = requested === undefined ? 4 : 2;
  if (contextWindow !== null) limit = Math.min(limit, Math.max(1, Math.floor(contextWindow / share)));
  if (requested !== undefined && limit !== requested)
    context.notes.add('limit-output', undefined, `${requested} -> ${limit}`);
  return limit;
}
