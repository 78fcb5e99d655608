import type { Log } from '../host/base/deps.ts';

/** Longer than a server that does not listen may take; what is left then ends with this process. */
const PATIENCE_MS = 5000;

/** What of Electron's app it takes. */
interface Quitting {
  on(event: 'will-quit', listener: (event: { preventDefault(): void }) => void): unknown;
  exit(code: number): void;
}

/** Lets `close` come to its end before the app does, so that nothing it has started outlives it (security.md S40). */
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
    // Impatience is no reason to leave anything behind.
    if (closing) return;
    closing = true;
    void closeAndExit();
  });
}
