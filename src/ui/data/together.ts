/** The longest that a result waits for others, in milliseconds. */
const LONGEST_WAIT_MS = 50;

let running = 0;
let waiting: (() => void)[] = [];
let timer: ReturnType<typeof setTimeout> | undefined;

/** Runs a query. Until it has ended, results of other queries wait for it in `showTogether`. */
export async function runTogether<T>(query: () => Promise<T> | T): Promise<T> {
  running += 1;
  try {
    return await query();
  } finally {
    running -= 1;
  }
}

/**
 * Shows a result once no other query is running, together with those that wait for the same: what one write changed
 * renders once. A long query isn't waited for.
 */
export function showTogether(show: () => void): void {
  waiting.push(show);
  if (running === 0) showAll();
  else timer ??= setTimeout(showAll, LONGEST_WAIT_MS);
}

function showAll(): void {
  clearTimeout(timer);
  timer = undefined;
  const all = waiting;
  waiting = [];
  for (const show of all) show();
}
