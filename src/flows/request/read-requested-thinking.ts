import type { ThinkingLevel } from '#core/model.ts';
import type { BatonDatabase } from '#storage/database.ts';
import { readRememberedPath } from '#storage/path-memory.ts';
import type { OnUnreadableRow } from '#storage/read-row.ts';
import type { StoredMessage } from '#storage/rows.ts';

/** By the id of the message that an answer follows. `null` when no level was requested. */
export type RequestedThinking = Map<string, ThinkingLevel | null>;

/**
 * Returns the level that the user requested with the message whose turn an answer belongs to. `null` means the
 * session's own level. A steering message changes the level only if it requests one. Messages that Baton writes never
 * change it.
 */
export async function readRequestedThinking(
  { db, onUnreadableRow }: { db: BatonDatabase; onUnreadableRow: OnUnreadableRow },
  { sessionId, parentId }: Pick<StoredMessage, 'sessionId' | 'parentId'>,
  levels: RequestedThinking = new Map(),
): Promise<ThinkingLevel | null> {
  const remember = (level: ThinkingLevel | null): ThinkingLevel | null => {
    if (parentId !== null) levels.set(parentId, level);
    return level;
  };
  /** A user message without a level was read. It starts its turn unless a tool result comes before it. */
  let begins = false;
  for await (const page of parentId === null ? [] : readRememberedPath(db, sessionId, parentId, onUnreadableRow))
    for (let at = page.length - 1; at >= 0; at--) {
      const message = page.at(at);
      if (!message) break;
      const { id, role, author, thinking } = message;
      if (role === 'user' && author === undefined) {
        if (thinking) return remember(thinking);
        begins = true;
      }
      if (role === 'assistant' && begins) return remember(null);
      if (role === 'tool') begins = false;
      const before = levels.get(id);
      if (before !== undefined) return remember(before);
    }
  return remember(null);
}
