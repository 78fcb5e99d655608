import type { Part } from '#core/message.ts';
import type { Note, NormalizedRequest, Target } from '#core/request.ts';
import { estimateMessages, estimateTools } from '#core/window/estimate-request.ts';
import { weightsFor } from '#core/window/token-weights.ts';

/**
 * A prompt of which less than this was read has lost its front. Vocabularies differ from ours by less; a server that
 * leaves cached tokens out of its count would look the same, and Ollama does not (it counts the whole prompt).
 */
const READ_AT_LEAST = 0.6;
/** Smaller prompts fit into the smallest context there is. */
const SMALLEST_CONTEXT = 2048;

/**
 * Tokens of the prompt's text by our own count. Pictures count differently at every model, and calibration would follow
 * the very cut that is looked for.
 */
export function expectedTokens({ messages, system, tools }: NormalizedRequest, { model }: Target): number {
  const weights = weightsFor(model);
  const texts = messages.map((message) => ({ ...message, parts: message.parts.filter(isText) }));
  return estimateMessages(texts, weights) + estimateTools(system, tools, weights);
}

const isText = ({ type }: Part): boolean => type !== 'image' && type !== 'file';

/** What the reported count says about the prompt: a note when most of it was not read. */
export function promptCut(expected: number | null, reported: number | null): Note[] {
  if (expected === null || !reported || expected < SMALLEST_CONTEXT || reported >= expected * READ_AT_LEAST) return [];
  return [{ rule: 'vendor-cut-prompt', detail: `${reported} of about ${Math.round(expected)} tokens were read` }];
}
