import { EVERY_MESSAGE, SMALLER_WINDOW } from '#core/normalize/base/overlays.ts';
import { newId } from '#storage/new-id.ts';
import { writeFenced } from '#storage/writer-fence.ts';
import type { AnswerQueue } from '../answer/answer-queue.ts';
import type { FlowDeps } from '../base/flow-deps.ts';
import { isUserWindow, measureContext } from '../request/measure-context.ts';

/** The share of a request that remains when the user wants it smaller. */
const SHARE = 0.5;

/** Limits this session's requests to about half of what the next one would be. Older messages are left out. */
export function narrowWindow(deps: FlowDeps, runs: AnswerQueue, sessionId: string): Promise<void> {
  return runs.runExclusive(sessionId, async ({ lease: { fence } }) => {
    const size = await measureContext(deps, sessionId);
    if (!size) return;
    const tokens = Math.floor((size.tokens / size.factor) * SHARE);
    await writeFenced(deps.db, fence, [deps.db.overlays], async () => {
      await deps.db.overlays.add({
        id: newId(),
        sessionId,
        target: { message: EVERY_MESSAGE },
        kind: SMALLER_WINDOW,
        reason: 'asked for by the user',
        data: { tokens, by: 'person' },
        at: deps.clock.now(),
      });
    });
  });
}

/** Removes the smaller windows that the user asked for. */
export function widenWindow(deps: FlowDeps, runs: AnswerQueue, sessionId: string): Promise<void> {
  return runs.runExclusive(sessionId, ({ lease: { fence } }) =>
    writeFenced(deps.db, fence, [deps.db.overlays], async () => {
      await deps.db.overlays.where('sessionId').equals(sessionId).filter(isUserWindow).delete();
    }),
  );
}
