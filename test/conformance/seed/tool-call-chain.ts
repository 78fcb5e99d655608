import type { HistoryMessage, Part } from '#core/message.ts';
import { pairCalls, type PairedCall } from '#core/pair-calls.ts';

/**
 * Returns a view of a history in which every call is followed directly by its results, in the order of the calls. It
 * leaves out calls without a result, results without a call, repeated results, and answers that become empty. The
 * request compiler keeps more (it closes open calls and passes stray results on as text).
 */
export function fixAnthropicToolCallChain(history: readonly HistoryMessage[]): HistoryMessage[] {
  const { calls } = pairCalls(history);
  const fixed: HistoryMessage[] = [];
  for (const [index, message] of history.entries()) {
    const answered = (calls.get(index) ?? []).filter(({ result }) => result !== null);
    const left = message.parts.filter((part, at) => keeps(part, at, answered));
    if (left.length > 0) fixed.push(left.length === message.parts.length ? message : { ...message, parts: left });
    const results = answered.flatMap(({ result }): Part[] => (result ? [result.content] : []));
    if (results.length > 0) fixed.push({ role: 'tool', parts: results });
  }
  return fixed;
}

function keeps(part: Part, at: number, answered: readonly PairedCall[]): boolean {
  if (part.type === 'tool_result') return false;
  return part.type !== 'tool_call' || answered.some((call) => call.part === at);
}
