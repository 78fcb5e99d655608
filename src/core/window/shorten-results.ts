import { toolCallsOf, type CallItem, type Draft, type RuleContext } from '../draft/draft.ts';
import { estimatePart } from './estimate-request.ts';
import { weightsFor } from './token-weights.ts';
import { truncateOutput } from './truncate-output.ts';

/** Maximum tokens of a text, tried in turn. There are few steps, so the same cut holds for many requests. */
export const RESULT_TOKEN_CAPS = [65_536, 32_768, 16_384, 8_192, 4_096, 2_048, 1_024, 512, 256, 128];

/** Truncates the results of one turn to the largest limit under which it fits. Returns its tokens after that. */
export function shortenResults(draft: Draft, tokens: number, limit: number, context: RuleContext): number {
  const weights = weightsFor(context.target.model);
  const factor = context.target.tokenFactor ?? 1;
  const calls = draft.items.flatMap((item) => (item.role === 'assistant' ? toolCallsOf(item) : []));
  const sizes = calls.map(({ result }) => (result ? estimatePart(result.part, weights) * factor : 0));
  const saved = (cap: number) => sizes.reduce((total, size) => total + Math.max(0, size - cap), 0);
  const cap =
    RESULT_TOKEN_CAPS.find((candidate) => tokens - saved(candidate) <= limit) ?? RESULT_TOKEN_CAPS.at(-1) ?? 0;
  let left = tokens;
  for (const [index, call] of calls.entries()) {
    const size = sizes[index] ?? 0;
    if (size <= cap) continue;
    // Weights differ by vocabulary. The truncation counts in its own.
    shorten(call, (cap / size) * estimatePart(call.result?.part ?? call.part, weights), context);
    left -= size - (call.result ? estimatePart(call.result.part, weights) * factor : 0);
  }
  return left;
}

function shorten(call: CallItem, maxTokens: number, context: RuleContext): void {
  if (!call.result) return;
  const { part, at } = call.result;
  const { text, truncated, removedBytes } = truncateOutput(part.text, { maxTokens });
  if (!truncated) return;
  context.note('shorten-result', at, `${removedBytes} bytes left out`);
  call.result = { part: { ...part, text }, at };
}
