import { KEEP_WHOLE } from '#core/normalize/overlays.ts';
import { isHookEnabled } from '#core/reliability/configuration.ts';
import { contextShare } from '#core/reliability/context-steps.ts';
import type { Decision, Overlay, Target } from '#core/request.ts';
import { listOverlays, overlayRows } from '#storage/overlay-repository.ts';
import type { SessionRow, StoredMessage } from '#storage/rows.ts';
import { writeFenced } from '#storage/writer-fence.ts';
import type { Fence } from '#storage/writer-fence.ts';
import type { FlowDeps } from '../flow-deps.ts';
import { measurePath } from '../measure-context.ts';
import type { MeasuredPath } from '../measure-context.ts';
import { requireSession } from '../place-answer.ts';
import { resolveTarget } from '../resolve-target.ts';
import { pruneDecisions, shortenDecisions } from './cut-history.ts';
import { fitsClearly } from './fits-clearly.ts';
import { writeCompaction } from './write-compaction.ts';
import type { Compaction } from './write-compaction.ts';

/** So far below the threshold a pass must get, or the next stage follows. */
const HYSTERESIS = 0.15;
/** After a pass that did not help nothing is tried for so long. */
const COOL_DOWN_MS = 60_000;
const TIME_LIMIT_MS = 60_000;

export interface RoomJob {
  fence: Fence;
  signal: AbortSignal;
  /** What a run offers besides the session's own settings. */
  offer?: Pick<Target, 'tools' | 'system'>;
  /** The message that comes next, not stored yet; absent between the steps of a run. */
  next?: StoredMessage;
}

/** Keeps requests within their window, before they are made. */
export interface RoomKeeper {
  /**
   * Prunes and shortens what is stored in overlays; what that cannot do a summary does, which the caller stores at the
   * end of the path. Never rejects: what fails is told, and the window does what it can.
   */
  keep(job: RoomJob): Promise<Compaction | null>;
  /** The conversation is gone for good. */
  forget(sessionId: string): void;
}

/** `offered`: what a conversation that uses tools offered last, for its next message. */
export function createRoomKeeper(
  deps: FlowDeps,
  offered: (session: SessionRow) => RoomJob['offer'] | null = () => null,
): RoomKeeper {
  const { db, clock, report } = deps;
  const resting = new Map<string, number>();

  /** One conversation at one moment, measured anew after every change; null where nothing needs to be done. */
  async function begin({ fence, offer, next }: RoomJob, limit: number) {
    const { sessionId } = fence;
    const session = await requireSession(deps, sessionId);
    const { leafId } = session;
    const resolved = leafId === null ? null : await resolveTarget(deps, session);
    if (leafId === null || !resolved?.ok) return null;
    if (!next && (await fitsClearly(deps, leafId, resolved.target.model, limit))) return null;
    const target: Target = { ...resolved.target, ...(offer ?? (session.tools?.on ? offered(session) : null)) };
    const overlays = await listOverlays(db, sessionId, report);
    const path = { sessionId, leafId, ...(next && { next }) };
    let size = await measurePath(deps, { ...path, overlays }, target);

    return {
      leafId,
      overlays,
      target,
      size: () => size,
      share: () => contextShare(size.tokens, size.room) ?? 0,
      async cut(decide: (size: MeasuredPath) => Decision[]): Promise<number> {
        const rows = overlayRows(sessionId, decide(size), clock.now());
        if (rows.length === 0) return 0;
        await writeFenced(db, fence, [db.overlays], async () => {
          await db.overlays.bulkAdd(rows);
        });
        overlays.push(...rows);
        size = await measurePath(deps, { ...path, overlays }, target);
        return rows.length;
      },
    };
  }

  async function keep(job: RoomJob): Promise<Compaction | null> {
    const { sessionId } = job.fence;
    const configuration = await deps.reliability.configuration(sessionId);
    const settings = configuration.experimental;
    const compacts = settings.preemptive_compaction && isHookEnabled(configuration, 'preemptive-compaction');
    const { dynamic_context_pruning: pruning, preemptive_compaction_threshold: threshold } = settings;
    const found = await begin(job, threshold);
    if (!found) return null;
    const { overlays, target, share } = found;
    const whole = overlays.some(({ kind }) => kind === KEEP_WHOLE);
    const bound = target.model.thinking.kind === 'anthropic' && target.model.thinking.binding !== 'none';
    const pruneNow = () => found.cut((size) => pruneDecisions({ ...size, overlays }, { ...pruning, enabled: true }));
    let cut = 0;
    // Earlier turns change under signatures that are bound to them: there it waits until the window fills up.
    if (pruning.enabled && !whole && !bound && job.next) cut += await pruneNow();
    const done = async (): Promise<null> => {
      if (cut > 0) deps.contextNotices?.tell({ kind: 'pruned', sessionId, parts: cut, level: pruning.notification });
      return null;
    };
    if (!compacts || share() < threshold) return done();
    const rested = clock.now() - (resting.get(sessionId) ?? Number.NEGATIVE_INFINITY) >= COOL_DOWN_MS;
    if (!rested || job.signal.aborted) return done();
    resting.set(sessionId, clock.now());

    const enough = () => share() < threshold - HYSTERESIS;
    if ((pruning.enabled || settings.dcp_for_compaction) && !whole && !enough()) cut += await pruneNow();
    if (!whole && !enough()) {
      cut += await found.cut((size) => {
        const wanted = size.tokens - (size.room ?? 0) * (threshold - HYSTERESIS);
        return shortenDecisions({ ...size, overlays }, wanted / size.factor);
      });
    }
    if (enough()) {
      resting.delete(sessionId);
      return done();
    }
    await done();
    const compaction = await summariseNow(job, found.leafId, overlays, target);
    if (compaction) resting.delete(sessionId);
    return compaction;
  }

  async function summariseNow(
    { fence: { sessionId }, signal }: RoomJob,
    leafId: string,
    overlays: readonly Overlay[],
    target: Target,
  ): Promise<Compaction | null> {
    const late = new AbortController();
    const timer = clock.setTimeout(() => late.abort(), TIME_LIMIT_MS);
    deps.contextNotices?.show(sessionId, true);
    try {
      const size = await measurePath(deps, { sessionId, leafId, overlays }, target);
      const job = { sessionId, leafId, overlays, size };
      const compaction = await writeCompaction(deps, job, AbortSignal.any([signal, late.signal]));
      if (compaction) deps.contextNotices?.tell({ kind: 'summarised', sessionId, messageId: compaction.message.id });
      return compaction;
    } catch (error) {
      if (signal.aborted) return null;
      const words = late.signal.aborted ? null : error instanceof Error ? error.message : String(error);
      deps.contextNotices?.tell({ kind: 'failed', sessionId, words });
      return null;
    } finally {
      clock.clearTimeout(timer);
      deps.contextNotices?.show(sessionId, false);
    }
  }

  return {
    async keep(job) {
      try {
        return await keep(job);
      } catch (error) {
        deps.onError(error);
        return null;
      }
    },
    forget: (sessionId) => void resting.delete(sessionId),
  };
}
