import { useEffect } from 'react';
import { useServices } from '#ui/data/services.ts';
import { SEEN_HINTS_KEY } from '#core/setting-keys.ts';
import { readSeenHints } from '#ui/data/preferences.ts';
import type { HintId } from './hint-ids.ts';
import { offerHint } from './current-hint.ts';

/** Explains the calling component once, in the line above the message box. */
export function useHint(id: HintId): void {
  const { settings } = useServices();
  useEffect(() => {
    const seen = () => readSeenHints(settings.store.getState().values);
    if (seen().includes(id)) return undefined;
    return offerHint(id, () => void settings.set(SEEN_HINTS_KEY, [...seen(), id]));
  }, [id, settings]);
}
