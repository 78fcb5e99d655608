import { useMemo, useState } from 'react';
import type { Ask, Asks, DraftAsks } from '#core/asks.ts';
import { isHookEnabled } from '#core/reliability/configuration.ts';
import type { Watch } from '#core/reliability/keywords.ts';
import { useConfiguration } from '#ui/data/use-configuration.ts';
import { asksWithout, joinAsks } from './asks-of.ts';
import { readAsks, type Asking, type ReadAsks } from './read-asks.ts';

export interface UseAsks extends Pick<ReadAsks, 'asks' | 'words'> {
  /** What is kept with the draft; the rest follows from its words. */
  kept: DraftAsks;
  /** Both answer what is kept then. */
  add: (asks: Asks) => DraftAsks;
  remove: (ask: Ask) => DraftAsks;
  /** Begins anew with these. */
  restore: (kept: DraftAsks) => void;
}

/** Words are looked for where somebody switched that on; what they set is in view at once and can be removed. */
export function useWatch(sessionId: string): Watch {
  const configuration = useConfiguration(sessionId).state?.configuration;
  const keywords = configuration !== undefined && isHookEnabled(configuration, 'keyword-detector');
  const thinking = configuration !== undefined && isHookEnabled(configuration, 'think-mode');
  return useMemo(() => ({ keywords, thinking }), [keywords, thinking]);
}

/** What the message that is being written asks for. */
export function useAsks(asking: Asking): UseAsks {
  const [kept, setKept] = useState<DraftAsks>({});
  const { asks, words, named } = readAsks(asking, kept);
  const { unwanted = [], ...chosen } = kept;
  const keep = (next: Asks, not: readonly Ask[]): DraftAsks => {
    const all = not.length === 0 ? next : { ...next, unwanted: [...not] };
    setKept(all);
    return all;
  };
  // A word that is gone is wanted again when it is written again.
  const watching = asking.watch.keywords || asking.watch.thinking;
  if (watching && unwanted.some((ask) => !named.has(ask))) {
    keep(
      chosen,
      unwanted.filter((ask) => named.has(ask)),
    );
  }
  return {
    asks,
    words,
    kept,
    add: (more) => keep(joinAsks(chosen, more), unwanted),
    remove: (ask) => keep(asksWithout(chosen, ask), named.has(ask) ? [...new Set([...unwanted, ask])] : unwanted),
    restore: setKept,
  };
}
