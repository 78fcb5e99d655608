import { readPath } from '#storage/read-path.ts';
import type { FlowDeps } from '../base/flow-deps.ts';
import { isSummary } from '#core/is-summary.ts';

const PAGE = 256;

/** Counts the questions and answers on a path that a summary replaces if it keeps the newest `kept` messages. */
export async function countReplaced(
  { db, onUnreadableRow }: Pick<FlowDeps, 'db' | 'onUnreadableRow'>,
  sessionId: string,
  leafId: string,
  retained: number,
): Promise<number> {
  let count = 0;
  let left = retained;
  for (let next: string | null = leafId; next !== null;) {
    const page = await readPath(db, sessionId, next, PAGE, onUnreadableRow);
    const older = page.messages.slice(0, Math.max(0, page.messages.length - left));
    left -= page.messages.length - older.length;
    count += older.filter((message) => message.role !== 'tool' && !isSummary(message)).length;
    ({ next } = page);
  }
  return count;
}
