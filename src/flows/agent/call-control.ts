import { KILL_GRACE_MS } from '#core/agent/call-tool.ts';
import type { ToolOutcome, ToolPort } from '#core/agent/ports.ts';
import { createCancel, follow } from '#core/cancel.ts';
import type { Cancel } from '#core/cancel.ts';
import type { Clock } from '#storage/clock.ts';

/** A tool port on which the user can stop a single call. */
export interface CallControl {
  port: ToolPort;
  /** Returns false when no such call is running. */
  cancel(key: string): boolean;
}

const STOPPED: ToolOutcome = { text: '', cancelled: true };

export function createCallControl(port: ToolPort, clock: Pick<Clock, 'setTimeout' | 'clearTimeout'>): CallControl {
  const running = new Map<string, Cancel>();

  return {
    port: {
      ...port,
      async call(call, options) {
        const alone = createCancel();
        const unfollow = follow(options.signal, alone);
        running.set(call.key, alone);
        let grace: unknown = null;
        const stopped = new Promise<ToolOutcome>((resolve) => {
          alone.signal.addEventListener('abort', () => {
            // A tool that does not stop is abandoned, as with every other end of a call.
            if (!options.signal.aborted) grace = clock.setTimeout(() => resolve(STOPPED), KILL_GRACE_MS);
          });
        });
        const work = port.call(call, { ...options, signal: alone.signal }).then(
          (outcome) => (stoppedAlone() ? STOPPED : outcome),
          (error: unknown) => {
            if (stoppedAlone()) return STOPPED;
            throw error;
          },
        );
        const stoppedAlone = (): boolean => alone.signal.aborted && !options.signal.aborted;
        try {
          return await Promise.race([work, stopped]);
        } finally {
          clock.clearTimeout(grace);
          unfollow();
          running.delete(call.key);
        }
      },
    },
    cancel(key) {
      const alone = running.get(key);
      alone?.cancel();
      return alone !== undefined;
    },
  };
}
