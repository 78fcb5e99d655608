import { ChevronRight } from 'lucide-react';
import { useT } from '#ui/kit/i18n/use-t.ts';
import type { StepGroup } from '#ui/features/conversation/rows/step-groups.ts';
import { useDurationLabel } from '#ui/kit/time/use-duration-label.ts';
import { useWorkLabel } from '#ui/features/conversation/work/use-work-label.ts';
import css from './step-line.module.css';

interface StepLabel {
  did: string;
  /** How many steps, and how long they took. */
  facts: string;
}

/** Describes several steps in words. */
export function useStepLabel(): (group: StepGroup) => StepLabel {
  const t = useT('agent');
  const workLabel = useWorkLabel();
  const duration = useDurationLabel();
  return ({ ids, did, ms }) => ({
    did: workLabel(did),
    facts: `${t('group.steps', { count: ids.length })} · ${duration(ms)}`,
  });
}

interface StepLineProps {
  group: StepGroup;
  onFold: (ids: readonly string[], folded: boolean) => void;
}

/** Folds and unfolds the steps of a run. It stays in place, so that a second press undoes the first. */
export function StepLine({ group, onFold }: StepLineProps) {
  const { did, facts } = useStepLabel()(group);
  return (
    <button
      type="button"
      className={css['line']}
      aria-expanded={!group.folded}
      onClick={() => onFold(group.ids, !group.folded)}
    >
      <ChevronRight className={css['chevron']} aria-hidden />
      <span className={css['did']} title={did}>
        {did}
      </span>{' '}
      <span className={css['facts']}>· {facts}</span>
    </button>
  );
}
