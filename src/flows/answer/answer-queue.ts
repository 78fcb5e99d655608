import { usesTools } from '#core/agent/uses-tools.ts';
import { createDehydrate } from '#storage/dehydrate-parts.ts';
import type { ModelError } from '#core/error.ts';
import type { SessionRow, StoredMessage } from '#storage/rows.ts';
import type { WriterLease } from '#storage/session-writers.ts';
import { StorageError } from '#storage/storage-error.ts';
import { NotWriterError } from '#storage/writer-fence.ts';
import type { Fence } from '#storage/writer-fence.ts';
import { createAnswerView } from './answer-view.ts';
import type { ContextManager } from '../context/context-manager.ts';
import { AnswerUnstoredError, SessionBusyError } from '../base/flow-errors.ts';
import type { FlowDeps } from '../base/flow-deps.ts';
import { runAnswer } from './run-answer.ts';
import type { Answer } from './run-answer.ts';
import { createRunSlots } from './run-slots.ts';
import type { RunSlots } from './run-slots.ts';
import { saveAnswer, saveUntilStored } from './save-answer.ts';
import type { Unsaved } from './save-answer.ts';
import type { LiveView } from './stream-attempt.ts';

const STOPPED: ModelError = { kind: 'aborted', retryable: false, message: 'Stopped.' };

/** Stores what comes before the answer, and the empty answer itself, in one transaction. */
export type InsertAnswer = (
  fence: Fence,
  signal: AbortSignal,
) => Promise<{ session: SessionRow; message: StoredMessage }>;

export interface AnswerOptions {
  /** It was stopped before it began, and only its place is stored. */
  stopped?: boolean;
  /** It doesn't continue the path as the user sees it. What runs have not taken stays where it is. */
  keepsQueue?: boolean;
}

export interface AnswerQueue {
  /**
   * Runs one answer from its insertion to its end, one at a time per session. Resolves when it is stored, whatever the
   * vendor did. Rejects when the session is busy or another window writes to it, or when storage refuses (with
   * AnswerUnstoredError once the empty answer is stored). An answer that had ended by then stays visible as `unsaved`,
   * and saving is retried until it succeeds.
   */
  run(sessionId: string, place: InsertAnswer, how?: AnswerOptions): Promise<void>;
  /** Runs anything else that needs the session to itself and can be stopped. `answers`: a model answers in it. */
  runExclusive(sessionId: string, work: (job: ExclusiveJob) => Promise<void>, answers?: boolean): Promise<void>;
  stop(sessionId: string): void;
}

/** Answers sessions that use tools. */
export interface ToolAnswers {
  /**
   * Ends a run that a crash left open, and puts what runs have not taken at the end of the path, unless `keepsQueue`.
   */
  closeOpen(fence: Fence, keepsQueue?: boolean): Promise<void>;
  /** Answers the question before the empty answer `placed`. Resolves when the run has ended, however it ended. */
  answer(job: ExclusiveJob, session: SessionRow, placed: StoredMessage): Promise<void>;
}

export interface ExclusiveJob {
  lease: WriterLease;
  /** Aborts on stop, or when the right to write is lost. */
  stopper: AbortController;
  slots: RunSlots;
  /** Resolves when the session is free for the next one. */
  left: Promise<void>;
}

/** With `agent`, its runs answer sessions that use tools. */
export function createAnswerQueue(
  deps: FlowDeps,
  contextManager: ContextManager,
  agent: ToolAnswers | null = null,
): AnswerQueue {
  const stoppers = new Map<string, AbortController>();
  const leaving = new Map<string, PromiseWithResolvers<void>>();
  const slots = createRunSlots();

  const stop = (sessionId: string): void => stoppers.get(sessionId)?.abort();

  /** The signal outlives the run, so it stops whatever runs by then. An answer that has ended stays as it is. */
  function stopWhenLost({ lost, fence }: WriterLease): void {
    lost.addEventListener('abort', () => stop(fence.sessionId), { once: true });
  }

  function begin(sessionId: string): { stopper: AbortController; left: Promise<void> } {
    if (stoppers.has(sessionId)) throw new SessionBusyError(sessionId);
    const stopper = new AbortController();
    const left = Promise.withResolvers<void>();
    stoppers.set(sessionId, stopper);
    leaving.set(sessionId, left);
    return { stopper, left: left.promise };
  }

  async function run(
    sessionId: string,
    place: InsertAnswer,
    { stopped = false, keepsQueue = false }: AnswerOptions = {},
  ): Promise<void> {
    const { stopper, left } = begin(sessionId);
    if (stopped) stopper.abort();
    let lease: WriterLease | null = null;
    let view: ((now: () => LiveView) => void) | null = null;
    let answer: Answer | null = null;
    let isPlaced = false;
    const dehydrate = createDehydrate(deps.db);
    try {
      lease = await deps.writers.acquire(sessionId);
      stopWhenLost(lease);
      await agent?.closeOpen(lease.fence, keepsQueue);
      const { session, message } = await place(lease.fence, stopper.signal);
      isPlaced = true;
      if (agent && usesTools(session.tools)) {
        await agent.answer({ lease, stopper, slots, left }, session, message);
        leave(sessionId, lease, null, true);
        return;
      }
      view = createAnswerView(deps, sessionId, message.id);
      view(() => ({ phase: 'preparing' }));
      stopper.signal.addEventListener('abort', () => view?.(() => ({ phase: 'stopping' })), { once: true });
      const { fence, lost } = lease;
      const job = { fence, lost, session, message, stopper, slots, dehydrate, contextManager, show: view };
      answer = await runAnswer(deps, job);
      leave(sessionId, lease, await saveAnswer(deps, lease.fence, answer, dehydrate), true);
    } catch (error) {
      if (lease && view && answer && !(error instanceof NotWriterError)) {
        void save(lease, { answer, dehydrate, show: view }, error);
      } else {
        leave(sessionId, lease, null);
      }
      throw isPlaced && error instanceof StorageError ? new AnswerUnstoredError(error) : error;
    }
  }

  async function save(lease: WriterLease, unsaved: Unsaved, first: unknown): Promise<void> {
    leave(lease.fence.sessionId, lease, await saveUntilStored(deps, lease.fence, unsaved, first));
  }

  function leave(sessionId: string, lease: WriterLease | null, final: StoredMessage | null, answered = false): void {
    const stopped = stoppers.get(sessionId)?.signal.aborted ?? false;
    stoppers.delete(sessionId);
    deps.liveRuns.end(sessionId, final);
    lease?.release();
    leaving.get(sessionId)?.resolve();
    leaving.delete(sessionId);
    // The hooks receive a stop as an error, because a user who stopped doesn't want a continuation.
    if (stopped) void deps.reliability.emit({ type: 'session.error', sessionId, error: STOPPED });
    void deps.reliability.emit({ type: 'session.idle', sessionId, ...(answered && !stopped && { answered }) });
  }

  return {
    run,
    async runExclusive(sessionId, work, answers = false) {
      const { stopper, left } = begin(sessionId);
      let lease: WriterLease | null = null;
      try {
        lease = await deps.writers.acquire(sessionId);
        stopWhenLost(lease);
        await work({ lease, stopper, slots, left });
      } finally {
        leave(sessionId, lease, null, answers);
      }
    },
    stop,
  };
}
