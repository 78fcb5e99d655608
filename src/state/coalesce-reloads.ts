/**
 * Never runs two loads at a time. Any number of calls during a load causes one more load after it, and their promise
 * waits for that load too. `load` must not reject.
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
