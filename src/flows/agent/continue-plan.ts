import { planTodos } from '#core/agent/plan/plan-state.ts';
import { RUN_LIMITS } from '#core/agent/run-agent.ts';
import { textOf } from '#core/message-text.ts';
import { asksTheUser } from '#texts/ask-phrases.ts';
import { asksToStop } from '#texts/stop-phrases.ts';
import { isHookEnabled } from '#core/reliability/configuration.ts';
import { createTodoContinuation } from '#core/reliability/todo-continuation.ts';
import { readTodoReminder } from '#core/reliability/todo-reminder.ts';
import type { AgentRunEnd } from '#state/agent-runs.ts';
import type { Clock } from '#storage/clock.ts';
import { getMessage } from '#storage/message-repository.ts';
import { getPlan } from '#storage/plan-repository.ts';
import type { SessionRow, StoredMessage } from '#storage/rows.ts';
import { getSession } from '#storage/read-sessions.ts';
import type { AnswerQueue } from '../answer/answer-queue.ts';
import type { FlowDeps } from '../base/flow-deps.ts';
import { acceptMessage } from '../conversation/accept-partial.ts';
import { insertQuestion, requireSession } from '../conversation/insert-answer.ts';
import type { AgentDeps } from './agent-deps.ts';
import type { TaskRuns } from './task-runs.ts';

/** Maximum USD for reminders in a row when no cost limit is set for a run. */
const MAX_COST = 5;

const ASKED_TO_STOP = 'the user asked to stop';

/** Continues with the todos of a conversation that uses tools, as long as they change. */
export interface PlanContinuation {
  /** Called when the user did something in the conversation: it is theirs again. */
  userActed(sessionId: string): void;
  /** Cancels the countdown. */
  cancel(sessionId: string): void;
  /**
   * Stops for good, including a reminder that is about to be sent. The caller stores this with the conversation's
   * tools.
   */
  stop(sessionId: string): void;
  /** Continues at once, even after it had given up. */
  continueNow(sessionId: string): void;
  forget(sessionId: string): void;
  /** Resolves once nothing continues on its own in a conversation whose run has ended. Never rejects. */
  settled(sessionId: string): Promise<void>;
}

export function createPlanContinuation(
  deps: FlowDeps,
  agent: Pick<AgentDeps, 'agentRuns' | 'continuations' | 'limits'>,
  { runs, tasks }: { runs: AnswerQueue; tasks: Pick<TaskRuns, 'below'> },
): PlanContinuation {
  const { db, onUnreadableRow } = deps;
  /** USD spent by runs that a reminder began, since the user last did something. */
  const spent = new Map<string, number>();
  const reminded = new Set<string>();
  /** The run whose end was handled last, by session. */
  const looked = new Map<string, string>();
  /** Sessions in which the user switched continuation on again after their last message. */
  const switchedOn = new Set<string>();
  /** Run ends that are being handled. */
  const looking = new Map<string, Promise<void>>();
  /** Wake the callers that wait for a conversation to settle. */
  const wakers = new Map<string, () => void>();

  const hook = createTodoContinuation({
    clock: withIntervals(deps.clock),
    // The page shows this in the user's language, from what `show` gives it.
    toast: () => undefined,
    inject: (sessionId, text) => remind(sessionId, text),
    listTodos: async (sessionId) => planTodos(await getPlan(db, sessionId, onUnreadableRow)),
    isBackgroundRunning: (sessionId) => tasks.below(sessionId).length > 0,
    log: (event, data) => deps.reliability.log(event, data),
    obstacle: async (sessionId) => {
      const session = await getSession(db, sessionId, onUnreadableRow);
      if (!session || session.deletedAt > 0) return 'the conversation is gone';
      const off = await whyOff(session);
      if (off !== null) return off;
      if (await isAskedToStop(session)) return ASKED_TO_STOP;
      if ((spent.get(sessionId) ?? 0) >= (agent.limits().cost ?? RUN_LIMITS.cost ?? MAX_COST)) return 'cost limit';
      const draft = await db.drafts.get(sessionId);
      if (draft && (draft.text.trim() !== '' || draft.attachments.length > 0)) return 'the user is writing';
      const last = session.leafId === null ? null : await getMessage(db, session.leafId, onUnreadableRow);
      return last && !switchedOn.has(sessionId) && asksBack(last) ? 'the model asked something' : null;
    },
    show: (sessionId, view) => agent.continuations.show(sessionId, view),
    rest: (sessionId) => wakers.get(sessionId)?.(),
  });

  async function whyOff({ id, tools, task }: SessionRow): Promise<string | null> {
    const configuration = await deps.reliability.configuration(id);
    // The run that waits for a foreground task wants its answer. A background task is reported when it ends.
    const isWanted = configuration.experimental.background_continuation || tools?.autoContinue === true;
    if (task && !(task.background && isWanted)) return 'a task';
    if (!isHookEnabled(configuration, 'todo-continuation-enforcer')) return 'switched off';
    if (!tools?.on) return 'no tools here';
    if (tools.autoContinue === false) return 'switched off here';
    return tools.mode === 'plan' ? 'plan mode' : null;
  }

  /** What the user says to a conversation holds for the tasks below it, too. */
  async function isAskedToStop(session: SessionRow): Promise<boolean> {
    for (const id of [session.id, ...(session.task?.above ?? []).toReversed()]) {
      if (switchedOn.has(id)) return false;
      const row = id === session.id ? session : await getSession(db, id, onUnreadableRow);
      if (row && (await wasAskedToStop(row))) return true;
    }
    return false;
  }

  /** A reminder after the user's message means that they have switched it on again since. */
  async function wasAskedToStop({ leafId }: SessionRow): Promise<boolean> {
    for (let id = leafId; id !== null;) {
      const message = await getMessage(db, id, onUnreadableRow);
      if (!message) return false;
      const { role, author, parentId } = message;
      const text = role === 'user' ? textOf(message) : '';
      if (role === 'user' && author !== 'automation') return asksToStop(text);
      if (role === 'user' && readTodoReminder(text)) return false;
      id = parentId;
    }
    return false;
  }

  /** Resolves once the reminder is stored. Does not wait for the run that answers it. */
  function remind(sessionId: string, text: string): Promise<void> {
    const placed = Promise.withResolvers<void>();
    let stored = false;
    const run = async (): Promise<void> => {
      try {
        await runs.run(sessionId, async (fence) => {
          const session = await requireSession(deps, sessionId);
          const off = await whyOff(session);
          if (off !== null) throw new Error(off);
          if (session.leafId !== null) await acceptMessage(deps, fence, session.leafId);
          const parts = [{ type: 'text' as const, text }];
          const question = { parentId: session.leafId, parts, author: 'automation' as const, keepDraft: true as const };
          const message = await insertQuestion(deps, fence, session, question);
          stored = true;
          reminded.add(sessionId);
          // It overrules what was said and asked before it. The model may ask again.
          switchedOn.delete(sessionId);
          void deps.reliability.emit({ type: 'message.updated', sessionId, role: 'user', synthetic: true });
          placed.resolve();
          return { session, message };
        });
      } catch (error) {
        if (stored) {
          deps.onError(error);
          reminded.delete(sessionId);
          wakers.get(sessionId)?.();
        } else placed.reject(error);
      }
    };
    void run();
    return placed.promise;
  }

  /**
   * Acts only when a run of the conversation has ended since it was last idle. Anything else that ends brings no work
   * to continue with.
   */
  async function idle(sessionId: string): Promise<void> {
    const { runs: active, ends } = agent.agentRuns.store.getState();
    const end = ends.get(sessionId);
    if (active.has(sessionId) || !end || looked.get(sessionId) === end.runId) return;
    looked.set(sessionId, end.runId);
    const check = async (): Promise<void> => {
      const session = await getSession(db, sessionId, onUnreadableRow);
      await (session && session.deletedAt === 0 ? ended(end) : forget(sessionId));
    };
    const work = check();
    looking.set(sessionId, work);
    try {
      await work;
    } finally {
      looking.delete(sessionId);
      wakers.get(sessionId)?.();
    }
  }

  async function settled(sessionId: string): Promise<void> {
    try {
      for (;;) {
        await idle(sessionId);
        await looking.get(sessionId);
        const isActive = agent.agentRuns.store.getState().runs.has(sessionId) || reminded.has(sessionId);
        if (!isActive && hook.isCoolingDown(sessionId)) return;
        await new Promise<void>((resolve) => wakers.set(sessionId, resolve));
      }
    } catch (error) {
      deps.onError(error);
    } finally {
      wakers.delete(sessionId);
    }
  }

  function forget(sessionId: string): Promise<void> {
    for (const memory of [spent, reminded, looked, switchedOn]) memory.delete(sessionId);
    return hook.onEvent({ type: 'session.deleted', sessionId });
  }

  async function ended({ sessionId, reason, steps, cost }: AgentRunEnd): Promise<void> {
    if (reminded.delete(sessionId)) spent.set(sessionId, (spent.get(sessionId) ?? 0) + cost);
    const error = (value: unknown) => hook.onEvent({ type: 'session.error', sessionId, error: value });
    const idle = (worked: boolean) => hook.onEvent({ type: 'session.idle', sessionId, worked });
    switch (reason?.kind) {
      case 'finished':
        return idle(steps > 1);
      case 'cancelled':
        return error({ name: 'AbortError', message: 'stopped by the user' });
      case 'failed': {
        const { leafId } = await requireSession(deps, sessionId);
        const failure = leafId === null ? null : (await getMessage(db, leafId, onUnreadableRow))?.error;
        await error(failure ?? null);
        // The user decides about failures that do not pass on their own.
        return failure?.retryable ? idle(true) : undefined;
      }
      default:
        return error(reason);
    }
  }

  /** Cancels and begins on the events that the reliability documents name (reliability.md S1-39). */
  deps.reliability.subscribe((event) => {
    switch (event.type) {
      case 'session.idle':
        return idle(event.sessionId);
      case 'session.error':
        // The end of an active run shows whether it recovered from the error.
        return agent.agentRuns.store.getState().runs.has(event.sessionId) ? undefined : hook.onEvent(event);
      case 'session.deleted':
        return forget(event.sessionId);
      case 'message.updated':
      case 'message.part.updated':
      case 'tool.execute.before':
      case 'tool.execute.after':
        return hook.onEvent(event);
      default:
        return undefined;
    }
  });
  deps.reliability.recovery.setOnAbortCallback((id) => hook.markRecovering(id));
  deps.reliability.recovery.setOnRecoveryCompleteCallback((id) => hook.markRecoveryComplete(id));

  return {
    userActed(sessionId) {
      for (const memory of [spent, reminded, switchedOn]) memory.delete(sessionId);
      void hook.onEvent({ type: 'message.updated', role: 'user', sessionId });
    },
    cancel: (sessionId) => hook.cancel(sessionId),
    stop: (sessionId) => hook.stop(sessionId),
    continueNow(sessionId) {
      spent.delete(sessionId);
      switchedOn.add(sessionId);
      hook.resume(sessionId);
      void hook.onEvent({ type: 'session.idle', sessionId });
    },
    forget: (sessionId) => void forget(sessionId),
    settled,
  };
}

/** Whether the answer asks the user something. Then the user should answer it, not a reminder. */
function asksBack({ role, parts }: StoredMessage): boolean {
  const last = parts.findLast((part) => part.type === 'text');
  return role === 'assistant' && last?.type === 'text' && asksTheUser(last.text);
}

/** Builds intervals from timeouts, the only timers of the page's clock. */
function withIntervals(clock: Clock) {
  const intervals = new Map<object, unknown>();
  return {
    ...clock,
    setInterval(fn: () => void, ms: number): object {
      const key = {};
      const tick = (): void => {
        intervals.set(key, clock.setTimeout(tick, ms));
        fn();
      };
      intervals.set(key, clock.setTimeout(tick, ms));
      return key;
    },
    clearInterval(key: unknown): void {
      if (typeof key !== 'object' || key === null) return;
      clock.clearTimeout(intervals.get(key));
      intervals.delete(key);
    },
  };
}
