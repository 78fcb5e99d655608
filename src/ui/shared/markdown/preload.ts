import { grammars } from './highlight-code.ts';
import { mathRenderer } from './math.tsx';

const LATEST_MS = 5000;

/** Loads the code and formula renderers when the page is idle, so that the first block doesn't change its height. */
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
