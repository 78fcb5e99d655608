/** Formulas, code and long texts are drawn in turns of a frame each, some after a worker has answered. */
const QUIET_MS = 400;
/** No text takes a worker longer (markdown/worker/text-client.ts); a picture of a full disk may. */
const LONGEST_MS = 60_000;

/**
 * Resolves once `element` has its texts, fonts and pictures and has not changed for a while. Resolves with false if that
 * takes too long.
 */
export async function settled(element: HTMLElement, signal: AbortSignal): Promise<boolean> {
  const { document } = element.ownerDocument.defaultView ?? window;
  const started = performance.now();
  let changed = started;
  const observer = new MutationObserver(() => (changed = performance.now()));
  observer.observe(element, { subtree: true, childList: true, characterData: true, attributes: true });
  try {
    const waiting = () =>
      [...element.querySelectorAll('img')].some((image) => image.src === '' || !image.complete) ||
      element.querySelector('[data-loading]') !== null;
    while (performance.now() - changed < QUIET_MS || waiting()) {
      signal.throwIfAborted();
      if (performance.now() - started > LONGEST_MS) return false;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    await document.fonts?.ready;
    signal.throwIfAborted();
    return true;
  } finally {
    observer.disconnect();
  }
}
