import type { TransferProgress } from './transfer-messages.ts';

/** The user would not notice more frequent updates. */
const EVERY_MS = 100;

/** Keeps the progress and reports it at intervals. `flush` reports immediately. */
export interface ProgressThrottle {
  change: (by: Partial<TransferProgress>) => void;
  /** Adds written or read bytes. */
  more: (bytes: number) => void;
  flush: () => void;
}

export function createProgressThrottle(
  start: TransferProgress,
  onProgress: (progress: TransferProgress) => void,
  now: () => number,
): ProgressThrottle {
  const at = { ...start };
  let reportedAt = Number.NEGATIVE_INFINITY;
  const flush = (): void => {
    reportedAt = now();
    onProgress({ ...at });
  };
  const soon = (): void => {
    if (now() - reportedAt >= EVERY_MS) flush();
  };
  flush();
  return {
    change(by) {
      Object.assign(at, by);
      if (by.of === undefined) soon();
      else flush();
    },
    more(bytes) {
      at.bytes += bytes;
      soon();
    },
    flush,
  };
}
