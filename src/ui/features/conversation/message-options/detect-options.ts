import type { MessageOption, MessageOptions, DraftOptions } from '#core/message-options.ts';
import type { ThinkingLevel, ThinkingSupport } from '#core/model.ts';
import { findKeywords, type Watch } from '#core/reliability/keywords.ts';
import { effectiveLevel } from '#ui/shared/models/thinking-levels.ts';
import { mergeOptions } from './options-of.ts';

const LEVELS: readonly ThinkingLevel[] = ['off', 'low', 'medium', 'high'];

export interface DetectedOption {
  text: string;
  /** Of the conversation, and what its model can do; null where that is not known. */
  thinking: { level: ThinkingLevel; support: ThinkingSupport } | null;
  watch: Watch;
}

export interface DetectOptions {
  /** All that the message asks for as it stands now. */
  asks: MessageOptions;
  /** The word of the message that asks for it, where nobody chose it. */
  words: Partial<Record<MessageOption, string>>;
  /** Everything that words of the message name, wanted or not. */
  named: ReadonlySet<MessageOption>;
}

/** What a message that is being written asks for: what was chosen goes before what its words ask for. */
export function detectOptions(
  { text, thinking, watch }: DetectedOption,
  { unwanted = [], ...chosen }: DraftOptions,
): DetectOptions {
  let asks: MessageOptions = chosen;
  const words: DetectOptions['words'] = {};
  const named = new Set<MessageOption>();
  for (const { word, asks: wanted } of findKeywords(text, watch)) {
    const ask = wanted.thinking ? 'thinking' : wanted.modes?.[0];
    if (ask === undefined) continue;
    named.add(ask);
    if (unwanted.includes(ask) || has(chosen, ask) || !raises(wanted, thinking)) continue;
    asks = mergeOptions(asks, wanted);
    words[ask] = word;
  }
  return { asks, words, named };
}

function has({ thinking, modes = [] }: MessageOptions, ask: MessageOption): boolean {
  return ask === 'thinking' ? thinking !== undefined : modes.includes(ask);
}

/** A word asks for more thinking than there would be: where there is as much already it changes nothing. */
function raises({ thinking: wanted }: MessageOptions, now: DetectedOption['thinking']): boolean {
  if (wanted === undefined) return true;
  if (!now) return false;
  const height = (level: ThinkingLevel) => LEVELS.indexOf(effectiveLevel(level, now.support));
  return height(wanted) > height(now.level);
}
