import { CallBlockedError } from './call-blocked.ts';
import { startCallTimer, type CallTimeouts } from './call-timer.ts';
import type { CallBlock } from '../call-outcome.ts';
import { createCancel, type CancelSignal } from '../cancel.ts';
import type { AllowedCall, CallProgress, RunPorts, ToolOutcome } from './ports.ts';
import { errorMessage } from '../thrown.ts';

/**
 * Default idle and total limits for a tool, in milliseconds. Many servers report no progress in work that takes minutes,
 * and the user sees the time and can stop the call.
 */
const TIMEOUTS: CallTimeouts = { idleMs: 300_000, totalMs: 3_600_000 };

/** How long a tool may take to stop after a cancel or timeout. */
export const KILL_GRACE_MS = 2_000;

export type Called =
  | { how: 'returned'; outcome: ToolOutcome }
  | { how: 'crashed'; message: string }
  | { how: 'held'; block: CallBlock }
  | { how: 'timeout'; kind: 'idle' | 'total'; ms: number; stopped: boolean }
  | { how: 'cancelled' };

/**
 * Runs one tool until it ends in some way. Never rejects. Cancel and timeout signal the tool to stop and wait for it
 * briefly, so that the next step does not find it still running. Anything it returns after that is only logged.
 */
export function callTool(
  ports: RunPorts,
  call: AllowedCall,
  timeouts: Partial<CallTimeouts> | undefined,
  signal: CancelSignal,
  onProgress: (progress: CallProgress) => void,
): Promise<Called> {
  const limits = { ...TIMEOUTS, ...timeouts };
  return new Promise((resolve) => {
    const stopper = createCancel();
    let ending: ((stopped: boolean) => Called) | null = null;
    let over = false;
    let grace: unknown = null;

    const finish = (called: Called): void => {
      if (over) return;
      over = true;
      timer.stop();
      if (grace !== null) ports.clock.clearTimeout(grace);
      signal.removeEventListener('abort', onCancel);
      resolve(called);
    };
    const end = (as: (stopped: boolean) => Called): void => {
      if (ending || over) return;
      ending = as;
      timer.stop();
      grace = ports.clock.setTimeout(() => finish(as(false)), KILL_GRACE_MS);
      stopper.cancel();
    };
    const onCancel = (): void => end(() => ({ how: 'cancelled' }));
    const timer = startCallTimer(ports.clock, limits, (kind) =>
      end((stopped) => ({ how: 'timeout', kind, ms: kind === 'idle' ? limits.idleMs : limits.totalMs, stopped })),
    );
    const settle = (called: Called): void => {
      if (!ending) return finish(called);
      const about = { call: call.key, tool: call.name, after: ending(true).how };
      if (called.how === 'returned') ports.log('late tool result ignored', about);
      else if (called.how === 'crashed') ports.log('late tool failure ignored', { ...about, error: called.message });
      finish(ending(true));
    };

    signal.addEventListener('abort', onCancel);
    run().then(
      (outcome) => settle({ how: 'returned', outcome }),
      (error: unknown) =>
        settle(
          error instanceof CallBlockedError
            ? { how: 'held', block: error.block }
            : { how: 'crashed', message: errorMessage(error) },
        ),
    );

    async function run(): Promise<ToolOutcome> {
      return ports.tools.call(call, {
        signal: stopper.signal,
        onProgress(progress) {
          if (over || ending) return;
          timer.touch(progress.waitsForUser);
          onProgress(progress);
        },
      });
    }
  });
}
