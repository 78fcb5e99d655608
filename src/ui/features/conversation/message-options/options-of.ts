import { mergeOptions, MODES, type MessageOption, type MessageOptions } from '#core/message-options.ts';
import type { StoredMessage } from '#storage/rows.ts';

/** The options of a stored message. Modes unknown to this version are left out. */
export function optionsOf({ thinking, parts }: Pick<StoredMessage, 'thinking' | 'parts'>): MessageOptions {
  const added = new Set(parts.map((part) => (part.type === 'text' ? part.mode : undefined)));
  const modes = MODES.filter((mode) => added.has(mode));
  return { ...(thinking && { thinking }), ...(modes.length > 0 && { modes }) };
}

export function withoutOption({ thinking, modes = [] }: MessageOptions, ask: MessageOption): MessageOptions {
  return mergeOptions(ask !== 'thinking' && thinking ? { thinking } : {}, {
    modes: modes.filter((mode) => mode !== ask),
  });
}
