import { useCallback, useSyncExternalStore } from 'react';

/** Below this width the sidebar covers the conversation instead of sitting beside it. */
const QUERY = '(width < 48rem)';

export function useIsNarrow(query = QUERY): boolean {
  const subscribe = useCallback(
    (onChange: () => void) => {
      const media = window.matchMedia(query);
      media.addEventListener('change', onChange);
      return () => media.removeEventListener('change', onChange);
    },
    [query],
  );
  return useSyncExternalStore(subscribe, () => window.matchMedia(query).matches);
}
