/** The longest that an update waits for others, in milliseconds. */
const LONGEST_WAIT_MS = 50;

let running = 0;
let waiting: (() => void)[] = [];
let timer: ReturnType<typeof setTimeout> | undefined;

/** Runs a query. Until it ends, updates by other queries wait for it in `batchUpdate`. */
export async function trackQuery<T>(query: () => Promise<T> | T): Promise<T> {
  running += 1;
  try {
    return await query();
  } finally {
    running -= 1;
  }
}

/**
 * Applies an update once no query is running, with all others that wait: what one write changes renders once. A long
 * query isn't waited for.
 */
export function batchUpdate(update: () => void): void {
  waiting.push(update);
  if (running === 0) applyAll();
  else timer ??= setTimeout(applyAll, LONGEST_WAIT_MS);
}

function applyAll(): void {
  clearTimeout(timer);
  timer = undefined;
  const all = waiting;
  waiting = [];
  for (const update of all) update();
}
