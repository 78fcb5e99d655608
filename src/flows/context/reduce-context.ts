import { usesTools } from '#core/agent/uses-tools.ts';
import { KEEP_WHOLE, NOT_SENT } from '#core/normalize/base/overlays.ts';
import { isHookEnabled } from '#core/reliability/configuration.ts';
import { contextShare } from '#core/reliability/context-steps.ts';
import type { Target } from '#core/request.ts';
import type { SessionRow, StoredMessage } from '#storage/rows.ts';
import type { Fence } from '#storage/writer-fence.ts';
import type { FlowDeps } from '../base/flow-deps.ts';
import { readRequestFacts } from '../base/calibrate-target.ts';
import { measurePath } from '../request/measure-context.ts';
import { requireSession } from '../conversation/insert-answer.ts';
import { resolveTarget } from '../base/resolve-target.ts';
import { pruneDecisions, shortenDecisions } from './reduce-history.ts';
import { fitsWithMargin } from './fits-with-margin.ts';
import { measureConversation } from './measured-conversation.ts';
import type { ContextManagerState } from './context-manager-state.ts';
import { writeInTime } from './write-in-time.ts';
import type { Compaction } from './write-compaction.ts';

/** A pass must get this far below the threshold, or the next stage follows. */
export const HYSTERESIS = 0.15;

export interface ReduceContextJob {
  fence: Fence;
  signal: AbortSignal;
  /** As it was just read. Absent: it is read. */
  session?: SessionRow;
  /** What a run adds to the session's own settings. */
  offer?: Pick<Target, 'tools' | 'system'>;
  /** The next message, not stored yet. Absent between the steps of a run. */
  next?: StoredMessage;
}

/** `offered` returns what a session that uses tools last offered, for its next message. */
export async function reduceContext(
  deps: FlowDeps,
  state: ContextManagerState,
  offered: (session: SessionRow, system: string) => ReduceContextJob['offer'] | null,
  job: ReduceContextJob,
): Promise<Compaction | null> {
  const { fence, signal, next } = job;
  const { sessionId } = fence;
  const configuration = await deps.reliability.configuration(sessionId);
  const settings = configuration.experimental;
  const compacts = settings.preemptive_compaction && isHookEnabled(configuration, 'preemptive-compaction');
  const { dynamic_context_pruning: pruning, preemptive_compaction_threshold: threshold } = settings;
  const session = job.session ?? (await requireSession(deps, sessionId));
  const { leafId } = session;
  const resolved = leafId === null ? null : await resolveTarget(deps, session);
  if (leafId === null || !resolved?.ok) return null;
  if (!next && (await fitsWithMargin(deps, leafId, resolved.target.model, threshold))) return null;
  const target: Target = {
    ...resolved.target,
    ...(job.offer ?? (usesTools(session.tools) ? offered(session, resolved.target.system ?? '') : null)),
  };
  const facts = await readRequestFacts(deps, sessionId);
  const path = { sessionId, leafId, ...facts, ...(next && { next }) };
  const found = await measureConversation(deps, fence, path, target);
  const { overlays } = found;
  const share = () => contextShare(found.size().untrimmedTokens, found.size().budget) ?? 0;
  const keepsAll = overlays.some(({ kind }) => kind === KEEP_WHOLE);
  const bound = target.model.thinking.kind === 'anthropic' && target.model.thinking.binding !== 'none';
  const pruneNow = () => found.cut((size) => pruneDecisions({ ...size, overlays }, { ...pruning, enabled: true }));
  let cut = 0;
  // Pruning changes earlier turns. If signatures are bound to them, it waits until the window fills up.
  if (pruning.enabled && !keepsAll && !bound && next) cut += await pruneNow();
  const done = (): null => {
    if (cut > 0) deps.contextNotices?.notify({ kind: 'pruned', sessionId, parts: cut, level: pruning.notification });
    return null;
  };
  if (!compacts || share() < threshold || signal.aborted || !state.mayTry(sessionId)) return done();
  state.tried(sessionId);

  const enough = () => share() < threshold - HYSTERESIS;
  if ((pruning.enabled || settings.dcp_for_compaction) && !keepsAll && !enough()) cut += await pruneNow();
  if (!keepsAll && !enough()) {
    cut += await found.cut((size) => {
      const excess = size.untrimmedTokens - (size.budget ?? 0) * (threshold - HYSTERESIS);
      return shortenDecisions({ ...size, overlays }, excess / size.factor);
    });
  }
  done();
  // The user undid the newest summary. That holds until they use it again, or the vendor refuses.
  const declined = new Set(overlays.filter(({ kind }) => kind === NOT_SENT).map(({ target: { message } }) => message));
  if (found.size().messages.some(({ id }) => declined.has(id))) return null;
  if (enough()) {
    state.resetCoolDown(sessionId);
    return null;
  }
  const size = await measurePath(deps, { sessionId, leafId, ...facts, overlays, fullPath: true }, target);
  const compaction = await writeInTime(deps, state, { sessionId, leafId, overlays, size }, signal);
  if (compaction) deps.contextNotices?.notify({ kind: 'summarized', sessionId, messageId: compaction.message.id });
  return compaction;
}
