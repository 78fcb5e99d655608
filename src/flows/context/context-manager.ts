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
 * Keeps requests within their window, before they are made and after one was refused. Prunes and shortens what is stored
 * in overlays; what that cannot do a summary does, which the caller puts at the end of the path. Neither way rejects:
 * what fails is told, and the window does what it can.
 */
export interface ContextManager {
  keep(job: ReduceContextJob): Promise<Compaction | null>;
  recover(job: OverflowJob): Promise<Compaction | null>;
  /** While somebody else has a summary of the conversation written; null where one is being written. */
  alone: ContextManagerState['alone'];
  /** The conversation is gone for good. */
  forget(sessionId: string): void;
}

/** `offered`: what a conversation that uses tools offered last, for its next message. */
export function createContextManager(
  deps: FlowDeps,
  offered: (session: SessionRow) => ReduceContextJob['offer'] | null = () => null,
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
    forget: (sessionId) => state.helped(sessionId),
  };
}
