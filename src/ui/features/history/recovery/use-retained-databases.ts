import { useCallback, useEffect, useState } from 'react';
import type { RetainedDatabase } from '#history/recovery/retained-databases.ts';
import { useServices } from '#ui/data/services.ts';

const NONE: readonly RetainedDatabase[] = [];

/** Retained databases, as of the last check. */
export function useRetainedDatabases(): { kept: readonly RetainedDatabase[]; refresh: () => Promise<void> } {
  const { rescue } = useServices().recovery;
  const { problems } = useServices();
  const [kept, setKept] = useState(NONE);
  const refresh = useCallback(() => rescue.kept().then(setKept, problems.add), [rescue, problems]);
  useEffect(() => void refresh(), [refresh]);
  return { kept, refresh };
}
