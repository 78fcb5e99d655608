import { EXCLUDED } from '#core/normalize/base/overlays.ts';
import { newId } from '#storage/new-id.ts';
import { writeFenced } from '#storage/writer-fence.ts';
import type { AnswerQueue } from '../answer/answer-queue.ts';
import type { FlowDeps } from '../base/flow-deps.ts';

/** A message, or one tool result in it. */
export interface Excludable {
  message: string;
  part?: number;
}

/** Excludes a message or a tool result from requests, or includes it again. Nothing happens if that is so already. */
export function setExcluded(
  deps: FlowDeps,
  runs: AnswerQueue,
  sessionId: string,
  target: Excludable,
  isExcluded: boolean,
): Promise<void> {
  const { db, clock } = deps;
  return runs.runExclusive(sessionId, ({ lease }) =>
    writeFenced(db, lease.fence, [db.overlays], async () => {
      const own = db.overlays
        .where('sessionId')
        .equals(sessionId)
        .filter(
          (row) => row.kind === EXCLUDED && row.target.message === target.message && row.target.part === target.part,
        );
      if (!isExcluded) await own.delete();
      else if ((await own.count()) === 0)
        await db.overlays.add({
          id: newId(),
          sessionId,
          target,
          kind: EXCLUDED,
          reason: 'asked for by the user',
          at: clock.now(),
        });
    }),
  );
}
