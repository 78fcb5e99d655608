import { useCallback, useEffect, useState } from 'react';
import type { RetainedDatabase } from '#history/recovery/retained-databases.ts';
import { useServices } from '#ui/data/services.ts';

const NONE: readonly RetainedDatabase[] = [];

/** Retained databases, as of the last check. */
export function useRetainedDatabases(): { retained: readonly RetainedDatabase[]; refresh: () => Promise<void> } {
  const { rescue } = useServices().recovery;
  const { problems } = useServices();
  const [retained, setRetained] = useState(NONE);
  const refresh = useCallback(() => rescue.listRetained().then(setRetained, problems.add), [rescue, problems]);
  useEffect(() => void refresh(), [refresh]);
  return { retained, refresh };
}
