import { KEEP_WHOLE } from '#core/normalize/base/overlays.ts';
import type { Target } from '#core/request.ts';
import type { Fence } from '#storage/writer-fence.ts';
import { readRequestFacts } from '../base/calibrate-target.ts';
import type { FlowDeps } from '../base/flow-deps.ts';
import { measurePath } from '../request/measure-context.ts';
import { pruneDecisions, shortenDecisions } from './reduce-history.ts';
import { measureConversation } from './measured-conversation.ts';
import type { ContextManagerState } from './context-manager-state.ts';
import { HYSTERESIS } from './reduce-context.ts';
import { writeInTime } from './write-in-time.ts';
import type { Compaction } from './write-compaction.ts';

export interface OverflowJob {
  fence: Fence;
  signal: AbortSignal;
  /** The target of the refused request. */
  target: Target;
  /** End of the path in the refused request. */
  leafId: string | null;
}

/**
 * Reduces a conversation after a vendor has said that it is too long, and how long it may be. Takes the same measures
 * as before a request, in the same order, until all of it clearly fits. The sliding anchor leaves out what is still too
 * much.
 */
export async function recoverFromOverflow(
  deps: FlowDeps,
  state: ContextManagerState,
  job: OverflowJob,
): Promise<Compaction | null> {
  const { fence, signal, target, leafId } = job;
  const { sessionId } = fence;
  if (leafId === null) return null;
  const { experimental } = await deps.reliability.configuration(sessionId);
  const { dynamic_context_pruning: pruning, dcp_for_compaction: prunes } = experimental;
  const path = { sessionId, leafId, ...(await readRequestFacts(deps, sessionId)) };
  const conversation = await measureConversation(deps, fence, path, target);
  const { overlays } = conversation;
  const { budget } = conversation.size();
  if (budget === null) return null;
  const limit = budget * (experimental.preemptive_compaction_threshold - HYSTERESIS);
  const fits = () => conversation.size().untrimmedTokens <= limit;
  if (!overlays.some(({ kind }) => kind === KEEP_WHOLE)) {
    if (!fits() && (pruning.enabled || prunes))
      await conversation.cut((size) => pruneDecisions({ ...size, overlays }, { ...pruning, enabled: true }));
    if (!fits())
      await conversation.cut((size) =>
        shortenDecisions({ ...size, overlays }, (size.untrimmedTokens - limit) / size.factor),
      );
  }
  if (fits() || signal.aborted || !state.mayTry(sessionId)) return null;
  const size = await measurePath(deps, { ...path, overlays, fullPath: true }, target);
  return writeInTime(deps, state, { sessionId, leafId, overlays, size }, signal);
}
