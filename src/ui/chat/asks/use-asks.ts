import { useMemo, useState } from 'react';
import type { Asks } from '#core/asks.ts';
import type { ThinkingLevel, ThinkingSupport } from '#core/model.ts';
import { isHookEnabled } from '#core/reliability/configuration.ts';
import { findKeywords, type Keyword, type Watch } from '#core/reliability/keywords.ts';
import { effectiveLevel } from '#ui/models/thinking-levels.ts';
import { useConfiguration } from '#ui/reliability/use-configuration.ts';
import { asksWithout, joinAsks, type Ask } from './asks-of.ts';

const LEVELS: readonly ThinkingLevel[] = ['off', 'low', 'medium', 'high'];

export interface UseAsks {
  /** All that the message asks for as it stands now. */
  asks: Asks;
  /** What was chosen; the rest follows from words of the text. */
  chosen: Asks;
  /** The word of the message that asks for it, where nobody chose it. */
  words: Partial<Record<Ask, string>>;
  add: (asks: Asks) => Asks;
  remove: (ask: Ask) => Asks;
  /** Begins anew with these. */
  restore: (asks: Asks) => void;
}

interface Asking {
  text: string;
  /** Of the conversation, and what its model can do; null where that is not known. */
  thinking: { level: ThinkingLevel; support: ThinkingSupport } | null;
  watch: Watch;
}

/** Words are looked for where somebody switched that on; what they set is in view at once and can be removed. */
export function useWatch(sessionId: string): Watch {
  const configuration = useConfiguration(sessionId).state?.configuration;
  const keywords = configuration !== undefined && isHookEnabled(configuration, 'keyword-detector');
  const thinking = configuration !== undefined && isHookEnabled(configuration, 'think-mode');
  return useMemo(() => ({ keywords, thinking }), [keywords, thinking]);
}

/** What the message that is being written asks for. `add` and `remove` answer what is chosen then. */
export function useAsks({ text, thinking, watch }: Asking): UseAsks {
  const [chosen, setChosen] = useState<Asks>({});
  const [unwanted, setUnwanted] = useState<ReadonlySet<Ask>>(new Set());
  const found = useMemo(() => findKeywords(text, watch), [text, watch]);
  const named = new Set(found.flatMap(asksIn));
  // A word that is gone is wanted again when it is written again.
  if ([...unwanted].some((ask) => !named.has(ask))) {
    setUnwanted(new Set([...unwanted].filter((ask) => named.has(ask))));
  }
  let asks = chosen;
  const words: UseAsks['words'] = {};
  for (const { word, asks: wanted } of found) {
    const [ask] = asksIn({ word, asks: wanted });
    if (ask === undefined || unwanted.has(ask) || has(chosen, ask) || !raises(wanted, thinking)) continue;
    asks = joinAsks(asks, wanted);
    words[ask] = word;
  }
  return {
    asks,
    chosen,
    words,
    add(more) {
      const next = joinAsks(chosen, more);
      setChosen(next);
      return next;
    },
    remove(ask) {
      const next = asksWithout(chosen, ask);
      setChosen(next);
      if (named.has(ask)) setUnwanted(new Set([...unwanted, ask]));
      return next;
    },
    restore(next) {
      setChosen(next);
      setUnwanted(new Set());
    },
  };
}

function asksIn({ asks: { thinking, modes = [] } }: Keyword): Ask[] {
  return thinking ? ['thinking', ...modes] : [...modes];
}

function has({ thinking, modes = [] }: Asks, ask: Ask): boolean {
  return ask === 'thinking' ? thinking !== undefined : modes.includes(ask);
}

/** A word asks for more thinking than there would be: where there is as much already it changes nothing. */
function raises({ thinking: wanted }: Asks, now: Asking['thinking']): boolean {
  if (wanted === undefined) return true;
  if (!now) return false;
  const height = (level: ThinkingLevel) => LEVELS.indexOf(effectiveLevel(level, now.support));
  return height(wanted) > height(now.level);
}
