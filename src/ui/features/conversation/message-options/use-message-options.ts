import { useMemo, useState } from 'react';
import type { MessageOption, MessageOptions, DraftOptions } from '#core/message-options.ts';
import { isHookEnabled } from '#core/reliability/configuration.ts';
import type { Watch } from '#core/reliability/keywords.ts';
import { useConfiguration } from '#ui/data/use-configuration.ts';
import { withoutOption, mergeOptions } from './options-of.ts';
import { detectOptions, type DetectedOption, type DetectOptions } from './detect-options.ts';

export interface UseMessageOptions extends Pick<DetectOptions, 'asks' | 'words'> {
  /** What is kept with the draft; the rest follows from its words. */
  kept: DraftOptions;
  /** Both answer what is kept then. */
  add: (asks: MessageOptions) => DraftOptions;
  remove: (ask: MessageOption) => DraftOptions;
  /** Begins anew with these. */
  restore: (kept: DraftOptions) => void;
}

/** Words are looked for where somebody switched that on; what they set is in view at once and can be removed. */
export function useDetectedKeywords(sessionId: string): Watch {
  const configuration = useConfiguration(sessionId).state?.configuration;
  const keywords = configuration !== undefined && isHookEnabled(configuration, 'keyword-detector');
  const thinking = configuration !== undefined && isHookEnabled(configuration, 'think-mode');
  return useMemo(() => ({ keywords, thinking }), [keywords, thinking]);
}

/** What the message that is being written asks for. */
export function useMessageOptions(asking: DetectedOption): UseMessageOptions {
  const [kept, setKept] = useState<DraftOptions>({});
  const { asks, words, named } = detectOptions(asking, kept);
  const { unwanted = [], ...chosen } = kept;
  const keep = (next: MessageOptions, not: readonly MessageOption[]): DraftOptions => {
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
    add: (more) => keep(mergeOptions(chosen, more), unwanted),
    remove: (ask) => keep(withoutOption(chosen, ask), named.has(ask) ? [...new Set([...unwanted, ask])] : unwanted),
    restore: setKept,
  };
}
