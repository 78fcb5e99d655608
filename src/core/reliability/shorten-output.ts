import type { Shortened } from '../call-outcome.ts';
import { fitsTokens, outputBudget, truncateOutput } from '../window/truncate-output.ts';

export interface OutputLimit {
  window: { limit: number; used: number } | null;
  /** Calls of the same step, which share the remaining tokens. */
  calls: number;
  toolCap: number | undefined;
}

export interface ShortenedOutput {
  text: string;
  shortened?: Shortened;
}

/** Tokens that one result of a step may take. */
export function outputLimitFor({ window, calls, toolCap }: OutputLimit): number {
  const cap = toolCap === undefined ? {} : { toolCap };
  if (window === null) return outputBudget({ limit: Number.MAX_SAFE_INTEGER, used: 0, ...cap });
  const left = Math.max(0, window.limit - window.used) / Math.max(1, calls);
  return outputBudget({ limit: left, used: 0, ...cap });
}

/**
 * Returns the text that the model gets. A text that is too long is first stored in full; the truncated one says how to
 * read the rest. Done once, when the result arrives, because text that was sent once must not change.
 */
export async function shortenOutput(
  text: string,
  maxTokens: number,
  keep: () => Promise<string>,
): Promise<ShortenedOutput> {
  if (fitsTokens(text, Math.max(maxTokens, MIN_TOKENS))) return { text };
  const output = await keep();
  const {
    text: shortened,
    removedLines,
    removedBytes,
  } = truncateOutput(text, { maxTokens, handle: outputHandle(output) });
  return { text: shortened, shortened: { output, removedLines, removedBytes } };
}

/** For a text shorter than this, the notice would save nothing. */
const MIN_TOKENS = 60;

/** How the model reads the full output of a call again. */
export function outputHandle(id: string): string {
  return `read_tool_output ${JSON.stringify({ id })}`;
}
