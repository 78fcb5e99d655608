import { useCallback } from 'react';
import type { ActiveRun } from '#state/active-runs.ts';
import { useT } from '#ui/kit/i18n/use-t.ts';

/** The phase of a run in a word or two: `Step 3 · calling tools`. */
export function usePhaseLabel(): (run: Pick<ActiveRun, 'phase' | 'step'>) => string {
  const t = useT('agent');
  const runs = useT('runs');
  return useCallback(
    ({ phase, step }) => {
      const word = phase === 'queued' ? runs('phase.queued') : t(`phase.${phase}`);
      return step === null || step === 0 ? word : `${t('run.step', { step })} · ${word}`;
    },
    [t, runs],
  );
}
