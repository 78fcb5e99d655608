import type { Part } from '#core/message.ts';
import type { Note, NormalizedRequest, Target } from '#core/request.ts';
import { estimateMessages, estimateTools } from '#core/window/estimate-request.ts';
import { weightsFor } from '#core/window/token-weights.ts';

/**
 * If less than this share was read, the prompt lost its beginning. Tokenizers differ from Baton's estimate by less than
 * that. A server that excludes cached tokens from its count would look the same, but Ollama doesn't (it counts the
 * entire prompt).
 */
const READ_AT_LEAST = 0.6;
/** Smaller prompts fit into the smallest context there is. */
const SMALLEST_CONTEXT = 2048;

/**
 * Estimated tokens of the prompt's text. Images are excluded because every model counts them differently. The estimate
 * isn't calibrated, because calibration would follow the very truncation this check looks for.
 */
export function expectedTokens({ messages, system, tools }: NormalizedRequest, { model }: Target): number {
  const weights = weightsFor(model);
  const texts = messages.map((message) => ({ ...message, parts: message.parts.filter(isText) }));
  return estimateMessages(texts, weights) + estimateTools(system, tools, weights);
}

const isText = ({ type }: Part): boolean => type !== 'image' && type !== 'file';

/** Returns a note when the reported count shows that much of the prompt wasn't read. */
export function promptCut(expected: number | null, reported: number | null): Note[] {
  if (expected === null || !reported || expected < SMALLEST_CONTEXT || reported >= expected * READ_AT_LEAST) return [];
  return [{ rule: 'vendor-cut-prompt', detail: `${reported} of about ${Math.round(expected)} tokens were read` }];
}
