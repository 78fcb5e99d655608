import { useCallback, useMemo, useState } from 'react';
import type { Row } from '#ui/features/conversation/rows/rows.ts';
import { groupSteps } from '#ui/features/conversation/rows/step-groups.ts';

/** This many steps that existed when the conversation was opened start folded. */
const MANY = 3;

export interface StepFolds {
  rows: Row[];
  fold: (ids: readonly string[], folded: boolean) => void;
}

/**
 * Folds the steps of earlier runs. Steps that arrive in view stay unfolded: nothing folds automatically while the user
 * is reading.
 */
export function useStepFolds(rows: readonly Row[]): StepFolds {
  const [openedAt] = useState(() => Date.now());
  const [chosen, setChosen] = useState<ReadonlyMap<string, boolean>>(() => new Map());
  const grouped = useMemo(() => {
    const isFolded = (steps: readonly Row[]) => {
      const decided = steps.findLast(({ key }) => chosen.has(key));
      if (decided) return chosen.get(decided.key) ?? false;
      return steps.filter(({ message }) => message.createdAt < openedAt).length >= MANY;
    };
    return groupSteps(rows, isFolded);
  }, [rows, chosen, openedAt]);
  const fold = useCallback((ids: readonly string[], folded: boolean) => {
    setChosen((now) => new Map([...now, ...ids.map((id) => [id, folded] as const)]));
  }, []);
  return { rows: grouped, fold };
}
