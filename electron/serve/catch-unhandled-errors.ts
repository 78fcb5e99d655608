import type { Log } from '../host/base/deps.ts';

/**
 * Nothing in the host may end the process that holds every open conversation. What lands here is a bug: it is written to
 * the log and named in the terminal. Returns a function that takes the net away.
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
