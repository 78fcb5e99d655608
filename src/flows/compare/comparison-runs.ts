import { createDehydrate } from '#storage/dehydrate-parts.ts';
import type { SessionRow, SessionTarget, StoredMessage } from '#storage/rows.ts';
import { NotWriterError } from '#storage/writer-fence.ts';
import type { Fence } from '#storage/writer-fence.ts';
import type { RunService } from '../agent/run-service.ts';
import type { AnswerQueue, ExclusiveJob } from '../answer/answer-queue.ts';
import { createAnswerView } from '../answer/answer-view.ts';
import type { FlowDeps } from '../base/flow-deps.ts';
import { runAnswer } from '../answer/run-answer.ts';
import { saveAnswer, saveUntilStored } from '../answer/save-answer.ts';

/** An empty answer that is stored, and its target. */
export interface ComparedAnswer {
  message: StoredMessage;
  target: SessionTarget;
}

/** Stores the empty answers and everything that belongs before them, in one transaction. */
export type InsertAnswers = (
  fence: Fence,
  signal: AbortSignal,
) => Promise<{ session: SessionRow; questionId: string; answers: readonly ComparedAnswer[] }>;

/** Streams several answers to one question at the same time, as one writer. */
export interface ComparisonRuns {
  /**
   * Resolves when all of them are stored, whatever the vendors did. Rejects as AnswerQueue does, before anything is
   * stored. With `question`: if answers to it are already being written here, these join them. `stopped`: it was
   * stopped before it started, and only the empty answers are stored.
   */
  run(sessionId: string, place: InsertAnswers, how?: { question?: string; stopped?: boolean }): Promise<void>;
  /** Ends one of them; the others continue. */
  stop(sessionId: string, messageId: string): void;
}

interface Going {
  questionId: string | null;
  /** Adds more answers to those that are being written. */
  add(place: InsertAnswers): Promise<void>;
  stoppers: Map<string, AbortController>;
}

export function createComparisonRuns(
  deps: FlowDeps,
  runs: Pick<AnswerQueue, 'runExclusive'>,
  agent: Pick<RunService, 'closeOpen'> | null,
): ComparisonRuns {
  const live = new Map<string, Going>();

  /** Writes one answer, from the empty message to the stored end. */
  async function write(job: ExclusiveJob, active: Going, session: SessionRow, answer: ComparedAnswer): Promise<void> {
    const { message, target } = answer;
    const { fence, lost } = job.lease;
    const key = message.id;
    const stopper = new AbortController();
    const stop = () => stopper.abort();
    if (job.stopper.signal.aborted) stop();
    job.stopper.signal.addEventListener('abort', stop, { once: true });
    active.stoppers.set(key, stopper);
    const show = createAnswerView(deps, session.id, message.id, key);
    show(() => ({ phase: 'preparing' }));
    const showStop = () => show(() => ({ phase: 'stopping' }));
    stopper.signal.addEventListener('abort', showStop, { once: true });
    const dehydrate = createDehydrate(deps.db);
    let final: StoredMessage | null = null;
    try {
      // Without a context manager: a summary before one answer would separate it from the others. Without tools: see
      // ARCHITECTURE.
      const { slots } = job;
      const asked = { fence, lost, session: { ...session, target }, message, stopper, slots, dehydrate, show };
      const ended = await runAnswer(deps, asked);
      try {
        final = await saveAnswer(deps, fence, ended, dehydrate);
      } catch (error) {
        if (error instanceof NotWriterError) throw error;
        deps.onError(error);
        final = await saveUntilStored(deps, fence, { answer: ended, dehydrate, show }, error);
      }
    } catch (error) {
      if (!(error instanceof NotWriterError)) deps.onError(error);
    } finally {
      job.stopper.signal.removeEventListener('abort', stop);
      stopper.signal.removeEventListener('abort', showStop);
      active.stoppers.delete(key);
      deps.liveRuns.end(key, final);
    }
  }

  return {
    async run(sessionId, place, { question, stopped = false } = {}) {
      const other = live.get(sessionId);
      if (other && question !== undefined && other.questionId === question) {
        await other.add(place);
        return;
      }
      await runs.runExclusive(sessionId, async (job) => {
        if (stopped) job.stopper.abort();
        const { fence } = job.lease;
        const work = new Set<Promise<void>>();
        const active: Going = {
          questionId: null,
          stoppers: new Map(),
          add(more) {
            const added = begin(more);
            work.add(added);
            return added;
          },
        };
        async function begin(more: InsertAnswers): Promise<void> {
          const { session, questionId, answers } = await more(fence, job.stopper.signal);
          active.questionId = questionId;
          await Promise.all(answers.map((answer) => write(job, active, session, answer)));
        }
        live.set(sessionId, active);
        try {
          await deps.flushDrafts();
          await agent?.closeOpen(fence, question !== undefined);
          await active.add(place);
          // Ignores errors here: the caller that added the answers gets them.
          for (let checked = 0; checked < work.size;) {
            checked = work.size;
            await Promise.allSettled(work);
          }
        } finally {
          live.delete(sessionId);
        }
      });
    },
    stop: (sessionId, messageId) => live.get(sessionId)?.stoppers.get(messageId)?.abort(),
  };
}
