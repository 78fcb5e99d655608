import type { HistoryMessage } from '../message.ts';
import { estimateMessages } from '../window/estimate-request.ts';
import type { TokenWeights } from '../window/token-weights.ts';

/**
 * How many of the newest messages are sent verbatim after a summary: complete rounds of an answer with its results, or
 * user messages, as far as they fit `tokens`. Unanswered messages are always sent, whatever their size.
 */
export function chooseRecentRounds(history: readonly HistoryMessage[], tokens: number, weights: TokenWeights): number {
  let count = 0;
  let size = 0;
  for (let index = history.length - 1; index >= 0; index--) {
    const message = history[index];
    if (!message) break;
    size += estimateMessages([message], weights);
    // Results follow their answer. One is never sent without the other.
    if (message.role === 'tool') continue;
    const unseen = count === 0 && history.at(-1)?.role !== 'assistant';
    if (size > tokens && !unseen) break;
    count = history.length - index;
  }
  return count;
}
