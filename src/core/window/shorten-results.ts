import { type AssistantPart, type CallItem, isCall, type Item, type RuleContext, toolCallsOf } from '../draft/draft.ts';
import { SplitList } from '../list-start.ts';
import { estimatePart } from './estimate-request.ts';
import { weightsFor } from './token-weights.ts';
import { truncateOutput } from './truncate-output.ts';

/** Maximum tokens of a text, tried in turn. There are few steps, so the same cut holds for many requests. */
export const RESULT_TOKEN_CAPS = [65_536, 32_768, 16_384, 8_192, 4_096, 2_048, 1_024, 512, 256, 128];

/** Truncates the results of one turn to the largest limit under which it fits. Returns it and its tokens after that. */
export function shortenResults(
  given: SplitList<Item>,
  tokens: number,
  limit: number,
  context: RuleContext,
): { items: SplitList<Item>; tokens: number } {
  const items = given.slice();
  const weights = weightsFor(context.target.model);
  const factor = context.target.tokenFactor ?? 1;
  const sizeOf = ({ result }: CallItem) => (result ? estimatePart(result.part, weights) * factor : 0);
  const sizes = items.flatMap((item) => (item.role === 'assistant' ? toolCallsOf(item).map(sizeOf) : []));
  const saved = (cap: number) => sizes.reduce((total, size) => total + Math.max(0, size - cap), 0);
  const cap =
    RESULT_TOKEN_CAPS.find((candidate) => tokens - saved(candidate) <= limit) ?? RESULT_TOKEN_CAPS.at(-1) ?? 0;
  let left = tokens;
  const shortened = (placed: AssistantPart): AssistantPart => {
    if (!isCall(placed)) return placed;
    const size = sizeOf(placed);
    if (size <= cap) return placed;
    // Weights differ by vocabulary. The truncation counts in its own.
    const part = placed.result?.part ?? placed.part;
    const call = shorten(placed, (cap / size) * estimatePart(part, weights), context);
    left -= size - sizeOf(call);
    return call;
  };
  const shorter = items.map((item) =>
    item.role === 'assistant' && item.parts.some(isCall) ? { ...item, parts: item.parts.map(shortened) } : item,
  );
  return { items: SplitList.of(shorter), tokens: left };
}

function shorten(call: CallItem, maxTokens: number, context: RuleContext): CallItem {
  if (!call.result) return call;
  const { part, at } = call.result;
  const { text, truncated, removedBytes } = truncateOutput(part.text, { maxTokens });
  if (!truncated) return call;
  context.notes.add('shorten-result', at, `${removedBytes} bytes left out`);
  return { ...call, result: { part: { ...part, text }, at } };
}
