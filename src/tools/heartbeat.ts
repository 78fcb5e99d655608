import type { Clock } from '#storage/clock.ts';

/** Calls `beat` every `ms` until stopped: what waits for its turn or for a server to start is not a tool gone silent. */
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
