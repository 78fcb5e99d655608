/**
 * Passes the token of this launch to the preload. Chromium appends these arguments to the renderer's command line,
 * which other local users can read in the process list. That is harmless in Electron only: no port listens, and
 * `app://ui` is answered inside this process and only for its own web contents. The token distinguishes the top frame,
 * which has a preload, from sub-frames and workers, which have none (they get no Node integration). The alternative, a
 * synchronous message to the main process, would add an IPC channel that needs a guard.
 */
const PREFIX = '--baton-token=';

export function toTokenArgument(token: string): string {
  return PREFIX + token;
}

export function readTokenArgument(argv: readonly string[]): string {
  const found = argv.findLast((argument) => argument.startsWith(PREFIX));
  if (!found) throw new Error('The window was opened without a token.');
  return found.slice(PREFIX.length);
}
