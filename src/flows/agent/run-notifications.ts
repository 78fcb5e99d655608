import type { AgentRunEnd, AgentRuns } from '#state/agent-runs.ts';
import { rootSessionOf } from '#state/active-runs.ts';
import type { ActiveRun, ActiveRuns } from '#state/active-runs.ts';
import type { StreamingAnswers } from '#state/streaming-answers.ts';
import type { Clock } from '#storage/clock.ts';
import type { StoredMessage } from '#storage/rows.ts';

/** What is worth a notification while the user looks elsewhere. */
export interface RunNotification {
  kind: 'ended' | 'stopped' | 'failed' | 'asks';
  /** The conversation that this is about. */
  sessionId: string;
  /** The conversation to open: for a task, the one that the user began. */
  openId: string;
}

export interface NotifyRunsDeps {
  activeRuns: ActiveRuns;
  agentRuns: Pick<AgentRuns, 'onEnd'>;
  liveRuns: Pick<StreamingAnswers, 'onEnd'>;
  clock: Pick<Clock, 'setTimeout' | 'clearTimeout'>;
  /** The user has switched notifications on and nobody looks at the window. */
  shouldNotify(): boolean;
  notify(news: RunNotification): void | Promise<void>;
  /** Called when a notification fails. Runs and later notifications are not affected. */
  onError(error: unknown): void;
}

/** A shorter end or question does not count: the next turn follows, or somebody is there after all. */
const CONFIRM_MS = 1_500;

/**
 * Notifies when a run ends or waits for the user: once each, never for what the user has stopped, and not for tasks
 * that a run waits for. Returns the function that ends it.
 */
export function createRunNotifications(deps: NotifyRunsDeps): () => void {
  const { activeRuns, clock } = deps;
  const timers = new Set<unknown>();
  /** Ends that wait to be confirmed, by session. A later end replaces an earlier one. */
  const ends = new Map<string, unknown>();
  let asked = new Set<string>();

  function later(confirm: () => void): unknown {
    if (!deps.shouldNotify()) return null;
    const timer = clock.setTimeout(() => {
      timers.delete(timer);
      if (deps.shouldNotify()) confirm();
    }, CONFIRM_MS);
    timers.add(timer);
    return timer;
  }

  async function notify(news: RunNotification): Promise<void> {
    try {
      await deps.notify(news);
    } catch (error) {
      deps.onError(error);
    }
  }

  const find = (id: string): ActiveRun | undefined =>
    activeRuns.store.getState().runs.find((run) => run.sessionId === id);

  function ended(kind: RunNotification['kind'], run: Pick<ActiveRun, 'sessionId' | 'task'>): void {
    const { sessionId } = run;
    clock.clearTimeout(ends.get(sessionId));
    const timer = later(() => {
      ends.delete(sessionId);
      if (!find(sessionId)) void notify({ kind, sessionId, openId: rootSessionOf(run) });
    });
    ends.set(sessionId, timer);
  }

  function runEnded(end: AgentRunEnd): void {
    const kind = kindOf(end);
    if (kind && (end.task === null || end.task.background)) ended(kind, end);
  }

  function answerEnded({ sessionId, stop }: StoredMessage): void {
    // Every step of a run is such an answer. The run's own end is reported separately.
    const run = find(sessionId);
    if (stop === 'aborted' || (run && run.step !== null)) return;
    ended(stop === 'error' || stop === 'refusal' ? 'failed' : 'ended', { sessionId, task: null });
  }

  function check({ runs }: { runs: readonly ActiveRun[] }): void {
    const now = new Set(runs.flatMap(({ asks }) => asks));
    for (const run of runs) {
      const fresh = run.asks.filter((key) => !asked.has(key));
      if (fresh.length === 0) continue;
      later(() => {
        if (find(run.sessionId)?.asks.some((key) => fresh.includes(key))) {
          void notify({ kind: 'asks', sessionId: run.sessionId, openId: rootSessionOf(run) });
        }
      });
    }
    asked = now;
  }

  const leave = [deps.agentRuns.onEnd(runEnded), deps.liveRuns.onEnd(answerEnded), activeRuns.store.subscribe(check)];
  return () => {
    for (const each of leave) each();
    for (const timer of timers) clock.clearTimeout(timer);
  };
}

function kindOf({ reason, problem }: AgentRunEnd): RunNotification['kind'] | null {
  if (problem !== undefined) return 'failed';
  switch (reason?.kind) {
    case undefined:
    case 'cancelled':
    case 'closed':
      return null;
    case 'finished':
      return 'ended';
    case 'failed':
    case 'refused':
      return 'failed';
    default:
      return 'stopped';
  }
}
