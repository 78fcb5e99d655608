import type { AgentRunEnd, AgentRuns } from '#state/agent-runs.ts';
import { rootSessionOf } from '#state/active-runs.ts';
import type { ActiveRun, ActiveRuns } from '#state/active-runs.ts';
import type { StreamingAnswers } from '#state/streaming-answers.ts';
import type { Clock } from '#storage/clock.ts';
import type { StoredMessage } from '#storage/rows.ts';

/** What is worth telling somebody who looks elsewhere. */
export interface RunNotification {
  kind: 'ended' | 'stopped' | 'failed' | 'asks';
  /** The conversation it is about. */
  sessionId: string;
  /** The one to open: for a task the conversation a person began. */
  openId: string;
}

export interface NotifyRunsDeps {
  going: ActiveRuns;
  agentRuns: Pick<AgentRuns, 'onEnd'>;
  liveRuns: Pick<StreamingAnswers, 'onEnd'>;
  clock: Pick<Clock, 'setTimeout' | 'clearTimeout'>;
  /** The person has switched it on and nobody looks at the window. */
  wanted(): boolean;
  tell(news: RunNotification): void | Promise<void>;
  /** News that could not be told; runs and later news are not affected. */
  onError(error: unknown): void;
}

/** What lasts shorter is no end and no question: the next turn follows, or somebody is there after all. */
const CONFIRM_MS = 1_500;

/**
 * Tells when a run ends or waits for the person. Once for each, never for what the person has stopped, and not for tasks
 * that a run waits for. Returns what ends it.
 */
export function createRunNotifications(deps: NotifyRunsDeps): () => void {
  const { going, clock } = deps;
  const timers = new Set<unknown>();
  /** Ends that wait to be confirmed, by session: of two at once the later one tells. */
  const ends = new Map<string, unknown>();
  let asked = new Set<string>();

  function later(confirm: () => void): unknown {
    if (!deps.wanted()) return null;
    const timer = clock.setTimeout(() => {
      timers.delete(timer);
      if (deps.wanted()) confirm();
    }, CONFIRM_MS);
    timers.add(timer);
    return timer;
  }

  async function tell(news: RunNotification): Promise<void> {
    try {
      await deps.tell(news);
    } catch (error) {
      deps.onError(error);
    }
  }

  const find = (id: string): ActiveRun | undefined => going.store.getState().runs.find((run) => run.sessionId === id);

  function ended(kind: RunNotification['kind'], run: Pick<ActiveRun, 'sessionId' | 'task'>): void {
    const { sessionId } = run;
    clock.clearTimeout(ends.get(sessionId));
    const timer = later(() => {
      ends.delete(sessionId);
      if (!find(sessionId)) void tell({ kind, sessionId, openId: rootSessionOf(run) });
    });
    ends.set(sessionId, timer);
  }

  function runEnded(end: AgentRunEnd): void {
    const kind = kindOf(end);
    if (kind && (end.task === null || end.task.background)) ended(kind, end);
  }

  function answerEnded({ sessionId, stop }: StoredMessage): void {
    // Of a run every step is such an answer; its end is told by itself.
    const run = find(sessionId);
    if (stop === 'aborted' || (run && run.step !== null)) return;
    ended(stop === 'error' || stop === 'refusal' ? 'failed' : 'ended', { sessionId, task: null });
  }

  function look({ runs }: { runs: readonly ActiveRun[] }): void {
    const now = new Set(runs.flatMap(({ asks }) => asks));
    for (const run of runs) {
      const fresh = run.asks.filter((key) => !asked.has(key));
      if (fresh.length === 0) continue;
      later(() => {
        if (find(run.sessionId)?.asks.some((key) => fresh.includes(key))) {
          void tell({ kind: 'asks', sessionId: run.sessionId, openId: rootSessionOf(run) });
        }
      });
    }
    asked = now;
  }

  const leave = [deps.agentRuns.onEnd(runEnded), deps.liveRuns.onEnd(answerEnded), going.store.subscribe(look)];
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
