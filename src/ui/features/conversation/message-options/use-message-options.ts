import { useMemo, useState } from 'react';
import { mergeOptions, type MessageOption, type MessageOptions, type DraftOptions } from '#core/message-options.ts';
import { isHookEnabled } from '#core/reliability/configuration.ts';
import type { Watch } from '#core/reliability/keywords.ts';
import { useConfiguration } from '#ui/data/use-configuration.ts';
import { withoutOption } from './options-of.ts';
import { detectOptions, type DetectedOption, type DetectOptions } from './detect-options.ts';

export interface UseMessageOptions extends Pick<DetectOptions, 'asks' | 'triggers'> {
  /** Stored with the draft. The other options are derived from its words. */
  stored: DraftOptions;
  /** Both return the options to store. */
  add: (asks: MessageOptions) => DraftOptions;
  remove: (ask: MessageOption) => DraftOptions;
  /** Replaces the options with these. */
  restore: (stored: DraftOptions) => void;
}

/** Words set options only if the user has switched that on. The options are visible at once and can be removed. */
export function useDetectedKeywords(sessionId: string): Watch {
  const configuration = useConfiguration(sessionId).state?.configuration;
  const keywords = configuration !== undefined && isHookEnabled(configuration, 'keyword-detector');
  const thinking = configuration !== undefined && isHookEnabled(configuration, 'think-mode');
  return useMemo(() => ({ keywords, thinking }), [keywords, thinking]);
}

/** The options of the message being written. */
export function useMessageOptions(asking: DetectedOption): UseMessageOptions {
  const [stored, setStored] = useState<DraftOptions>({});
  const { asks, triggers, named } = detectOptions(asking, stored);
  const { unwanted = [], ...chosen } = stored;
  const keep = (next: MessageOptions, not: readonly MessageOption[]): DraftOptions => {
    const all = not.length === 0 ? next : { ...next, unwanted: [...not] };
    setStored(all);
    return all;
  };
  // A removed option counts again when its word is deleted and written again.
  const watching = asking.watch.keywords || asking.watch.thinking;
  if (watching && unwanted.some((ask) => !named.has(ask))) {
    keep(
      chosen,
      unwanted.filter((ask) => named.has(ask)),
    );
  }
  return {
    asks,
    triggers,
    stored,
    add: (more) => keep(mergeOptions(chosen, more), unwanted),
    remove: (ask) => keep(withoutOption(chosen, ask), named.has(ask) ? [...new Set([...unwanted, ask])] : unwanted),
    restore: setStored,
  };
}
