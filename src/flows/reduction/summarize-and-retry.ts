import { errorMessage } from '#core/thrown.ts';
import type { AnswerQueue } from '../answer/answer-queue.ts';
import { readRequestFacts } from '../base/calibrate-target.ts';
import { NotSummarizedError } from '../base/flow-errors.ts';
import type { FlowDeps } from '../base/flow-deps.ts';
import { measurePath } from '../request/measure-context.ts';
import { insertAnswer, requireMessage, requireSession } from '../conversation/insert-answer.ts';
import { resolveTarget } from '../base/resolve-target.ts';
import { insertCompaction } from '../answer/send-message.ts';
import type { ContextManager } from '../context/context-manager.ts';
import { LateSummaryError, writeWithin } from '../context/write-in-time.ts';
import type { Compaction } from '../context/write-compaction.ts';

/** The refused request is too long, whatever its estimate was. The token budget is at most half of that estimate. */
const SHRINK = 0.5;

export async function summarizeAndRetry(
  deps: FlowDeps,
  { runs, contextManager }: { runs: AnswerQueue; contextManager: Pick<ContextManager, 'alone'> },
  sessionId: string,
  messageId: string,
): Promise<void> {
  await runs.run(
    sessionId,
    async (fence, signal) => {
      const { parentId } = await requireMessage(deps, sessionId, messageId);
      if (parentId === null) throw new NotSummarizedError('nothing');
      const leave = contextManager.alone(sessionId);
      if (!leave) throw new NotSummarizedError('busy');
      try {
        const compaction = await compact(deps, sessionId, parentId, signal);
        const id = await insertCompaction(deps.db, fence, compaction);
        const session = await requireSession(deps, sessionId);
        return { session, message: await insertAnswer(deps, fence, session, id) };
      } finally {
        leave();
      }
    },
    { keepsQueue: true },
  );
}

async function compact(deps: FlowDeps, sessionId: string, leafId: string, signal: AbortSignal): Promise<Compaction> {
  const resolved = await resolveTarget(deps, await requireSession(deps, sessionId));
  if (!resolved.ok) throw new NotSummarizedError('failed', resolved.error.message);
  const facts = await readRequestFacts(deps, sessionId);
  const { overlays } = facts;
  const size = await measurePath(deps, { sessionId, leafId, ...facts }, resolved.target);
  const budget = Math.min(size.budget ?? Number.POSITIVE_INFINITY, size.tokens * SHRINK);
  try {
    const job = { sessionId, leafId, overlays, size: { ...size, budget } };
    const compaction = await writeWithin(deps, job, signal);
    if (compaction) return compaction;
  } catch (error) {
    if (signal.aborted) throw new NotSummarizedError('stopped');
    if (error instanceof LateSummaryError) throw new NotSummarizedError('late');
    throw new NotSummarizedError('failed', errorMessage(error));
  }
  throw new NotSummarizedError('nothing');
}
