import type { HistoryMessage } from '../message.ts';
import { estimatePart } from '../window/estimate-request.ts';
import type { TokenWeights } from '../window/token-weights.ts';
import { truncateOutput } from '../window/truncate-output.ts';

/** What remains of an old result. */
const CAP = 256;
/** How many of the newest answers keep their results unchanged: the model is working with them. */
const RECENT_ANSWERS = 3;

export interface ShortenedResult {
  message: number;
  part: number;
  text: string;
}

/**
 * Picks old tool results that can be truncated without much loss, oldest first, until `tokens` are saved. Returns a
 * view; the history stays as it is.
 */
export function shortenOldResults(
  history: readonly HistoryMessage[],
  tokens: number,
  weights: TokenWeights,
): ShortenedResult[] {
  const answers = history.flatMap(({ role }, index) => (role === 'assistant' ? [index] : []));
  const end = answers.at(-RECENT_ANSWERS) ?? 0;
  const shortened: ShortenedResult[] = [];
  let saved = 0;
  for (const [message, { parts }] of history.slice(0, end).entries())
    for (const [part, own] of parts.entries()) {
      if (saved >= tokens) return shortened;
      if (own.type !== 'tool_result') continue;
      const size = estimatePart(own, weights);
      if (size <= CAP * 2) continue;
      const { text, truncated } = truncateOutput(own.text, { maxTokens: CAP });
      if (!truncated) continue;
      saved += size - estimatePart({ ...own, text }, weights);
      shortened.push({ message, part, text });
    }
  return shortened;
}
