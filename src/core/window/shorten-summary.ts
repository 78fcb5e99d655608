import type { RuleContext, UserItem } from '../draft/draft.ts';
import { estimatePart } from './estimate-request.ts';
import { RESULT_TOKEN_CAPS } from './shorten-results.ts';
import { weightsFor } from './token-weights.ts';
import { truncateOutput } from './truncate-output.ts';

/**
 * Truncates a summary that was written for a larger window to at most `budget` tokens. Removes its last parts first,
 * because goal and constraints are in the first. The stored summary is unchanged.
 */
export function shortenSummary(summary: UserItem, budget: number, context: RuleContext): UserItem {
  const weights = weightsFor(context.target.model);
  const factor = context.target.tokenFactor ?? 1;
  const sizes = summary.parts.map(({ part }) => estimatePart(part, weights) * factor);
  let excess = sizes.reduce((sum, size) => sum + size, 0) - budget;
  if (excess <= 0) return summary;
  const parts = summary.parts.toReversed().map((placed, index) => {
    const size = sizes.at(-1 - index) ?? 0;
    if (excess <= 0 || placed.part.type !== 'text') return placed;
    const cap = RESULT_TOKEN_CAPS.find((tokens) => tokens <= size - excess) ?? 0;
    const { text, truncated, removedBytes } = truncateOutput(placed.part.text, { maxTokens: cap / factor });
    if (!truncated) return placed;
    const part = { ...placed.part, text };
    excess -= size - estimatePart(part, weights) * factor;
    context.notes.add('shorten-summary', placed.at, `${removedBytes} bytes left out`);
    return { ...placed, part };
  });
  return { ...summary, parts: parts.toReversed() };
}
