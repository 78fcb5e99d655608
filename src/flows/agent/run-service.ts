import type { ApprovalMode } from '#core/agent/approval/decide-approval.ts';
import { closeRun } from '#core/agent/close-run.ts';
import type { RunDescription } from '#core/agent/describe-run.ts';
import { createDehydrate } from '#storage/dehydrate-parts.ts';
import { appendMessages, setLeaf } from '#storage/write-messages.ts';
import { newId } from '#storage/new-id.ts';
import type { QueuedMessage, SessionRow, StoredMessage } from '#storage/rows.ts';
import type { TakenDraft } from '#storage/draft-repository.ts';
import {
  gatherQueue,
  newestRun,
  queueMessage,
  runsWithQueue,
  storeRunRecord,
  takeQueue,
  unqueueMessage,
} from '#storage/run-repository.ts';
import type { Fence } from '#storage/writer-fence.ts';
import type { ExclusiveJob } from '../answer/answer-queue.ts';
import type { FlowDeps } from '../base/flow-deps.ts';
import { NothingToResumeError } from '../base/flow-errors.ts';
import { acceptMessage } from '../conversation/accept-partial.ts';
import { emptyAnswer, requireSession } from '../conversation/insert-answer.ts';
import type { ContextManager } from '../context/context-manager.ts';
import type { AgentDeps } from './agent-deps.ts';
import type { Decision } from './approval-queue.ts';
import { controlRun } from './control-run.ts';
import type { TaskTree } from './run-budgets.ts';
import { findRun } from './stored-run.ts';
import type { TurnToolsService } from './turn-tools.ts';

/** Begins, resumes and closes the runs of this window, and controls the active ones. */
export interface RunService {
  /** Answers the placed message's question with a run. Resolves when the run has ended, for any reason. */
  answer(job: ExclusiveJob, session: SessionRow, placed: StoredMessage): Promise<void>;
  /** Rejects with NothingToResumeError when the newest run cannot continue. */
  resume(job: ExclusiveJob, sessionId: string, again: ReadonlySet<string>): Promise<void>;
  /**
   * Ends the run that a crash left open, and puts what runs have not taken at the end of the path. `keepsQueue`: they
   * keep it, because what comes now isn't placed there: it would be left behind in another version.
   */
  closeOpen(fence: Fence, keepsQueue?: boolean): Promise<void>;
  /** Returns false when no active run could still take the message, and after a run that was ending has left the session. */
  steer(
    sessionId: string,
    message: Pick<QueuedMessage, 'parts' | 'author' | 'thinking'>,
    draft?: TakenDraft,
  ): Promise<boolean>;
  unqueue(sessionId: string, run: string, messageId: string): Promise<QueuedMessage | null>;
  decide(sessionId: string, key: string, decision: Decision): Promise<void>;
  cancelCall(sessionId: string, key: string): void;
  setMode(sessionId: string, mode: ApprovalMode): void;
  /** Returns the mode of the active run; `null` when there is none. */
  modeOf(sessionId: string): ApprovalMode | null;
  /** `run`: whether it is this one. */
  isLive(sessionId: string, run?: string): boolean;
}

export interface ActiveAgentRun {
  id: string;
  fence: Fence;
  /** Another window has taken over the conversation, or one above it. */
  lost: AbortSignal;
  readonly mode: ApprovalMode;
  setMode(mode: ApprovalMode): void;
  /** Oldest first, as in the run's row. */
  queued: QueuedMessage[];
  /** Ids of those that the loop stores now or has stored. */
  taken: Set<string>;
  /** Resolves with `true` once its row is stored, with `false` when it ended before that. */
  begun: Promise<boolean>;
  /** No step will take a message any more. */
  over: boolean;
  decide(key: string, decision: Decision): Promise<void>;
  cancelCall(key: string): void;
  showQueue(): void;
}

export function createRunService(
  deps: FlowDeps,
  agent: AgentDeps,
  epochs: TurnToolsService,
  nesting: TaskTree,
  contextManager: ContextManager,
): RunService {
  const { db, clock } = deps;
  const live = new Map<string, ActiveAgentRun>();
  /** See `controlRun`. */
  const ending = new Map<string, Promise<void>>();
  const drive = controlRun(deps, agent, { epochs, live, ending, nesting, contextManager });

  /** Messages written while the last step was ending begin a turn of their own. */
  async function continueRun(job: ExclusiveJob, sessionId: string): Promise<void> {
    const { fence } = job.lease;
    for (;;) {
      const found = await findRun(deps, sessionId);
      if (!found || found.row.queued.length === 0 || job.stopper.signal.aborted) return;
      if (found.description.state.ended?.kind !== 'finished') return;
      const leaf = await putQueued(fence, found.row.id, found.tip?.id ?? null);
      if (leaf === null) return;
      const [placed] = await appendMessages(db, fence, [emptyAnswer(leaf, clock.now())]);
      if (!placed) return;
      await drive(job, await requireSession(deps, sessionId), { placed });
    }
  }

  /** Stores the queued messages after `leafId`. Returns the id of the last one; `null` when none is queued any more. */
  async function putQueued(fence: Fence, run: string, leafId: string | null): Promise<string | null> {
    const added = await takeQueue(db, fence, run, (queued) => {
      let parentId = leafId;
      return queued.map(({ at, ...written }) => {
        const message = { ...written, role: 'user' as const, parentId, status: 'complete' as const, createdAt: at };
        parentId = written.id;
        return { ...message, completedAt: at };
      });
    });
    return added.at(-1)?.id ?? null;
  }

  async function close(fence: Fence, description: RunDescription, tip: StoredMessage | null): Promise<string | null> {
    const dehydrate = createDehydrate(db);
    let parentId = tip?.id ?? null;
    for (const { record, message } of closeRun(description, { newId, now: clock.now() })) {
      if (!message) {
        await storeRunRecord(db, fence, record, null);
        continue;
      }
      if (parentId !== null) await acceptMessage(deps, fence, parentId);
      const { id, role } = message;
      const at = clock.now();
      const add = { id, role, parts: await dehydrate(message.parts), parentId, status: 'complete' as const };
      await storeRunRecord(db, fence, record, { add: { ...add, createdAt: at, completedAt: at } });
      parentId = id;
    }
    return parentId;
  }

  return {
    async answer(job, session, placed) {
      await drive(job, session, { placed });
      await continueRun(job, session.id);
    },
    async resume(job, sessionId, again) {
      const { fence } = job.lease;
      const before = await findRun(deps, sessionId);
      if (!before?.description.can.resume) throw new NothingToResumeError(sessionId);
      const { tip } = before;
      if (tip?.status === 'interrupted') {
        // Drops an answer that had not begun, and a summary inserted before it: the step is done again.
        const { answerId, before: stepped } = before.description.state;
        const back = answerId === tip.id ? (stepped ?? tip.parentId) : tip.parentId;
        if (tip.parts.length === 0) await setLeaf(db, fence, back);
        else await acceptMessage(deps, fence, tip.id);
      }
      await gatherQueue(db, fence, before.row.id);
      const found = await findRun(deps, sessionId);
      if (!found?.description.can.resume) throw new NothingToResumeError(sessionId);
      await drive(job, await requireSession(deps, sessionId), { resume: found, again });
      await continueRun(job, sessionId);
    },
    async closeOpen(fence, keepsQueue = false) {
      const newest = await newestRun(db, fence.sessionId, deps.onUnreadableRow);
      if (!newest) return;
      const keeping = keepsQueue ? [] : await runsWithQueue(db, fence.sessionId, deps.onUnreadableRow);
      if (newest.open === 0 && keeping.length === 0) return;
      if (keeping.length > 0) await gatherQueue(db, fence, newest.id);
      const found = await findRun(deps, fence.sessionId);
      if (!found) return;
      const { row, description, tip } = found;
      const leaf = row.open === 1 ? await close(fence, description, tip) : (tip?.id ?? null);
      if (!keepsQueue && row.queued.length > 0) await putQueued(fence, row.id, leaf);
    },
    async steer(sessionId, { parts, author, thinking }, draft) {
      const run = live.get(sessionId);
      const refuse = async () => {
        // A task tells its end while the run above may wait for it.
        if (author === undefined) await ending.get(sessionId);
        return false;
      };
      if (!run || !(await run.begun) || run.over) return refuse();
      const beside = { ...(author && { author }), ...(thinking && { thinking }) };
      const message = { id: newId(), parts: [...parts], at: clock.now(), ...beside };
      const queued = await queueMessage(db, run.fence, run.id, message, draft);
      // The run ended in the meantime. Either its last check took the message, or the message is sent like any other.
      if (run.over && (await unqueueMessage(db, run.id, message.id)) !== null) {
        draft?.unsettle();
        return refuse();
      }
      draft?.end();
      if (run.over) return true;
      run.queued.push(...queued);
      run.showQueue();
      return true;
    },
    async unqueue(sessionId, run, messageId) {
      const active = live.get(sessionId);
      if (active?.id === run) {
        const at = active.queued.findIndex(({ id }) => id === messageId);
        if (at < 0 || active.taken.has(messageId)) return null;
        // Remove it from the loop's queue before storage, so that the loop does not take it in between.
        active.queued.splice(at, 1);
        active.showQueue();
      }
      return unqueueMessage(db, run, messageId);
    },
    decide: async (sessionId, key, decision) => live.get(sessionId)?.decide(key, decision),
    cancelCall: (sessionId, key) => live.get(sessionId)?.cancelCall(key),
    setMode(sessionId, mode) {
      live.get(sessionId)?.setMode(mode);
    },
    modeOf: (sessionId) => live.get(sessionId)?.mode ?? null,
    isLive(sessionId, run) {
      const active = live.get(sessionId);
      return active !== undefined && (run === undefined || active.id === run);
    },
  };
}
