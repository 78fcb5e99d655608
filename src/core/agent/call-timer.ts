import type { RunClock } from './ports.ts';

export interface CallTimer {
  /** Reports progress. No time counts while the tool waits for the user; without a word on that, it is as before. */
  touch(waitsForUser?: boolean): void;
  stop(): void;
}

export interface CallTimeouts {
  idleMs: number;
  totalMs: number;
}

/** Calls `onTimeout` once, when the tool was silent or running for too long. */
export function startCallTimer(
  clock: RunClock,
  { idleMs, totalMs }: CallTimeouts,
  onTimeout: (kind: 'idle' | 'total') => void,
): CallTimer {
  let worked = 0;
  let resumedAt = clock.monotonic();
  let timer: unknown = null;
  let waits = false;
  let over = false;

  const stop = (): void => {
    over = true;
    disarm();
  };
  const disarm = (): void => {
    if (timer !== null) clock.clearTimeout(timer);
    timer = null;
  };
  const arm = (): void => {
    disarm();
    const left = totalMs - worked;
    const kind = left < idleMs ? 'total' : 'idle';
    timer = clock.setTimeout(
      () => {
        stop();
        onTimeout(kind);
      },
      Math.max(0, Math.min(left, idleMs)),
    );
  };
  arm();

  return {
    touch(waitsForUser = waits) {
      if (over) return;
      const now = clock.monotonic();
      if (!waits) worked += now - resumedAt;
      resumedAt = now;
      waits = waitsForUser;
      if (waits) disarm();
      else arm();
    },
    stop,
  };
}
