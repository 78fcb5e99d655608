import type { HistoryMessage } from '#core/message.ts';
import type { BatonDatabase } from '#storage/database.ts';
import { hydrateMessage } from '#storage/hydrate-parts.ts';
import { readPath } from '#storage/read-path.ts';
import type { ReportUnreadable } from '#storage/read-row.ts';
import type { StoredMessage } from '#storage/rows.ts';

const PAGE = 64;
/** Fewer characters than this a token never has on average; what is beyond cannot fit the window. */
const CHARACTERS_PER_TOKEN = 8;
const UNKNOWN_WINDOW = 200_000;

/**
 * The end of the path that can matter to a request: read back from `leafId` until there is surely more than the window
 * holds. Oldest first, bytes filled in.
 */
export async function loadHistory(
  db: BatonDatabase,
  sessionId: string,
  leafId: string | null,
  contextWindow: number | null,
  report: ReportUnreadable,
): Promise<HistoryMessage[]> {
  const enough = (contextWindow ?? UNKNOWN_WINDOW) * CHARACTERS_PER_TOKEN;
  const pages: StoredMessage[][] = [];
  let next = leafId;
  let characters = 0;
  while (next !== null && characters < enough) {
    const page = await readPath(db, sessionId, next, PAGE, report);
    pages.push(page.messages);
    for (const message of page.messages) characters += lengthOf(message);
    next = page.next;
  }
  const history: HistoryMessage[] = [];
  for (const message of pages.toReversed().flat()) history.push(await hydrateMessage(db, message));
  return history;
}

function lengthOf(message: StoredMessage): number {
  let length = 0;
  for (const part of message.parts) {
    if ('text' in part) length += part.text.length;
    else if (part.type === 'tool_call') length += JSON.stringify(part.args ?? null).length;
  }
  return length;
}
