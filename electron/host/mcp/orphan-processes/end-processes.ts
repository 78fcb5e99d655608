import { setTimeout as sleep } from 'node:timers/promises';
import type { MarkedProcess, ProcessTable } from './process-table.ts';

const GRACE_MS = 1000;
const STEP_MS = 25;
/** Gives up on a program that starts others faster than they can be ended. */
const MAX_ROUNDS = 20;

/**
 * Ends the processes that `find` returns, politely first, and those they start meanwhile. Returns whether none is left.
 */
export async function endProcesses(table: ProcessTable, find: () => Promise<MarkedProcess[]>): Promise<boolean> {
  let found = await find();
  await Promise.all(found.map((one) => table.signal(one, 'SIGTERM')));
  const until = performance.now() + GRACE_MS;
  while (found.length > 0 && performance.now() < until) {
    await sleep(STEP_MS);
    found = await find();
  }
  for (let round = 0; found.length > 0 && round < MAX_ROUNDS; round++) {
    await Promise.all(found.map((one) => table.signal(one, 'SIGKILL')));
    await sleep(STEP_MS);
    found = await find();
  }
  return found.length === 0;
}
