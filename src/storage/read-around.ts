import { Dexie } from 'dexie';
import type { BatonDatabase } from './database.ts';
import { readPath, type PathPage } from './read-path.ts';
import { readRow } from './read-row.ts';
import type { OnUnreadableRow } from './read-row.ts';
import { StoredMessageSchema } from './row-schemas.ts';
import type { StoredMessage } from './rows.ts';

/**
 * A message with up to `size` messages on each side: those before it, and those that certainly follow it on every path
 * that leads through it.
 */
export async function readAround(
  db: BatonDatabase,
  sessionId: string,
  messageId: string,
  size: number,
  onUnreadableRow: OnUnreadableRow,
): Promise<PathPage> {
  const { messages, next } = await readPath(db, sessionId, messageId, size + 1, onUnreadableRow);
  const last = messages.at(-1);
  if (last?.id !== messageId) return { messages, next };
  return { messages: [...messages, ...(await readNewer(db, last, size, onUnreadableRow))], next };
}

/**
 * Up to `limit` messages below a message, oldest first, as far as each is the only answer to the one before it. None
 * where versions or branches begin: which of them the path takes only its end can tell.
 */
export async function readNewer(
  db: BatonDatabase,
  after: StoredMessage,
  limit: number,
  onUnreadableRow: OnUnreadableRow,
): Promise<StoredMessage[]> {
  const { sessionId, seq } = after;
  const rows = await db.messages
    .where('[sessionId+seq]')
    .between([sessionId, seq], [sessionId, Dexie.maxKey], false)
    .limit(limit)
    .toArray();
  const ids = [after.id];
  for (const row of rows) {
    if (row.parentId !== ids.at(-1)) break;
    ids.push(row.id);
  }
  const children = new Map<unknown, number>();
  for (const key of await db.messages.where('parentKey').anyOf(ids).keys())
    children.set(key, (children.get(key) ?? 0) + 1);
  const newer: StoredMessage[] = [];
  for (const row of rows.slice(0, ids.length - 1)) {
    if (children.get(row.parentId) !== 1) break;
    const message = readRow(StoredMessageSchema, row, { table: 'messages', key: row.id }, onUnreadableRow);
    if (!message) break;
    newer.push(message);
  }
  return newer;
}
