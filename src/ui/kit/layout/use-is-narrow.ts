import { useSyncExternalStore } from 'react';

/** Below this width the sidebar covers the conversation instead of sitting beside it. */
const QUERY = '(width < 48rem)';

function subscribe(onChange: () => void): () => void {
  const query = window.matchMedia(QUERY);
  query.addEventListener('change', onChange);
  return () => query.removeEventListener('change', onChange);
}

export const useIsNarrow = (): boolean => useSyncExternalStore(subscribe, () => window.matchMedia(QUERY).matches);
