import { EVERY_MESSAGE, isReduced, KEEP_WHOLE } from '#core/normalize/base/overlays.ts';
import { newId } from '#storage/new-id.ts';
import { writeFenced } from '#storage/writer-fence.ts';
import type { AnswerQueue } from '../answer/answer-queue.ts';
import type { FlowDeps } from '../base/flow-deps.ts';

/** Sends pruned and truncated parts of this session in full again, and keeps it that way. */
export function disableReduction(deps: FlowDeps, runs: AnswerQueue, sessionId: string): Promise<void> {
  return change(deps, runs, sessionId, async () => {
    await deps.db.overlays.where('sessionId').equals(sessionId).filter(isReduced).delete();
    await deps.db.overlays.add({
      id: newId(),
      sessionId,
      target: { message: EVERY_MESSAGE },
      kind: KEEP_WHOLE,
      reason: 'asked for by the user',
      at: deps.clock.now(),
    });
  });
}

/** Allows parts to be pruned and truncated again when the window fills up. */
export function enableReduction(deps: FlowDeps, runs: AnswerQueue, sessionId: string): Promise<void> {
  return change(deps, runs, sessionId, async () => {
    const own = deps.db.overlays.where('sessionId').equals(sessionId);
    await own.filter(({ kind }) => kind === KEEP_WHOLE).delete();
  });
}

function change(deps: FlowDeps, runs: AnswerQueue, sessionId: string, write: () => Promise<void>): Promise<void> {
  return runs.runExclusive(sessionId, ({ lease }) => writeFenced(deps.db, lease.fence, [deps.db.overlays], write));
}
