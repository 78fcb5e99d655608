import type { BatonDatabase } from '#storage/database.ts';
import { readPath } from '#storage/read-path.ts';
import type { ReportUnreadable } from '#storage/read-row.ts';
import type { StoredMessage } from '#storage/rows.ts';
import { loadOpening } from './load-opening.ts';

const PAGE = 64;
/** The start moves in steps of this many places, so that the window, which is replayed from it, stays where it is. */
const STEP = 256;

/**
 * The end of the path that can matter to a request, oldest first: at least `least` messages, and on to a boundary that
 * stays the same while the conversation grows by `STEP` messages. Reads no more than that, and what the person asked
 * for where the boundary lies inside a run of many steps.
 */
export async function loadHistory(
  db: BatonDatabase,
  sessionId: string,
  leafId: string | null,
  least: number,
  report: ReportUnreadable,
): Promise<StoredMessage[]> {
  let messages: StoredMessage[] = [];
  let next = leafId;
  let boundary = 0;
  while (next !== null && (messages[0]?.seq ?? Number.POSITIVE_INFINITY) > boundary) {
    const page = await readPath(db, sessionId, next, PAGE, report);
    messages = [...page.messages, ...messages];
    next = page.next;
    const needed = messages.at(-least);
    boundary = needed && messages.length >= least ? Math.floor((needed.seq - 1) / STEP) * STEP : 0;
  }
  const kept = messages.filter((message) => message.seq > boundary);
  const opening = await loadOpening(db, sessionId, kept, report);
  return opening.length === 0 ? kept : [...opening, ...kept.slice(kept.findIndex(({ role }) => role !== 'tool'))];
}
