import type { StoredMessage } from '#storage/rows.ts';

const LINE = 26;
const LETTERS_PER_LINE = 84;
const WIDE = /[\u1100-\u11ff\u3040-\u30ff\u3130-\u318f\u3400-\u9fff\uac00-\ud7af\uff00-\uffef]/g;
/** A longer question is folded. */
const FOLDED_QUESTION = 420;

function linesOf(text: string): number {
  const sample = text.slice(0, 20_000);
  const wide = sample.match(WIDE)?.length ?? 0;
  const breaks = sample.split('\n').length - 1;
  const lines = Math.ceil((sample.length + wide * 0.8) / LETTERS_PER_LINE) + breaks * 0.7;
  return lines * (text.length / Math.max(1, sample.length));
}

const cache = new WeakMap<StoredMessage, number>();

/**
 * The height in pixels of a message that was never rendered, accurate enough that the scrollbar hardly moves when it
 * is.
 */
export function estimateHeight(message: StoredMessage): number {
  const cached = cache.get(message);
  if (cached !== undefined) return cached;
  let height = message.role === 'user' ? 64 : 96;
  for (const part of message.parts) {
    // A mode is one mark among those below the words.
    if (part.type === 'text' && part.mode !== undefined) height += 8;
    else if (part.type === 'text' || part.type === 'refusal') height += linesOf(part.text) * LINE;
    else if (part.type === 'thinking' || part.type === 'redacted_thinking' || part.type === 'tool_call') height += 36;
    else if (part.type === 'image') height += 180;
    else height += 40;
  }
  if (message.role === 'user') height = message.author ? 56 : Math.min(height, FOLDED_QUESTION);
  if (message.thinking) height += 36;
  if (message.error) height += 140;
  const rounded = Math.max(56, Math.round(height));
  cache.set(message, rounded);
  return rounded;
}
