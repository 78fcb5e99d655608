/**
 * Never two loads at a time: asked while one is under way, one more follows it, however often it was asked, and the
 * promise waits for that too. `load` must not reject.
 */
export function coalesceReloads(load: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | null = null;
  let again = false;

  async function loadUntilQuiet(): Promise<void> {
    do {
      again = false;
      await load();
    } while (again);
    running = null;
  }

  return () => {
    if (running) again = true;
    running ??= loadUntilQuiet();
    return running;
  };
}
