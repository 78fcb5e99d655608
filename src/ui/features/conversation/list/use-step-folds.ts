import { useCallback, useMemo, useState } from 'react';
import type { Row } from '#ui/features/conversation/rows/rows.ts';
import { groupSteps } from '#ui/features/conversation/rows/step-groups.ts';

export interface StepFolds {
  rows: Row[];
  fold: (ids: readonly string[], folded: boolean) => void;
}

/**
 * Folds finished steps. While the user reads further up or inside, nothing folds by itself: what arrives then folds when
 * they are back at the end.
 */
export function useStepFolds(rows: readonly Row[], reading: boolean): StepFolds {
  const [leftAt, setLeftAt] = useState<number | null>(null);
  if (reading !== (leftAt !== null)) setLeftAt(reading ? (rows.at(-1)?.message.createdAt ?? 0) : null);
  const [chosen, setChosen] = useState<ReadonlyMap<string, boolean>>(() => new Map());
  const grouped = useMemo(() => {
    const until = leftAt ?? Infinity;
    return groupSteps(rows, {
      // What follows is no later than the newest message was: it was one of the steps when the user left the end.
      mayFold: ({ key, results }) => chosen.has(key) || results.every(({ createdAt }) => createdAt < until),
      isFolded: (steps) => {
        const decided = steps.findLast(({ key }) => chosen.has(key));
        return decided ? (chosen.get(decided.key) ?? false) : true;
      },
    });
  }, [rows, chosen, leftAt]);
  const fold = useCallback((ids: readonly string[], folded: boolean) => {
    setChosen((now) => new Map([...now, ...ids.map((id) => [id, folded] as const)]));
  }, []);
  return { rows: grouped, fold };
}
