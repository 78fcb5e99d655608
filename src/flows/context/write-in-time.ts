import { errorMessage } from '#core/thrown.ts';
import type { FlowDeps } from '../base/flow-deps.ts';
import type { ContextManagerState } from './context-manager-state.ts';
import { RejectedSummaryError, writeCompaction } from './write-compaction.ts';
import type { Compaction, CompactionJob } from './write-compaction.ts';

/** The time limit for one portion of the conversation. */
const TIME_LIMIT_MS = 60_000;

export class LateSummaryError extends Error {
  override readonly name = 'LateSummaryError';
}

/**
 * Has a summary written within the time limit, and shows that to the user. Rejects as `writeCompaction` does, and with
 * LateSummaryError when it is late.
 */
export async function writeWithin(deps: FlowDeps, job: CompactionJob, signal: AbortSignal): Promise<Compaction | null> {
  const { clock, contextNotices } = deps;
  const { sessionId } = job;
  const late = new AbortController();
  const start = () => clock.setTimeout(() => late.abort(), TIME_LIMIT_MS);
  let timer = start();
  const onPortion = () => {
    clock.clearTimeout(timer);
    timer = start();
  };
  contextNotices?.show(sessionId, true);
  try {
    return await writeCompaction(deps, { ...job, onPortion }, AbortSignal.any([signal, late.signal]));
  } catch (error) {
    if (late.signal.aborted && !signal.aborted) throw new LateSummaryError();
    throw error;
  } finally {
    clock.clearTimeout(timer);
    contextNotices?.show(sessionId, false);
  }
}

/**
 * Has a summary written to reduce the context. Resolves to `null` when there is nothing worth summarizing, when it was
 * stopped, and when the summary could not be written or used. In the last case the user is notified why, and nothing is
 * tried again for a while.
 */
export async function writeInTime(
  deps: FlowDeps,
  state: ContextManagerState,
  job: CompactionJob,
  signal: AbortSignal,
): Promise<Compaction | null> {
  const { contextNotices } = deps;
  const { sessionId } = job;
  state.tried(sessionId);
  try {
    const compaction = await writeWithin(deps, job, signal);
    if (compaction) state.resetCoolDown(sessionId);
    return compaction;
  } catch (error) {
    if (signal.aborted) return null;
    if (error instanceof LateSummaryError) contextNotices?.notify({ kind: 'failed', sessionId, why: 'late' });
    else if (error instanceof RejectedSummaryError)
      contextNotices?.notify({ kind: 'failed', sessionId, why: error.why });
    else {
      const message = errorMessage(error);
      contextNotices?.notify({ kind: 'failed', sessionId, why: 'refused', message });
    }
    return null;
  }
}
