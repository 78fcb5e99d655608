import { Dexie } from 'dexie';
import type { BatonDatabase } from './database.ts';
import { hiddenMessages } from './overlay-repository.ts';
import { readRow } from './read-row.ts';
import type { OnUnreadableRow } from './read-row.ts';
import { StoredMessageSchema } from './row-schemas.ts';
import type { StoredMessage } from './rows.ts';
import { StorageError } from './storage-error.ts';

/** Index key of a message's siblings. A null parent cannot be indexed. */
export function parentKeyOf(sessionId: string, parentId: string | null): string {
  return parentId ?? `root:${sessionId}`;
}

export async function getMessage(
  db: BatonDatabase,
  id: string,
  onUnreadableRow: OnUnreadableRow,
): Promise<StoredMessage | null> {
  const row: unknown = await db.messages.get(id);
  return row === undefined ? null : readRow(StoredMessageSchema, row, { table: 'messages', key: id }, onUnreadableRow);
}

/**
 * Ids of the children in order of insertion, without deleted ones. `null` returns the first messages of the session.
 * `shown`: a child that is known not to be deleted.
 */
export async function childIds(
  db: BatonDatabase,
  sessionId: string,
  parentId: string | null,
  shown?: string,
): Promise<string[]> {
  const key = parentKeyOf(sessionId, parentId);
  const ids = await db.messages
    .where('[parentKey+seq]')
    .between([key, Dexie.minKey], [key, Dexie.maxKey])
    .primaryKeys();
  if (ids.every((id) => id === shown)) return ids;
  const hidden = await hiddenMessages(db, sessionId, true);
  return hidden.size === 0 ? ids : ids.filter((id) => !hidden.has(id));
}

/**
 * The newest message below `id`, or `id` itself. It is always a leaf, because a child has a higher seq than its parent.
 */
export async function newestLeafUnder(db: BatonDatabase, sessionId: string, id: string): Promise<string> {
  const start = await db.messages.get(id);
  if (start?.sessionId !== sessionId) throw new StorageError('missing', undefined, `message ${id}`);
  const hidden = await hiddenMessages(db, sessionId);
  const below = new Set([id]);
  let newest = id;
  let from = start.seq;
  for (;;) {
    const chunk = await db.messages
      .where('[sessionId+seq]')
      .between([sessionId, from], [sessionId, Dexie.maxKey], false)
      .limit(500)
      .toArray();
    for (const row of chunk) {
      if (row.parentId !== null && below.has(row.parentId) && !hidden.has(row.id)) {
        below.add(row.id);
        newest = row.id;
      }
    }
    const last = chunk.at(-1);
    if (!last || chunk.length < 500) return newest;
    from = last.seq;
  }
}
