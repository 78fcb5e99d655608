import { useCallback, useEffect, useRef } from 'react';
import type { SessionTarget } from '#storage/rows.ts';
import { useRememberModel } from '#ui/data/preferences.ts';
import { isPractice } from '#ui/shared/vendors/is-practice.ts';

/**
 * Remembers the model used last: `target`, or the conversation's own. Practice is skipped, so that the first real
 * vendor automatically takes its place.
 */
export function useUsedModel(own: SessionTarget | null): (target?: SessionTarget) => void {
  const remember = useRememberModel();
  const now = useRef(own);
  useEffect(() => {
    now.current = own;
  }, [own]);
  return useCallback(
    (target) => {
      const used = target ?? now.current;
      if (used && !isPractice(used.connection)) remember(used);
    },
    [remember],
  );
}
