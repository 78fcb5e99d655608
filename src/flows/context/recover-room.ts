import { KEEP_WHOLE } from '#core/normalize/overlays.ts';
import type { Overlay, Target } from '#core/request.ts';
import { listOverlays } from '#storage/overlay-repository.ts';
import type { Fence } from '#storage/writer-fence.ts';
import type { FlowDeps } from '../flow-deps.ts';
import { measurePath } from '../measure-context.ts';
import { pruneDecisions, shortenDecisions } from './cut-history.ts';
import { measureConversation } from './measured-conversation.ts';
import type { RoomState } from './room-state.ts';
import { HYSTERESIS } from './keep-room.ts';
import { writeInTime } from './write-in-time.ts';
import type { Compaction } from './write-compaction.ts';

export interface OverflowJob {
  fence: Fence;
  signal: AbortSignal;
  /** As the refused request was made for it. */
  target: Target;
  /** End of the path that it told. */
  leafId: string | null;
  /** The overlays that it was made with; what the refusal has taught is stored since. */
  overlays: readonly Overlay[];
}

/**
 * After a vendor has said that a conversation is too long, and how long it may be: the same measures as before a request
 * in the same order, until the whole of it fits clearly. What then is still too much stays behind the sliding anchor.
 */
export async function recoverRoom(deps: FlowDeps, state: RoomState, job: OverflowJob): Promise<Compaction | null> {
  const { fence, signal, target, leafId } = job;
  const { sessionId } = fence;
  if (leafId === null) return null;
  const { experimental } = await deps.reliability.configuration(sessionId);
  const { dynamic_context_pruning: pruning, dcp_for_compaction: prunes } = experimental;
  const path = { sessionId, leafId };
  const learnt = await listOverlays(deps.db, sessionId, deps.report);
  const { room } = await measurePath(deps, { ...path, overlays: learnt }, target);
  if (room === null) return null;
  const limit = room * (experimental.preemptive_compaction_threshold - HYSTERESIS);
  // Counted without what was just learnt, or the window would have left out already what is to be made smaller.
  const whole = await measureConversation(deps, fence, { ...path, overlays: job.overlays }, target);
  const { overlays } = whole;
  const fits = () => whole.size().tokens <= limit;
  if (!overlays.some(({ kind }) => kind === KEEP_WHOLE)) {
    if (!fits() && (pruning.enabled || prunes))
      await whole.cut((size) => pruneDecisions({ ...size, overlays }, { ...pruning, enabled: true }));
    if (!fits())
      await whole.cut((size) => shortenDecisions({ ...size, overlays }, (size.tokens - limit) / size.factor));
  }
  if (fits() || signal.aborted || !state.mayTry(sessionId)) return null;
  const now = await listOverlays(deps.db, sessionId, deps.report);
  const size = await measurePath(deps, { ...path, overlays: now }, target);
  return writeInTime(deps, state, { sessionId, leafId, overlays: now, size }, signal);
}
