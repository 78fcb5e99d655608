import type { TodoItem } from './todo-reminder.ts';

const FAILURE_COOLDOWN_MS = 5_000;
/** Reminders in a row without a change of any todo's status. */
const MAX_WITHOUT_PROGRESS = 3;

/** The state of the todo continuation for one session. */
export interface TodoSession {
  lastErrorAt: number;
  aborted: boolean;
  /** The last request was too long; another one would be longer. */
  full: boolean;
  recovering: boolean;
  stopped: boolean;
  /** Incremented whenever the current activity is cancelled. Code that awaited something checks it. */
  epoch: number;
  timer: unknown;
  interval: unknown;
  injecting: boolean;
  /** The reminder in progress has not come back as a message yet. */
  echoDue: boolean;
  /** The session became idle while a reminder was in progress. */
  idleMissed: boolean;
  /** The model's last answer used tools. Counts as true when unknown. */
  worked: boolean;
  injectedAt: number;
  injections: number;
  failures: number;
  failedAt: number;
  progress: string;
  withoutProgress: number;
  /** A reminder was sent since the last check of the session. */
  reminded: boolean;
  /** The reminder has not failed so far. */
  awaiting: boolean;
  counting: boolean;
  /** Checks and reminders in progress. */
  busy: number;
}

/** What the user's actions reset. */
export const RESET_BY_USER = {
  aborted: false,
  full: false,
  injections: 0,
  withoutProgress: 0,
  failures: 0,
  reminded: false,
  awaiting: false,
  progress: '',
};

export function newTodoSession(): TodoSession {
  return {
    lastErrorAt: Number.NEGATIVE_INFINITY,
    aborted: false,
    full: false,
    recovering: false,
    stopped: false,
    epoch: 0,
    timer: null,
    interval: null,
    injecting: false,
    echoDue: false,
    idleMissed: false,
    worked: true,
    injectedAt: Number.NEGATIVE_INFINITY,
    injections: 0,
    failures: 0,
    failedAt: Number.NEGATIVE_INFINITY,
    progress: '',
    withoutProgress: 0,
    reminded: false,
    awaiting: false,
    counting: false,
    busy: 0,
  };
}

export function failureCooldown({ failures }: TodoSession): number {
  return failures === 0 ? 0 : FAILURE_COOLDOWN_MS * 2 ** failures;
}

/** Counts reminders after which every todo still has its previous status. */
export function isStagnating(session: TodoSession, reminded: boolean, todos: readonly TodoItem[]): boolean {
  if (session.progress !== progressOf(todos)) session.withoutProgress = 0;
  else if (reminded) session.withoutProgress++;
  return session.withoutProgress >= MAX_WITHOUT_PROGRESS;
}

export function progressOf(todos: readonly TodoItem[]): string {
  return JSON.stringify(todos.map(({ id, status }) => [id, status]).sort(([a = ''], [b = '']) => (a < b ? -1 : 1)));
}
