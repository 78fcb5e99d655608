import { errorMessage } from '../thrown.ts';

/** Time budget of a hook or a listener, in milliseconds. */
export const HOOK_BUDGET_MS = 2_000;

interface Clock {
  setTimeout(fn: () => void, ms: number): unknown;
  clearTimeout(handle: unknown): void;
}

/** How the work ended. */
type Ended<T> = { how: 'answered'; value: T } | { how: 'failed'; why: string };

/**
 * Runs work within a hook's time budget. A later result is ignored, and errors never escape. Work that waits for nothing
 * takes no timer: in the page each is two messages to a worker.
 */
export async function withinBudget<T>(
  clock: Clock,
  work: () => T | Promise<T>,
  budgetMs = HOOK_BUDGET_MS,
): Promise<Ended<T>> {
  // oxlint-disable-next-line unicorn/consistent-function-scoping -- a throw at once is a rejection too
  const begin = async (): Promise<T> => work();
  const end = begin().then(
    (value): Ended<T> => ({ how: 'answered', value }),
    (error: unknown): Ended<T> => ({ how: 'failed', why: messageOf(error) }),
  );
  const early = await Promise.race([end, fewTurns()]);
  if (early) return early;
  let timer: unknown = null;
  const late = new Promise<Ended<T>>((resolve) => {
    timer = clock.setTimeout(() => resolve({ how: 'failed', why: `longer than ${budgetMs} ms` }), budgetMs);
  });
  try {
    return await Promise.race([end, late]);
  } finally {
    clock.clearTimeout(timer);
  }
}

/** As many turns of the microtask queue as it takes until work that waits for nothing has ended. */
const EARLY_TURNS = 4;

async function fewTurns(): Promise<null> {
  for (let turn = 0; turn < EARLY_TURNS; turn += 1) await Promise.resolve();
  return null;
}

function messageOf(error: unknown): string {
  try {
    return errorMessage(error);
  } catch {
    return 'an error without words';
  }
}
