import type { SessionRow } from '#storage/rows.ts';
import type { FlowDeps } from '../base/flow-deps.ts';
import { reduceContext } from './reduce-context.ts';
import type { ReduceContextJob } from './reduce-context.ts';
import { recoverFromOverflow } from './recover-from-overflow.ts';
import type { OverflowJob } from './recover-from-overflow.ts';
import { createContextManagerState } from './context-manager-state.ts';
import type { ContextManagerState } from './context-manager-state.ts';
import type { Compaction } from './write-compaction.ts';

/**
 * Keeps requests within their window, before they are made and after a refusal. Prunes and truncates with overlays. If
 * that is not enough, a summary follows, which the caller inserts at the end of the path. Neither method rejects:
 * failures are reported, and the window leaves out what doesn't fit.
 */
export interface ContextManager {
  keep(job: ReduceContextJob): Promise<Compaction | null>;
  recover(job: OverflowJob): Promise<Compaction | null>;
  /** Reserves the session while something else summarizes it. `null` when a summary is already being written. */
  alone: ContextManagerState['alone'];
  /** Called when the session is deleted for good. */
  forget(sessionId: string): void;
}

/** `offered` returns what a session that uses tools last offered, for its next message. */
export function createContextManager(
  deps: FlowDeps,
  offered: (session: SessionRow, system: string) => ReduceContextJob['offer'] | null = () => null,
): ContextManager {
  const state = createContextManagerState(deps.clock);

  async function alone(sessionId: string, work: () => Promise<Compaction | null>): Promise<Compaction | null> {
    const leave = state.alone(sessionId);
    if (!leave) return null;
    try {
      return await work();
    } catch (error) {
      deps.onError(error);
      return null;
    } finally {
      leave();
    }
  }

  return {
    keep: (job) => alone(job.fence.sessionId, () => reduceContext(deps, state, offered, job)),
    recover: (job) => alone(job.fence.sessionId, () => recoverFromOverflow(deps, state, job)),
    alone: (sessionId) => state.alone(sessionId),
    forget: (sessionId) => state.resetCoolDown(sessionId),
  };
}
