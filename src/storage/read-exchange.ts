import { isSummary } from '#core/is-summary.ts';
import type { BatonDatabase } from './database.ts';
import { readPath } from './read-path.ts';
import type { OnUnreadableRow } from './read-row.ts';
import type { StoredMessage } from './rows.ts';

const PAGE = 200;

/** The answers and results of a path after what the user said last, up to `lastId`, oldest first. */
export async function readExchange(
  db: BatonDatabase,
  sessionId: string,
  lastId: string,
  onUnreadableRow: OnUnreadableRow,
): Promise<StoredMessage[]> {
  const pages: StoredMessage[][] = [];
  for (let next: string | null = lastId; next !== null;) {
    const page = await readPath(db, sessionId, next, PAGE, onUnreadableRow);
    const asked = page.messages.findLastIndex((message) => message.role === 'user' && !isSummary(message));
    pages.push(page.messages.slice(asked + 1));
    next = asked < 0 ? page.next : null;
  }
  return pages.toReversed().flat();
}
