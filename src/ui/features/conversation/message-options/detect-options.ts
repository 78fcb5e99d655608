import { mergeOptions, type MessageOption, type MessageOptions, type DraftOptions } from '#core/message-options.ts';
import type { ThinkingLevel } from '#core/model.ts';
import type { Watch } from '#core/reliability/keywords.ts';
import { findKeywords } from '#texts/user-words.ts';
import type { ThinkingSupport } from '#core/vendors/base/model-facts.ts';
import { effectiveLevel } from '#ui/shared/models/thinking-levels.ts';

const LEVELS: readonly ThinkingLevel[] = ['off', 'low', 'medium', 'high'];

export interface DetectedOption {
  text: string;
  /** The conversation's level and its model's support; `null` when unknown. */
  thinking: { level: ThinkingLevel; support: ThinkingSupport } | null;
  watch: Watch;
}

export interface DetectOptions {
  /** All options of the message as it is now. */
  asks: MessageOptions;
  /** The word of the message that set an option, unless the user chose it. */
  triggers: Partial<Record<MessageOption, string>>;
  /** Every option that the words name, including removed ones. */
  named: ReadonlySet<MessageOption>;
}

/** The options of a draft. The user's choices take precedence over options from its words. */
export function detectOptions(
  { text, thinking, watch }: DetectedOption,
  { unwanted = [], ...chosen }: DraftOptions,
): DetectOptions {
  let asks: MessageOptions = chosen;
  const triggers: DetectOptions['triggers'] = {};
  const named = new Set<MessageOption>();
  for (const { word, asks: requested } of findKeywords(text, watch)) {
    const ask = requested.thinking ? 'thinking' : requested.modes?.[0];
    if (ask === undefined) continue;
    named.add(ask);
    if (unwanted.includes(ask) || has(chosen, ask) || !raises(requested, thinking)) continue;
    asks = mergeOptions(asks, requested);
    triggers[ask] = word;
  }
  return { asks, triggers, named };
}

function has({ thinking, modes = [] }: MessageOptions, ask: MessageOption): boolean {
  return ask === 'thinking' ? thinking !== undefined : modes.includes(ask);
}

/** Whether a word raises the thinking level. It has no effect if the level is already as high. */
function raises({ thinking: requested }: MessageOptions, now: DetectedOption['thinking']): boolean {
  if (requested === undefined) return true;
  if (!now) return false;
  const height = (level: ThinkingLevel) => LEVELS.indexOf(effectiveLevel(level, now.support));
  return height(requested) > height(now.level);
}
