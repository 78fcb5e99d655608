import { ChevronRight } from 'lucide-react';
import { useT } from '#ui/kit/i18n/use-t.ts';
import type { StepGroup } from '#ui/features/conversation/rows/step-groups.ts';
import { useToolName } from '#ui/shared/servers/use-tool-name.ts';
import { useDurationLabel } from '#ui/kit/time/use-duration-label.ts';
import css from './step-line.module.css';

/** This many tools are named on the line. */
const NAMED = 4;

/** Describes several steps in words: how many, which tools they called, how long they took. */
export function useStepLabel(): (group: StepGroup) => string {
  const t = useT('agent');
  const shownName = useToolName();
  const duration = useDurationLabel();
  return ({ ids, called, ms }) => {
    const named = called.slice(0, NAMED).map(({ name, count }) => {
      const { tool } = shownName(name);
      return count > 1 ? `${tool} ×${count}` : tool;
    });
    const did = called.length > NAMED ? `${named.join(', ')}…` : named.join(', ');
    return [t('group.steps', { count: ids.length }), did, duration(ms)].filter((fact) => fact !== '').join(' · ');
  };
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
      onClick={() => onFold(group.ids, !group.folded)}
    >
      <ChevronRight className={css['chevron']} aria-hidden />
      <span className={css['did']}>{stepLabel(group)}</span>
    </button>
  );
}
