import { grammars } from './highlight-code.ts';
import { mathRenderer } from './math.tsx';

const LATEST_MS = 5000;

/** Fetches what code and formulas need while nothing else happens, so that the first of them does not change its height. */
export function preloadMarkdown(): () => void {
  const handle = requestIdleCallback(
    () => {
      void grammars.load();
      void mathRenderer.load();
    },
    { timeout: LATEST_MS },
  );
  return () => cancelIdleCallback(handle);
}
