import { useCallback } from 'react';
import type { SessionTarget } from '#storage/rows.ts';
import { useModels } from '#ui/data/use-models.ts';

/** What the model of a target is called; its id where nobody serves it now. */
export function useTargetName(): (target: SessionTarget) => string {
  const models = useModels();
  return useCallback(
    ({ connection, model }) =>
      models.find((one) => one.connection.id === connection && one.model.id === model)?.model.label ?? model,
    [models],
  );
}
