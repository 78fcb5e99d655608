import type { Clock } from '#storage/clock.ts';

/**
 * Calls `beat` every `ms` until stopped, so that a call that waits for its turn or for a server to start does not look
 * like a silent tool.
 */
export function startHeartbeat(
  clock: Pick<Clock, 'setTimeout' | 'clearTimeout'>,
  ms: number,
  beat: () => void,
): () => void {
  let timer: unknown;
  const next = () => {
    timer = clock.setTimeout(() => {
      beat();
      next();
    }, ms);
  };
  next();
  return () => clock.clearTimeout(timer);
}
