import { useMemo } from 'react';
import type { SessionTarget } from '#storage/rows.ts';
import { useModels } from '#ui/data/use-models.ts';
import { useDefaultTarget, useDefaultThinking, useRecentModels } from '#ui/data/preferences.ts';
import { chooseTarget } from './choose-target.ts';

/** The target of a conversation for which no model was chosen: a new one, or one from another app. */
export function useFirstTarget(): SessionTarget | null {
  const models = useModels();
  const [preferred] = useDefaultTarget();
  const [recent] = useRecentModels();
  const [thinking] = useDefaultThinking();
  return useMemo(() => chooseTarget(models, preferred, recent, thinking), [models, preferred, recent, thinking]);
}
