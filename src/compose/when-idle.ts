import type { Problems } from '#state/problems.ts';

/** The page is asked for a moment in which nothing else is due, but not for longer than this (ms). */
const LATEST_MS = 2_000;

/** Does one after the other when the page is idle. A failure is reported and does not keep back the others. */
export function whenIdle(tasks: readonly (() => Promise<unknown>)[], problems: Pick<Problems, 'add'>): void {
  const [task, ...rest] = tasks;
  if (!task) return;
  const run = async (): Promise<void> => {
    await task().catch(problems.add);
    whenIdle(rest, problems);
  };
  requestIdleCallback(() => void run(), { timeout: LATEST_MS });
}
