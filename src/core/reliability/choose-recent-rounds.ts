import type { HistoryMessage } from '../message.ts';
import { estimateMessages } from '../window/estimate-request.ts';
import type { TokenWeights } from '../window/token-weights.ts';

/**
 * How many of the newest messages go along word for word behind a summary: whole rounds of an answer with its results,
 * or what the person said, as far as they fit `tokens`. What nobody has answered yet goes along whatever it takes.
 */
export function chooseRecentRounds(history: readonly HistoryMessage[], tokens: number, weights: TokenWeights): number {
  let kept = 0;
  let size = 0;
  for (let index = history.length - 1; index >= 0; index--) {
    const message = history[index];
    if (!message) break;
    size += estimateMessages([message], weights);
    // Results stand behind their answer: never the one without the other.
    if (message.role === 'tool') continue;
    const unseen = kept === 0 && history.at(-1)?.role !== 'assistant';
    if (size > tokens && !unseen) break;
    kept = history.length - index;
  }
  return kept;
}
