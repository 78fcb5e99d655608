import { rootSessionOf } from '#state/active-runs.ts';
import { useRunningSessions } from '#ui/data/use-running-sessions.ts';
import { countAsking, useActiveRuns, useBusySessions } from '#ui/shared/runs/use-active-runs.ts';
import { useFinished } from '#ui/shell/scene/use-finished.ts';

export interface FrameActivity {
  /** Conversations in which an answer is being written, in any window. */
  running: ReadonlySet<string>;
  /** Conversations that finished while another one was shown. */
  finished: ReadonlySet<string>;
  /** Whether anything is active in this window. */
  active: boolean;
  /** Conversations whose run, or a task's, waits for the user. */
  waiting: ReadonlySet<string>;
  /** How many runs wait for the user. */
  asking: number;
}

export function useFrameActivity(listedId: string | null): FrameActivity {
  const runs = useActiveRuns();
  const running = useBusySessions(useRunningSessions());
  const waiting = new Set(runs.flatMap((run) => (run.asks.length > 0 ? rootSessionOf(run) : [])));
  const finished = useFinished(running, listedId);
  return { running, finished, waiting, active: runs.length > 0, asking: countAsking(runs) };
}
