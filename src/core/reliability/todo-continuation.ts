import { classifyError } from '../errors/classify-error.ts';
import { todoReminder, type TodoItem } from './todo-reminder.ts';
import {
  RESET_BY_USER,
  failureCooldown,
  newTodoSession,
  progressOf,
  isStagnating,
  type TodoSession,
} from './todo-session.ts';

interface Clock {
  now(): number;
  setTimeout(fn: () => void, ms: number): unknown;
  clearTimeout(handle: unknown): void;
  setInterval(fn: () => void, ms: number): unknown;
  clearInterval(handle: unknown): void;
}

interface Toast {
  title: string;
  message: string;
  variant: 'info' | 'warning' | 'error' | 'success';
  duration: number;
}

export interface TodoContinuationDeps {
  clock: Clock;
  toast(toast: Toast): void;
  inject(sessionId: string, text: string): Promise<void>;
  listTodos(sessionId: string): Promise<TodoItem[]>;
  isBackgroundRunning(sessionId: string): boolean;
  log(event: string, data: Readonly<Record<string, unknown>>): void;
  /** Other reasons not to send a reminder now, in a few words. `null` for none. */
  obstacle?(sessionId: string): Promise<string | null>;
  /** Shows the state to the user. `null` clears it. */
  show?(sessionId: string, view: ContinuationView | null): void;
  /** Called when nothing will happen automatically until the next event (see `isCoolingDown`). */
  rest?(sessionId: string): void;
}

/** The state of the continuation in one session, or why it is paused. */
export type ContinuationView =
  | { phase: 'countdown'; seconds: number; remaining: number }
  /** A reminder was sent and is being worked on: the `count`th since the user's last message. */
  | { phase: 'sent'; count: number }
  | { phase: 'paused'; why: string; remaining: number };

export interface TodoContinuationEvent {
  type: string;
  sessionId: string;
  role?: 'user' | 'assistant';
  error?: unknown;
  synthetic?: boolean;
  /**
   * For `session.idle`: false when the model answered without using any tool. An answer of only text gets no reminder.
   */
  worked?: boolean;
}

export interface TodoContinuation {
  onEvent(event: TodoContinuationEvent): Promise<void>;
  markRecovering(sessionId: string): void;
  markRecoveryComplete(sessionId: string): void;
  /** Cancels this countdown. The user's next message arms it again. */
  cancel(sessionId: string): void;
  /** Permanent, until `resume`. */
  stop(sessionId: string): void;
  resume(sessionId: string): void;
  /** True when no countdown, todo check or reminder is in progress. */
  isCoolingDown(sessionId: string): boolean;
  dispose(): void;
}

const HOOK = '[todo-continuation-enforcer]';
const COUNTDOWN_SECONDS = 2;
const TOAST_MS = 900;
/** After an error the session rests. An idle event in that time is processed afterwards. */
const ERROR_COOLDOWN_MS = 3_000;
/** Baton's own message comes back as an event. That echo must not cancel anything. */
const ECHO_MS = 500;
const MAX_FAILURES = 5;
const FAILURES_FORGOTTEN_MS = 5 * 60_000;
const MAX_PER_SESSION = 25;

/** Reasons that last until the user writes. All others pass on their own. */
const PAUSES: ReadonlySet<string> = new Set(['limit of this session reached', 'too many failures']);

const DONE: ReadonlySet<string> = new Set(['completed', 'cancelled', 'blocked', 'deleted']);

/**
 * Continues automatically while todos are open: when a session becomes idle, it shows a countdown of two seconds and
 * then sends one reminder. Every event in the session cancels the countdown, and so do `stop`, a recovery and the user.
 * It gives up without progress: after three reminders without a status change, after repeated failures, and after a
 * fixed number of reminders until the user writes again.
 */
export function createTodoContinuation(deps: TodoContinuationDeps): TodoContinuation {
  const { clock } = deps;
  const sessions = new Map<string, TodoSession>();
  let disposed = false;

  const sessionOf = (id: string): TodoSession => {
    let session = sessions.get(id);
    if (!session) sessions.set(id, (session = newTodoSession()));
    return session;
  };
  const log = (event: string, data: Readonly<Record<string, unknown>>) =>
    ignoreErrors(() => deps.log(`${HOOK} ${event}`, data));
  const show = (sessionId: string, view: ContinuationView | null) => ignoreErrors(() => deps.show?.(sessionId, view));

  const cancel = (sessionId: string, session: TodoSession) => {
    session.epoch++;
    if (session.counting) show(sessionId, null);
    session.counting = false;
    if (session.timer !== null) clock.clearTimeout(session.timer);
    if (session.interval !== null) clock.clearInterval(session.interval);
    session.timer = null;
    session.interval = null;
    notifyIfCoolingDown(sessionId, session);
  };

  const isCoolingDown = ({ busy, timer }: TodoSession): boolean => busy === 0 && timer === null;
  const notifyIfCoolingDown = (sessionId: string, session: TodoSession) => {
    if (isCoolingDown(session)) ignoreErrors(() => deps.rest?.(sessionId));
  };
  const during = async (sessionId: string, session: TodoSession, work: () => Promise<void>): Promise<void> => {
    session.busy++;
    try {
      await work();
    } finally {
      session.busy--;
      notifyIfCoolingDown(sessionId, session);
    }
  };

  const openTodos = async (sessionId: string): Promise<{ open: TodoItem[]; all: TodoItem[] }> => {
    try {
      const all = await deps.listTodos(sessionId);
      return { all, open: all.filter(({ status }) => !DONE.has(status)) };
    } catch (error) {
      log('Skipped: todos could not be read', { sessionID: sessionId, error: String(error) });
      return { all: [], open: [] };
    }
  };

  const retryLater = (sessionId: string, session: TodoSession, ms: number) => {
    // A deleted session must not keep anything, timers included.
    if (disposed || sessions.get(sessionId) !== session) return;
    session.timer = clock.setTimeout(() => {
      session.timer = null;
      void consider(sessionId);
    }, ms);
  };

  const skip = (sessionId: string, why: string, remaining: number) => {
    log(`Skipped: ${why}`, { sessionID: sessionId, incompleteCount: remaining });
    show(sessionId, { phase: 'paused', why, remaining });
  };

  /** When this cannot be determined, the safe answer is that something runs. */
  const inBackground = (sessionId: string): boolean => {
    try {
      return deps.isBackgroundRunning(sessionId);
    } catch (error) {
      log('Background work could not be asked for', { sessionID: sessionId, error: String(error) });
      return true;
    }
  };

  const outerObstacle = async (sessionId: string): Promise<string | null> => {
    try {
      return (await deps.obstacle?.(sessionId)) ?? null;
    } catch (error) {
      log('Obstacles could not be asked for', { sessionID: sessionId, error: String(error) });
      return 'it cannot be told whether something speaks against it';
    }
  };

  /** Why nothing may be sent now. `null` when nothing prevents it. */
  const obstacle = (sessionId: string, session: TodoSession): string | null => {
    if (disposed || session.stopped) return 'stopped';
    if (session.recovering) return 'in recovery';
    if (session.injecting) return 'reminder under way';
    if (session.aborted) return 'the user stopped the run';
    if (session.full) return 'the context is full';
    if (inBackground(sessionId)) return 'background work running';
    if (session.injections >= MAX_PER_SESSION) return 'limit of this session reached';
    return session.failures >= MAX_FAILURES ? 'too many failures' : null;
  };

  const consider = (sessionId: string): Promise<void> => {
    const session = sessionOf(sessionId);
    return during(sessionId, session, () => checkSession(sessionId, session));
  };

  const checkSession = async (sessionId: string, session: TodoSession): Promise<void> => {
    session.idleMissed = session.injecting;
    cancel(sessionId, session);
    const { epoch } = session;
    const now = clock.now();
    if (now - session.failedAt > FAILURES_FORGOTTEN_MS) session.failures = 0;
    const { reminded } = session;
    Object.assign(session, { reminded: false, awaiting: false });
    const reason = obstacle(sessionId, session);
    if (reason !== null && !PAUSES.has(reason)) return log(`Skipped: ${reason}`, { sessionID: sessionId });
    const rest = Math.max(session.lastErrorAt + ERROR_COOLDOWN_MS, session.failedAt + failureCooldown(session)) - now;
    if (rest > 0) {
      log('Skipped: resting after an error', { sessionID: sessionId, ms: rest });
      return retryLater(sessionId, session, rest);
    }
    const { open, all } = await openTodos(sessionId);
    if (session.epoch !== epoch) return;
    if (open.length === 0) {
      session.withoutProgress = 0;
      return show(sessionId, null);
    }
    if (reason !== null) return skip(sessionId, reason, open.length);
    // After the user's own message there is nothing to compare with: only tools change todos.
    const talks = !session.worked && (!reminded || session.progress === progressOf(all));
    const stuck = isStagnating(session, reminded, all) ? 'no progress' : talks ? 'answered without working' : null;
    const externalObstacle = await outerObstacle(sessionId);
    if (session.epoch !== epoch) return;
    const why = externalObstacle ?? stuck;
    if (why !== null) return skip(sessionId, why, open.length);
    startCountdown(sessionId, session, open.length);
  };

  const startCountdown = (sessionId: string, session: TodoSession, incompleteCount: number) => {
    let seconds = COUNTDOWN_SECONDS;
    session.counting = true;
    const notify = () => {
      show(sessionId, { phase: 'countdown', seconds, remaining: incompleteCount });
      ignoreErrors(() =>
        deps.toast({
          title: 'Todo Continuation',
          message: `Resuming in ${seconds}s… (${incompleteCount} tasks remaining)`,
          variant: 'warning',
          duration: TOAST_MS,
        }),
      );
    };
    notify();
    log('Countdown started', { sessionID: sessionId, seconds, incompleteCount });
    session.interval = clock.setInterval(() => {
      seconds--;
      if (seconds > 0) notify();
    }, 1_000);
    session.timer = clock.setTimeout(() => {
      void during(sessionId, session, async () => {
        cancel(sessionId, session);
        await fire(sessionId, session);
      });
    }, COUNTDOWN_SECONDS * 1_000);
  };

  const fire = async (sessionId: string, session: TodoSession): Promise<void> => {
    const { epoch } = session;
    const { open, all } = await openTodos(sessionId);
    const externalObstacle = await outerObstacle(sessionId);
    const reason =
      session.epoch === epoch ? (obstacle(sessionId, session) ?? externalObstacle) : 'something else happened';
    if (reason !== null) return log(`Skipped: ${reason}`, { sessionID: sessionId });
    if (open.length === 0) return;
    Object.assign(session, { injecting: true, echoDue: true });
    session.injectedAt = clock.now();
    show(sessionId, { phase: 'sent', count: session.injections + 1 });
    try {
      await deps.inject(sessionId, todoReminder(all.length - open.length, all.length, open));
      session.injections++;
      session.progress = progressOf(all);
      Object.assign(session, { reminded: true, awaiting: true });
      log('Injection successful', { sessionID: sessionId });
    } catch (error) {
      fail(session);
      log('Injection failed', { sessionID: sessionId, error: String(error) });
      show(sessionId, null);
      // No other event will come for this session.
      retryLater(sessionId, session, failureCooldown(session));
    } finally {
      Object.assign(session, { injecting: false, echoDue: false });
      // If a reminder is answered before it counts as sent, its idle event came too early to be processed.
      if (session.idleMissed && sessions.get(sessionId) === session) void consider(sessionId);
    }
  };

  const fail = (session: TodoSession) => {
    session.failures++;
    session.failedAt = clock.now();
  };

  return {
    async onEvent({ type, sessionId, role, error, synthetic, worked }) {
      if (disposed) return;
      const session = sessionOf(sessionId);
      switch (type) {
        case 'session.idle':
          if (clock.now() - session.lastErrorAt >= ERROR_COOLDOWN_MS && session.awaiting) session.failures = 0;
          session.worked = worked ?? true;
          return consider(sessionId);
        case 'session.error': {
          const kind = classifyError(error)?.kind;
          session.lastErrorAt = clock.now();
          session.aborted = kind === 'aborted';
          session.full = kind === 'context_overflow';
          if (session.awaiting && !session.aborted) fail(session);
          session.awaiting = false;
          show(sessionId, null);
          return cancel(sessionId, session);
        }
        case 'session.deleted':
          cancel(sessionId, session);
          show(sessionId, null);
          sessions.delete(sessionId);
          return log('Session deleted: cleaned up', { sessionID: sessionId });
        case 'message.updated': {
          const ours = session.echoDue || clock.now() - session.injectedAt < ECHO_MS;
          if (role === 'user' && (synthetic === true || ours)) {
            session.echoDue = false;
            return;
          }
          cancel(sessionId, session);
          if (role === 'user') {
            Object.assign(session, RESET_BY_USER);
            show(sessionId, null);
          }
          return;
        }
        case 'message.part.updated':
        case 'tool.execute.before':
        case 'tool.execute.after':
          // The model answers, so its window has tokens left again.
          session.full = false;
          return cancel(sessionId, session);
        default:
      }
    },
    markRecovering(sessionId) {
      const session = sessionOf(sessionId);
      session.recovering = true;
      cancel(sessionId, session);
    },
    markRecoveryComplete(sessionId) {
      sessionOf(sessionId).recovering = false;
      sessionOf(sessionId).full = false;
    },
    cancel(sessionId) {
      const session = sessionOf(sessionId);
      session.aborted = true;
      cancel(sessionId, session);
    },
    stop(sessionId) {
      const session = sessionOf(sessionId);
      session.stopped = true;
      cancel(sessionId, session);
      show(sessionId, null);
    },
    resume(sessionId) {
      Object.assign(sessionOf(sessionId), RESET_BY_USER, { stopped: false });
      show(sessionId, null);
    },
    isCoolingDown(sessionId) {
      const session = sessions.get(sessionId);
      return session === undefined || isCoolingDown(session);
    },
    dispose() {
      disposed = true;
      for (const [sessionId, session] of sessions) cancel(sessionId, session);
      sessions.clear();
    },
  };
}

/** A failing toast or log line never stops the work it reports on. */
function ignoreErrors(notify: () => void): void {
  try {
    notify();
  } catch {
    // There is nobody to notify: the notification itself failed.
  }
}
