import { listOverlays } from '#storage/overlay-repository.ts';
import type { AnswerRuns } from '../answer-runs.ts';
import { NotSummarisedError } from '../flow-errors.ts';
import type { FlowDeps } from '../flow-deps.ts';
import { measurePath } from '../measure-context.ts';
import { placeAnswer, requireMessage, requireSession } from '../place-answer.ts';
import { resolveTarget } from '../resolve-target.ts';
import { placeCompaction } from '../send-message.ts';
import type { RoomKeeper } from './room-keeper.ts';
import { LateSummaryError, writeWithin } from './write-in-time.ts';
import type { Compaction } from './write-compaction.ts';

/** What was refused is too long, whatever it was estimated at: room is reckoned as half of it. */
const SHRINK = 0.5;

export async function summariseAndRetry(
  deps: FlowDeps,
  { runs, room }: { runs: AnswerRuns; room: Pick<RoomKeeper, 'alone'> },
  sessionId: string,
  messageId: string,
): Promise<void> {
  await runs.run(sessionId, async (fence, signal) => {
    const { parentId } = await requireMessage(deps, sessionId, messageId);
    if (parentId === null) throw new NotSummarisedError('nothing');
    const leave = room.alone(sessionId);
    if (!leave) throw new NotSummarisedError('busy');
    try {
      const compaction = await compact(deps, sessionId, parentId, signal);
      const id = await placeCompaction(deps.db, fence, compaction);
      return { session: await requireSession(deps, sessionId), message: await placeAnswer(deps, fence, id) };
    } finally {
      leave();
    }
  });
}

async function compact(deps: FlowDeps, sessionId: string, leafId: string, signal: AbortSignal): Promise<Compaction> {
  const resolved = await resolveTarget(deps, await requireSession(deps, sessionId));
  if (!resolved.ok) throw new NotSummarisedError('failed', resolved.error.message);
  const overlays = await listOverlays(deps.db, sessionId, deps.report);
  const size = await measurePath(deps, { sessionId, leafId, overlays }, resolved.target);
  const room = Math.min(size.room ?? Number.POSITIVE_INFINITY, size.tokens * SHRINK);
  try {
    const job = { sessionId, leafId, overlays, size: { ...size, room } };
    const compaction = await writeWithin(deps, job, signal);
    if (compaction) return compaction;
  } catch (error) {
    if (signal.aborted) throw new NotSummarisedError('stopped');
    if (error instanceof LateSummaryError) throw new NotSummarisedError('late');
    throw new NotSummarisedError('failed', error instanceof Error ? error.message : String(error));
  }
  throw new NotSummarisedError('nothing');
}
