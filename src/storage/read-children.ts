import { Dexie } from 'dexie';
import type { BatonDatabase } from './database.ts';
import { parentKeyOf } from './message-repository.ts';
import { hiddenMessages } from './overlay-repository.ts';
import { readRow } from './read-row.ts';
import type { OnUnreadableRow } from './read-row.ts';
import { StoredMessageSchema } from './row-schemas.ts';
import type { StoredMessage } from './rows.ts';

/** The children of a message, oldest first, without those that the user deleted. `null` returns the first messages. */
export async function readChildren(
  db: BatonDatabase,
  sessionId: string,
  parentId: string | null,
  onUnreadableRow: OnUnreadableRow,
): Promise<StoredMessage[]> {
  const key = parentKeyOf(sessionId, parentId);
  const rows = await db.messages.where('[parentKey+seq]').between([key, Dexie.minKey], [key, Dexie.maxKey]).toArray();
  const hidden = rows.length === 0 ? new Set<string>() : await hiddenMessages(db, sessionId, true);
  return rows.flatMap((row) => {
    const message = hidden.has(row.id)
      ? null
      : readRow(StoredMessageSchema, row, { table: 'messages', key: row.id }, onUnreadableRow);
    return message ? [message] : [];
  });
}
