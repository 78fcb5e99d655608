import { ChevronRight } from 'lucide-react';
import { useT } from '#ui/kit/i18n/use-t.ts';
import type { StepGroup } from '#ui/features/conversation/rows/step-groups.ts';
import { useDurationLabel } from '#ui/kit/time/use-duration-label.ts';
import css from './step-line.module.css';

/** Describes many steps in words. */
export function useStepLabel(): (group: StepGroup) => string {
  const t = useT('agent');
  const duration = useDurationLabel();
  return ({ ids, failed, ms }) =>
    [
      t('group.steps', { count: ids.length }),
      ...(failed > 0 ? [t('group.failed', { count: failed })] : []),
      duration(ms),
    ].join(' · ');
}

interface StepLineProps {
  group: StepGroup;
  onFold: (ids: readonly string[], folded: boolean) => void;
}

/** Folds and unfolds the steps of a run. It stays in place, so that a second press undoes the first. */
export function StepLine({ group, onFold }: StepLineProps) {
  const stepLabel = useStepLabel();
  return (
    <button
      type="button"
      className={css['line']}
      aria-expanded={!group.folded}
      data-failed={group.failed > 0 || undefined}
      onClick={() => onFold(group.ids, !group.folded)}
    >
      <ChevronRight className={css['chevron']} aria-hidden />
      {stepLabel(group)}
    </button>
  );
}
