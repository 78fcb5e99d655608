import type { Log } from '../host/base/deps.ts';

/** More than an unresponsive server may take; anything left then ends with this process. */
const PATIENCE_MS = 5000;

/** The part of Electron's app that is used here. */
interface Quitting {
  on(event: 'will-quit', listener: (event: { preventDefault(): void }) => void): unknown;
  exit(code: number): void;
}

/** Runs `close` to its end before the app quits, so that nothing it has started outlives it (security.md S40). */
export function closeBeforeQuit(app: Quitting, close: () => Promise<void>, log: Log): void {
  let closing = false;

  async function closeAndExit(): Promise<void> {
    const late = Promise.withResolvers<void>();
    const timer = setTimeout(() => {
      log.write('error', 'close-late', { ms: PATIENCE_MS });
      late.resolve();
    }, PATIENCE_MS);
    try {
      await Promise.race([close(), late.promise]);
    } catch (error) {
      log.write('error', 'close-failed', { error });
    }
    clearTimeout(timer);
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
