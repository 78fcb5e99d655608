import type { CancelSignal } from '#core/cancel.ts';
import type { AnswerFacts, ModelPort } from '#core/agent/ports.ts';
import { pausesRun } from '#core/reliability/recovery-toasts.ts';
import type { StreamEvent } from '#core/stream-event.ts';
import type { Dehydrate } from '#storage/dehydrate-parts.ts';
import type { Fence } from '#storage/writer-fence.ts';
import { createAnswerView } from '../answer/answer-view.ts';
import { costOf } from '../base/cost-of.ts';
import type { FlowDeps } from '../base/flow-deps.ts';
import type { RequestedThinking } from '../request/read-requested-thinking.ts';
import { requireMessage, requireSession } from '../conversation/insert-answer.ts';
import { runAnswer } from '../answer/run-answer.ts';
import type { Answer, AnswerJob } from '../answer/run-answer.ts';
import type { ContextManager } from '../context/context-manager.ts';
import type { RunSlots } from '../answer/run-slots.ts';

export interface AnswerPort extends ModelPort {
  /** Resolves with the ended answer; `null` when the model was not asked for it or could not be. Never rejects. */
  ended(answerId: string): Promise<Answer | null>;
  /** Called when the answer is stored. */
  forget(answerId: string): void;
}

export interface AnswerPortJob {
  fence: Fence;
  slots: RunSlots;
  dehydrate: Dehydrate;
  offer: NonNullable<AnswerJob['offer']>;
  contextManager: ContextManager;
}

/**
 * Requests a run's answers like every other answer: paced writes, retries, stricter requests, record of the send. The
 * target is the session's current one, so that any step may go to another vendor.
 */
export function createAnswerPort(
  deps: FlowDeps,
  { fence, slots, dehydrate, offer, contextManager }: AnswerPortJob,
): AnswerPort {
  const asked = new Map<string, Promise<Answer | null>>();
  const levels: RequestedThinking = new Map();
  const { sessionId } = fence;

  async function ask(answerId: string, signal: CancelSignal): Promise<Answer> {
    const session = await requireSession(deps, sessionId);
    const message = await requireMessage(deps, sessionId, answerId);
    const stopper = new AbortController();
    const stop = (): void => stopper.abort();
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop);
    const show = createAnswerView(deps, sessionId, answerId);
    show(() => ({ phase: 'preparing' }));
    stopper.signal.addEventListener('abort', () => show(() => ({ phase: 'stopping' })), { once: true });
    try {
      const job = {
        fence,
        session,
        message,
        stopper,
        slots,
        dehydrate,
        show,
        offer,
        contextManager,
        asked: levels,
      };
      return await runAnswer(deps, job);
    } finally {
      signal.removeEventListener('abort', stop);
    }
  }

  /** Whether the run pauses. A task does not: nobody watches it, and the run that began it waits for its end. */
  async function waits({ recovered }: Answer): Promise<boolean> {
    if (!recovered.some(pausesRun)) return false;
    const { experimental } = await deps.reliability.configuration(sessionId);
    return !experimental.auto_resume && !(await requireSession(deps, sessionId)).task;
  }

  return {
    async *answer({ answerId, signal }) {
      const asking = ask(answerId, signal);
      asked.set(
        answerId,
        asking.catch(() => null),
      );
      const answer = await asking;
      yield* eventsOf(answer);
      return { ...factsOf(answer), ...((await waits(answer)) && { pause: true }) };
    },
    ended: async (answerId) => (await asked.get(answerId)) ?? null,
    forget(answerId) {
      asked.delete(answerId);
    },
  };
}

/** Yields the complete answer. It was shown and stored while it streamed. */
function* eventsOf({ message, shown }: Answer): Generator<StreamEvent> {
  for (const [index, part] of shown.entries()) yield { type: 'part_end', index, part };
  if (message.usage) yield { type: 'usage', usage: message.usage };
  yield { type: 'end', stop: message.stop ?? 'error', ...(message.error && { error: message.error }) };
}

function factsOf({ message: { usage }, target }: Answer): AnswerFacts {
  const limit = target?.model.contextWindow ?? null;
  return {
    cost: usage && target ? costOf(usage, target.model.price) : null,
    window: usage && limit !== null ? { limit, used: usage.input + usage.output } : null,
  };
}
