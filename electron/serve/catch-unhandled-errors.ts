import type { Log } from '../host/base/deps.ts';

/**
 * Keeps an error in the host from ending the process that holds every open session. Every error that gets here is a
 * bug: it is logged and printed in the terminal. Returns a function that removes the handlers.
 */
export function catchUnhandledErrors(log: Log, complain: (line: string) => void): () => void {
  const note = (event: string) => (error: unknown) => {
    log.write('error', event, { error });
    complain(`Baton met an error of its own and goes on; the log says more (${event}).`);
  };
  const [uncaught, unhandled] = [note('uncaught'), note('unhandled')];
  process.on('uncaughtException', uncaught).on('unhandledRejection', unhandled);
  return () => process.off('uncaughtException', uncaught).off('unhandledRejection', unhandled);
}
