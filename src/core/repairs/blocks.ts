import { isKnownBlock } from '../normalize/rules/vendor-blocks.ts';
import type { NormalizedRequest } from '../request.ts';
import { list } from '../wire/json.ts';
import type { Failure } from './failure.ts';
import { isObject } from '../json.ts';

/** Opaque reasoning, by the names of all wire forms. */
const THINKING: ReadonlySet<string> = new Set(['thinking', 'redacted_thinking', 'reasoning']);

export const isThinkingTag = (tag: string): boolean => THINKING.has(tag);

export const isMediaTag = (tag: string): boolean => /^(input_)?(image|file)(_url)?$|^document$/.test(tag);

/**
 * Kinds of vendor blocks that the vendor refuses: the kind that it names, else the one at the position that it names,
 * else all kinds that Baton does not know, and if it knows all of them, all that were sent.
 */
export function blocksToOmit(
  { block, messageIndex, blockIndex, parameter }: Failure,
  { messages }: NormalizedRequest,
  sent: readonly unknown[],
): string[] {
  const kinds = new Set(
    messages.flatMap(({ parts }) => parts.flatMap((part) => (part.type === 'vendor_block' ? [part.kind] : []))),
  );
  if (kinds.size === 0) return [];
  if (block !== undefined && kinds.has(block)) return [block];
  const place = messageIndex === undefined ? undefined : contentOf(sent[messageIndex])[blockIndex ?? -1];
  // Gemini's parts are identified by their only key.
  const there = isObject(place) ? [...kinds].find((kind) => place.type === kind || kind in place) : undefined;
  if (there !== undefined) return [there];
  // The error is about something else: a setting, or a block that Baton renders itself.
  if (parameter !== undefined || place !== undefined) return [];
  const unknown = [...kinds].filter((kind) => !isKnownBlock(kind));
  return unknown.length > 0 ? unknown : [...kinds];
}

function contentOf(message: unknown): unknown[] {
  if (!isObject(message)) return [];
  return Array.isArray(message.parts) ? list(message.parts) : list(message.content);
}
