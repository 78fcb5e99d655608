import type { BatonDatabase } from './database.ts';
import { childIds, parentKeyOf } from './message-repository.ts';
import { readPath } from './read-path.ts';
import type { OnUnreadableRow } from './read-row.ts';

const BATCH = 200;

/**
 * The nearest message before `messageId` on its path that has siblings; `null` if there is none. For each segment of
 * the path, only index keys are read.
 */
export async function ancestorsOf(
  db: BatonDatabase,
  sessionId: string,
  messageId: string,
  onUnreadableRow: OnUnreadableRow,
): Promise<string | null> {
  let from = (await db.messages.get(messageId))?.parentId ?? null;
  while (from !== null) {
    const { messages, next } = await readPath(db, sessionId, from, BATCH, onUnreadableRow);
    const parents = messages.map(({ parentId }) => parentKeyOf(sessionId, parentId));
    const keys = await db.messages.where('parentKey').anyOf(parents).keys();
    const once = new Set<unknown>();
    const twice = new Set<unknown>();
    for (const key of keys) (once.has(key) ? twice : once).add(key);
    for (const message of messages.toReversed()) {
      if (!twice.has(parentKeyOf(sessionId, message.parentId))) continue;
      if ((await childIds(db, sessionId, message.parentId)).length > 1) return message.id;
    }
    from = next;
  }
  return null;
}
