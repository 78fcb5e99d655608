import type { ThinkingLevel } from '#core/model.ts';
import type { BatonDatabase } from '#storage/database.ts';
import { readPath } from '#storage/read-path.ts';
import type { OnUnreadableRow } from '#storage/read-row.ts';
import type { StoredMessage } from '#storage/rows.ts';

/** By the message that an answer follows; null where nothing was asked for. */
export type RequestedThinking = Map<string, ThinkingLevel | null>;

const PAGE = 16;

/**
 * The level that the person asked for with the message whose turn an answer belongs to; null for the conversation's own.
 * What is said into a turn that goes on changes its level only where it asks for one; what Baton writes never does.
 */
export async function readRequestedThinking(
  { db, report }: { db: BatonDatabase; report: OnUnreadableRow },
  { sessionId, parentId }: Pick<StoredMessage, 'sessionId' | 'parentId'>,
  known: RequestedThinking = new Map(),
): Promise<ThinkingLevel | null> {
  const remember = (level: ThinkingLevel | null): ThinkingLevel | null => {
    if (parentId !== null) known.set(parentId, level);
    return level;
  };
  /** A message of the person's without a level: the beginning of its turn, if no result stands before it. */
  let begins = false;
  for (let next = parentId; next !== null;) {
    const page = await readPath(db, sessionId, next, PAGE, report);
    for (const { id, role, author, thinking } of page.messages.toReversed()) {
      if (role === 'user' && author === undefined) {
        if (thinking) return remember(thinking);
        begins = true;
      }
      if (role === 'assistant' && begins) return remember(null);
      if (role === 'tool') begins = false;
      const before = known.get(id);
      if (before !== undefined) return remember(before);
    }
    ({ next } = page);
  }
  return remember(null);
}
