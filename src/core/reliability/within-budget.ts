import { errorMessage } from '../thrown.ts';

/** Time budget of a hook or a listener, in milliseconds. */
export const HOOK_BUDGET_MS = 2_000;

interface Clock {
  setTimeout(fn: () => void, ms: number): unknown;
  clearTimeout(handle: unknown): void;
}

/** How the work ended. */
type Ended<T> = { how: 'answered'; value: T } | { how: 'failed'; why: string };

/** Runs work within a hook's time budget. A later result is ignored, and errors never escape. */
export function withinBudget<T>(
  clock: Clock,
  work: () => T | Promise<T>,
  budgetMs = HOOK_BUDGET_MS,
): Promise<Ended<T>> {
  return new Promise((resolve) => {
    let timer: unknown = null;
    const end = (ended: Ended<T>): void => {
      clock.clearTimeout(timer);
      resolve(ended);
    };
    timer = clock.setTimeout(() => resolve({ how: 'failed', why: `longer than ${budgetMs} ms` }), budgetMs);
    // oxlint-disable-next-line unicorn/consistent-function-scoping -- a throw at once is a rejection too
    const begin = async (): Promise<T> => work();
    begin().then(
      (value) => end({ how: 'answered', value }),
      (error: unknown) => end({ how: 'failed', why: messageOf(error) }),
    );
  });
}

function messageOf(error: unknown): string {
  try {
    return errorMessage(error);
  } catch {
    return 'an error without words';
  }
}
