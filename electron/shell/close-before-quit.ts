import type { Log } from '../host/base/deps.ts';

/** More than an unresponsive server may take; anything left then ends with this process. */
const PATIENCE_MS = 5000;
/** Copying and checking a package on a slow disk. */
const LAST_PATIENCE_MS = 60_000;

/** The part of Electron's app that is used here. */
interface Quitting {
  on(event: 'will-quit', listener: (event: { preventDefault(): void }) => void): unknown;
  exit(code: number): void;
}

/**
 * Runs `close` to its end before the app quits, so that nothing it has started outlives it (security.md S40), and then `last`,
 * which replaces the app.
 */
export function closeBeforeQuit(
  app: Quitting,
  close: () => Promise<void>,
  log: Log,
  last: () => Promise<void> = () => Promise.resolve(),
): void {
  let closing = false;

  async function patiently(step: () => Promise<void>, ms: number): Promise<void> {
    const late = Promise.withResolvers<void>();
    const timer = setTimeout(() => {
      log.write('error', 'close-late', { ms });
      late.resolve();
    }, ms);
    try {
      await Promise.race([step(), late.promise]);
    } catch (error) {
      log.write('error', 'close-failed', { error });
    }
    clearTimeout(timer);
  }

  async function closeAndExit(): Promise<void> {
    await patiently(close, PATIENCE_MS);
    await patiently(last, LAST_PATIENCE_MS);
    app.exit(0);
  }

  app.on('will-quit', (event) => {
    event.preventDefault();
    // Quitting again must not leave anything running.
    if (closing) return;
    closing = true;
    void closeAndExit();
  });
}
