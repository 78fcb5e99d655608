import type { TransferProgress } from './transfer-messages.ts';

/** More often than this nobody sees a difference. */
const EVERY_MS = 100;

/** Keeps how far something is, and tells of it now and then; `flush` tells at once. */
export interface ProgressThrottle {
  change: (by: Partial<TransferProgress>) => void;
  /** So many bytes more were written or read. */
  more: (bytes: number) => void;
  flush: () => void;
}

export function createProgressThrottle(
  start: TransferProgress,
  tell: (progress: TransferProgress) => void,
  now: () => number,
): ProgressThrottle {
  const at = { ...start };
  let told = Number.NEGATIVE_INFINITY;
  const flush = (): void => {
    told = now();
    tell({ ...at });
  };
  const soon = (): void => {
    if (now() - told >= EVERY_MS) flush();
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
