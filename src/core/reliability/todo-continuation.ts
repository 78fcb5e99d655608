import { classifyError } from '../classify-error.ts';

export interface TodoItem {
  id: string;
  content: string;
  status: 'pending' | 'in_progress' | 'completed' | 'cancelled' | 'blocked';
}

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
}

export interface TodoContinuationEvent {
  type: string;
  sessionId: string;
  role?: 'user' | 'assistant';
  error?: unknown;
  synthetic?: boolean;
}

export interface TodoContinuation {
  onEvent(event: TodoContinuationEvent): Promise<void>;
  markRecovering(sessionId: string): void;
  markRecoveryComplete(sessionId: string): void;
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

  const cancel = (session: Session) => {
    session.epoch++;
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

  const consider = async (sessionID: string): Promise<void> => {
    const session = sessionOf(sessionID);
    cancel(session);
    const { epoch } = session;
    const now = clock.now();
    if (now - session.failedAt > FAILURES_FORGOTTEN_MS) session.failures = 0;
    const reason = obstacle(sessionID, session);
    if (reason !== null) return log(`Skipped: ${reason}`, { sessionID });
    const rest = Math.max(session.lastErrorAt + ERROR_COOLDOWN_MS, session.failedAt + failureCooldown(session)) - now;
    if (rest > 0) {
      log('Skipped: resting after an error', { sessionID, ms: rest });
      return later(sessionID, session, rest);
    }
    const { open, all } = await openTodos(sessionID);
    if (session.epoch !== epoch) return;
    if (open.length === 0) {
      session.withoutProgress = 0;
      return;
    }
    if (stagnates(session, all)) return log('Skipped: no progress', { sessionID, incompleteCount: open.length });
    startCountdown(sessionID, session, open.length);
  };

  const startCountdown = (sessionID: string, session: Session, incompleteCount: number) => {
    let seconds = COUNTDOWN_SECONDS;
    const show = () =>
      quietly(() =>
        deps.toast({
          title: 'Todo Continuation',
          message: `Resuming in ${seconds}s… (${incompleteCount} tasks remaining)`,
          variant: 'warning',
          duration: TOAST_MS,
        }),
      );
    show();
    log('Countdown started', { sessionID, seconds, incompleteCount });
    session.interval = clock.setInterval(() => {
      seconds--;
      if (seconds > 0) show();
    }, 1_000);
    session.timer = clock.setTimeout(() => {
      cancel(session);
      void fire(sessionID, session);
    }, COUNTDOWN_SECONDS * 1_000);
  };

  const fire = async (sessionID: string, session: Session): Promise<void> => {
    const { epoch } = session;
    const { open, all } = await openTodos(sessionID);
    const reason = session.epoch === epoch ? obstacle(sessionID, session) : 'something else happened';
    if (reason !== null) return log(`Skipped: ${reason}`, { sessionID });
    if (open.length === 0) return;
    session.injecting = true;
    session.injectedAt = clock.now();
    session.injections++;
    session.progress = progressOf(all);
    try {
      await deps.inject(sessionID, reminder(all.length - open.length, all.length, open));
      session.failures = 0;
      log('Injection successful', { sessionID });
    } catch (error) {
      session.failures++;
      session.failedAt = clock.now();
      log('Injection failed', { sessionID, error: String(error) });
    } finally {
      session.injecting = false;
    }
  };

  return {
    async onEvent({ type, sessionId, role, error, synthetic }) {
      if (disposed) return;
      const session = sessionOf(sessionId);
      switch (type) {
        case 'session.idle':
          return consider(sessionId);
        case 'session.error':
          session.lastErrorAt = clock.now();
          session.aborted = classifyError(error)?.kind === 'aborted';
          return cancel(session);
        case 'session.deleted':
          cancel(session);
          sessions.delete(sessionId);
          return log('Session deleted: cleaned up', { sessionID: sessionId });
        case 'message.updated': {
          const echo = role === 'user' && (synthetic === true || clock.now() - session.injectedAt < ECHO_MS);
          if (echo) return;
          cancel(session);
          if (role === 'user')
            Object.assign(session, { aborted: false, injections: 0, withoutProgress: 0, failures: 0 });
          return;
        }
        case 'message.part.updated':
        case 'tool.execute.before':
        case 'tool.execute.after':
          return cancel(session);
        default:
      }
    },
    markRecovering(sessionId) {
      const session = sessionOf(sessionId);
      session.recovering = true;
      cancel(session);
    },
    markRecoveryComplete(sessionId) {
      sessionOf(sessionId).recovering = false;
    },
    stop(sessionId) {
      const session = sessionOf(sessionId);
      session.stopped = true;
      cancel(session);
    },
    resume(sessionId) {
      Object.assign(sessionOf(sessionId), {
        stopped: false,
        aborted: false,
        injections: 0,
        withoutProgress: 0,
        failures: 0,
      });
    },
    dispose() {
      disposed = true;
      for (const session of sessions.values()) cancel(session);
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
  };
}

function failureCooldown({ failures }: Session): number {
  return failures === 0 ? 0 : FAILURE_COOLDOWN_MS * 2 ** (failures - 1);
}

/** Counts reminders after which every todo still has the status it had. */
function stagnates(session: Session, todos: readonly TodoItem[]): boolean {
  session.withoutProgress = session.progress === progressOf(todos) ? session.withoutProgress + 1 : 0;
  return session.withoutProgress >= MOST_WITHOUT_PROGRESS;
}

function progressOf(todos: readonly TodoItem[]): string {
  return JSON.stringify(todos.map(({ id, status }) => [id, status]).sort(([a = ''], [b = '']) => (a < b ? -1 : 1)));
}

function reminder(done: number, total: number, open: readonly TodoItem[]): string {
  return [
    '[SYSTEM REMINDER - TODO CONTINUATION]',
    '',
    'Incomplete tasks remain in your todo list. Continue working on the next pending task.',
    '',
    '- Proceed without asking for permission',
    '- Mark each task complete when finished',
    '- Do not stop until all tasks are done',
    '',
    `[Status: ${done}/${total} completed, ${open.length} remaining]`,
    ...open.map(({ content }) => `- [ ] ${content}`),
  ].join('\n');
}

/** A toast or a log line that fails never stops the work it reports on. */
function quietly(tell: () => void): void {
  try {
    tell();
  } catch {
    // Nobody to tell: the teller itself is what failed.
  }
}
