import { MODES, type Ask, type Asks, type Mode } from '#core/asks.ts';
import type { StoredMessage } from '#storage/rows.ts';

/** What a stored message asked for; modes that this version does not know are left out. */
export function asksOf({ thinking, parts }: Pick<StoredMessage, 'thinking' | 'parts'>): Asks {
  const added = new Set(parts.map((part) => (part.type === 'text' ? part.mode : undefined)));
  const modes = MODES.filter((mode) => added.has(mode));
  return { ...(thinking && { thinking }), ...(modes.length > 0 && { modes }) };
}

/** Both; where both name a level, that of `more`. */
export function joinAsks(asks: Asks, more: Asks): Asks {
  const thinking = more.thinking ?? asks.thinking;
  const named = new Set<Mode>([...(asks.modes ?? []), ...(more.modes ?? [])]);
  const modes = MODES.filter((mode) => named.has(mode));
  return { ...(thinking && { thinking }), ...(modes.length > 0 && { modes }) };
}

export function asksWithout({ thinking, modes = [] }: Asks, ask: Ask): Asks {
  return joinAsks(ask !== 'thinking' && thinking ? { thinking } : {}, { modes: modes.filter((mode) => mode !== ask) });
}
