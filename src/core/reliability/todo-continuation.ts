import { classifyError } from '../classify-error.ts';
import { todoReminder, type TodoItem } from './todo-reminder.ts';

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
  log(event: string, data: unknown): void;
  /** Why nothing may be sent at this moment, in a few words, besides what is known here; null for nothing. */
  obstacle?(sessionId: string): Promise<string | null>;
  /** What a person is to see of it; null for nothing. */
  show?(sessionId: string, view: ContinuationView | null): void;
}

/** What goes on by itself in one session, or why it does not. */
export type ContinuationView =
  | { phase: 'countdown'; seconds: number; remaining: number }
  /** A reminder was sent and is being worked on: the `count`th since the person wrote. */
  | { phase: 'sent'; count: number }
  | { phase: 'paused'; why: string; remaining: number };

export interface TodoContinuationEvent {
  type: string;
  sessionId: string;
  role?: 'user' | 'assistant';
  error?: unknown;
  synthetic?: boolean;
  /** Of `session.idle`: whether any tool was used since the last one. What only talks needs no further reminder. */
  worked?: boolean;
}

export interface TodoContinuation {
  onEvent(event: TodoContinuationEvent): Promise<void>;
  markRecovering(sessionId: string): void;
  markRecoveryComplete(sessionId: string): void;
  /** Calls this countdown off; the next message of the person arms it again. */
  cancel(sessionId: string): void;
  /** For good, until `resume`. */
  stop(sessionId: string): void;
  resume(sessionId: string): void;
  dispose(): void;
}

const HOOK = '[todo-continuation-enforcer]';
const COUNTDOWN_SECONDS = 2;
const TOAST_MS = 900;
/** After an error the session rests; an idle that falls into it is looked at again afterwards. */
const ERROR_COOLDOWN_MS = 3_000;
/** Our own message comes back as an event; that echo must not cancel anything. */
const ECHO_MS = 500;
const FAILURE_COOLDOWN_MS = 5_000;
const MOST_FAILURES = 5;
const FAILURES_FORGOTTEN_MS = 5 * 60_000;
/** Messages in a row after which no todo has changed its status. */
const MOST_WITHOUT_PROGRESS = 3;
const MOST_PER_SESSION = 25;

/** What lasts until the person says something; everything else passes by itself. */
const PAUSES: ReadonlySet<string> = new Set(['limit of this session reached', 'too many failures']);

const AFRESH = {
  aborted: false,
  injections: 0,
  withoutProgress: 0,
  failures: 0,
  reminded: false,
  awaiting: false,
  progress: '',
};

const DONE: ReadonlySet<string> = new Set(['completed', 'cancelled', 'blocked', 'deleted']);

interface Session {
  lastErrorAt: number;
  aborted: boolean;
  recovering: boolean;
  stopped: boolean;
  /** Changes whenever what was going on is over; work that awaited something checks it. */
  epoch: number;
  timer: unknown;
  interval: unknown;
  injecting: boolean;
  injectedAt: number;
  injections: number;
  failures: number;
  failedAt: number;
  progress: string;
  withoutProgress: number;
  /** A reminder was sent since the session was looked at last. */
  reminded: boolean;
  /** It has not failed so far. */
  awaiting: boolean;
  counting: boolean;
}

/**
 * Goes on by itself while todos are open: when a session falls idle it counts down two seconds in plain view and then
 * sends one reminder. Everything that happens in the session cancels the countdown, and so do `stop`, a recovery and
 * the person. It gives up when nothing moves: after three reminders without a status change, after repeated failures,
 * and after a fixed number of reminders until the person writes again.
 */
export function createTodoContinuation(deps: TodoContinuationDeps): TodoContinuation {
  const { clock } = deps;
  const sessions = new Map<string, Session>();
  let disposed = false;

  const sessionOf = (id: string): Session => {
    let session = sessions.get(id);
    if (!session) sessions.set(id, (session = newSession()));
    return session;
  };
  const log = (event: string, data: unknown) => quietly(() => deps.log(`${HOOK} ${event}`, data));
  const show = (sessionID: string, view: ContinuationView | null) => quietly(() => deps.show?.(sessionID, view));

  const cancel = (sessionID: string, session: Session) => {
    session.epoch++;
    if (session.counting) show(sessionID, null);
    session.counting = false;
    if (session.timer !== null) clock.clearTimeout(session.timer);
    if (session.interval !== null) clock.clearInterval(session.interval);
    session.timer = null;
    session.interval = null;
  };

  const openTodos = async (sessionID: string): Promise<{ open: TodoItem[]; all: TodoItem[] }> => {
    try {
      const all = await deps.listTodos(sessionID);
      return { all, open: all.filter(({ status }) => !DONE.has(status)) };
    } catch (error) {
      log('Skipped: todos could not be read', { sessionID, error: String(error) });
      return { all: [], open: [] };
    }
  };

  const later = (sessionID: string, session: Session, ms: number) => {
    session.timer = clock.setTimeout(() => {
      session.timer = null;
      void consider(sessionID);
    }, ms);
  };

  const skip = (sessionID: string, why: string, remaining: number) => {
    log(`Skipped: ${why}`, { sessionID, incompleteCount: remaining });
    show(sessionID, { phase: 'paused', why, remaining });
  };

  /** Why nothing may be sent now; null when nothing speaks against it. */
  const obstacle = (sessionID: string, session: Session): string | null => {
    if (disposed || session.stopped) return 'stopped';
    if (session.recovering) return 'in recovery';
    if (session.injecting) return 'reminder under way';
    if (session.aborted) return 'the person stopped the run';
    if (deps.isBackgroundRunning(sessionID)) return 'background work running';
    if (session.injections >= MOST_PER_SESSION) return 'limit of this session reached';
    return session.failures >= MOST_FAILURES ? 'too many failures' : null;
  };

  const consider = async (sessionID: string, worked = true): Promise<void> => {
    const session = sessionOf(sessionID);
    cancel(sessionID, session);
    const { epoch } = session;
    const now = clock.now();
    if (now - session.failedAt > FAILURES_FORGOTTEN_MS) session.failures = 0;
    const { reminded } = session;
    Object.assign(session, { reminded: false, awaiting: false });
    const reason = obstacle(sessionID, session);
    if (reason !== null && !PAUSES.has(reason)) return log(`Skipped: ${reason}`, { sessionID });
    const rest = Math.max(session.lastErrorAt + ERROR_COOLDOWN_MS, session.failedAt + failureCooldown(session)) - now;
    if (rest > 0) {
      log('Skipped: resting after an error', { sessionID, ms: rest });
      return later(sessionID, session, rest);
    }
    const { open, all } = await openTodos(sessionID);
    if (session.epoch !== epoch) return;
    if (open.length === 0) {
      session.withoutProgress = 0;
      return show(sessionID, null);
    }
    if (reason !== null) return skip(sessionID, reason, open.length);
    const talks = reminded && !worked && session.progress === progressOf(all);
    if (stagnates(session, reminded, all)) return skip(sessionID, 'no progress', open.length);
    if (talks) return skip(sessionID, 'answered without working', open.length);
    const elsewhere = (await deps.obstacle?.(sessionID)) ?? null;
    if (session.epoch !== epoch) return;
    if (elsewhere !== null) return skip(sessionID, elsewhere, open.length);
    startCountdown(sessionID, session, open.length);
  };

  const startCountdown = (sessionID: string, session: Session, incompleteCount: number) => {
    let seconds = COUNTDOWN_SECONDS;
    session.counting = true;
    const tell = () => {
      show(sessionID, { phase: 'countdown', seconds, remaining: incompleteCount });
      quietly(() =>
        deps.toast({
          title: 'Todo Continuation',
          message: `Resuming in ${seconds}s… (${incompleteCount} tasks remaining)`,
          variant: 'warning',
          duration: TOAST_MS,
        }),
      );
    };
    tell();
    log('Countdown started', { sessionID, seconds, incompleteCount });
    session.interval = clock.setInterval(() => {
      seconds--;
      if (seconds > 0) tell();
    }, 1_000);
    session.timer = clock.setTimeout(() => {
      cancel(sessionID, session);
      void fire(sessionID, session);
    }, COUNTDOWN_SECONDS * 1_000);
  };

  const fire = async (sessionID: string, session: Session): Promise<void> => {
    const { epoch } = session;
    const { open, all } = await openTodos(sessionID);
    const elsewhere = (await deps.obstacle?.(sessionID)) ?? null;
    const reason = session.epoch === epoch ? (obstacle(sessionID, session) ?? elsewhere) : 'something else happened';
    if (reason !== null) return log(`Skipped: ${reason}`, { sessionID });
    if (open.length === 0) return;
    session.injecting = true;
    session.injectedAt = clock.now();
    show(sessionID, { phase: 'sent', count: session.injections + 1 });
    try {
      await deps.inject(sessionID, todoReminder(all.length - open.length, all.length, open));
      session.injections++;
      session.progress = progressOf(all);
      Object.assign(session, { reminded: true, awaiting: true });
      log('Injection successful', { sessionID });
    } catch (error) {
      fail(session);
      log('Injection failed', { sessionID, error: String(error) });
      show(sessionID, null);
      // Nothing else will tell of this session again.
      later(sessionID, session, failureCooldown(session));
    } finally {
      session.injecting = false;
    }
  };

  const fail = (session: Session) => {
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
          return consider(sessionId, worked);
        case 'session.error':
          session.lastErrorAt = clock.now();
          session.aborted = classifyError(error)?.kind === 'aborted';
          if (session.awaiting && !session.aborted) fail(session);
          session.awaiting = false;
          show(sessionId, null);
          return cancel(sessionId, session);
        case 'session.deleted':
          cancel(sessionId, session);
          show(sessionId, null);
          sessions.delete(sessionId);
          return log('Session deleted: cleaned up', { sessionID: sessionId });
        case 'message.updated': {
          const echo = role === 'user' && (synthetic === true || clock.now() - session.injectedAt < ECHO_MS);
          if (echo) return;
          cancel(sessionId, session);
          if (role === 'user') {
            Object.assign(session, AFRESH);
            show(sessionId, null);
          }
          return;
        }
        case 'message.part.updated':
        case 'tool.execute.before':
        case 'tool.execute.after':
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
      Object.assign(sessionOf(sessionId), AFRESH, { stopped: false });
      show(sessionId, null);
    },
    dispose() {
      disposed = true;
      for (const [sessionId, session] of sessions) cancel(sessionId, session);
      sessions.clear();
    },
  };
}

function newSession(): Session {
  return {
    lastErrorAt: Number.NEGATIVE_INFINITY,
    aborted: false,
    recovering: false,
    stopped: false,
    epoch: 0,
    timer: null,
    interval: null,
    injecting: false,
    injectedAt: Number.NEGATIVE_INFINITY,
    injections: 0,
    failures: 0,
    failedAt: Number.NEGATIVE_INFINITY,
    progress: '',
    withoutProgress: 0,
    reminded: false,
    awaiting: false,
    counting: false,
  };
}

function failureCooldown({ failures }: Session): number {
  return failures === 0 ? 0 : FAILURE_COOLDOWN_MS * 2 ** failures;
}

/** Counts reminders after which every todo still has the status it had. */
function stagnates(session: Session, reminded: boolean, todos: readonly TodoItem[]): boolean {
  if (session.progress !== progressOf(todos)) session.withoutProgress = 0;
  else if (reminded) session.withoutProgress++;
  return session.withoutProgress >= MOST_WITHOUT_PROGRESS;
}

function progressOf(todos: readonly TodoItem[]): string {
  return JSON.stringify(todos.map(({ id, status }) => [id, status]).sort(([a = ''], [b = '']) => (a < b ? -1 : 1)));
}

/** A toast or a log line that fails never stops the work it reports on. */
function quietly(tell: () => void): void {
  try {
    tell();
  } catch {
    // Nobody to tell: the teller itself is what failed.
  }
}
