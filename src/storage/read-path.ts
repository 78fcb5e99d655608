import { Dexie } from 'dexie';
import type { BatonDatabase, MessageRow } from './database.ts';
import { readRow } from './read-row.ts';
import type { OnUnreadableRow } from './read-row.ts';
import { StoredMessageSchema } from './row-schemas.ts';
import type { StoredMessage } from './rows.ts';
import { keepTokens } from './stored-tokens.ts';

export interface PathPage {
  /** Oldest first. */
  messages: StoredMessage[];
  /** Where the next older page starts; `null` when the path is read to its start. */
  next: string | null;
}

/**
 * Up to `limit` messages of the path that ends in `fromId`, read in one transaction. Walks back through the session in
 * order of insertion, one chunk at a time, and follows the parents. In a conversation without branches, every row read is
 * used. Where siblings lie in between, it looks up the next parent and continues from there, so that an abandoned branch
 * of any length costs one lookup. A missing message is reported, and the nearest older message of the conversation takes
 * its place.
 */
export async function readPath(
  db: BatonDatabase,
  sessionId: string,
  fromId: string | null,
  limit: number,
  onUnreadableRow: OnUnreadableRow,
): Promise<PathPage> {
  return db.transaction('r', db.messages, () => climb(db, sessionId, fromId, limit, onUnreadableRow));
}

async function climb(
  db: BatonDatabase,
  sessionId: string,
  fromId: string | null,
  limit: number,
  onUnreadableRow: OnUnreadableRow,
): Promise<PathPage> {
  const found: StoredMessage[] = [];
  let nextId = fromId;
  let taken = 0;
  let below = Number.POSITIVE_INFINITY;
  while (nextId !== null && taken < limit) {
    const head = await findOlder(db, sessionId, nextId, below, onUnreadableRow);
    if (!head) return { messages: found.toReversed(), next: null };
    nextId = head.id;
    const size: number = limit - taken;
    const older =
      size === 1
        ? []
        : await db.messages
            .where('[sessionId+seq]')
            .between([sessionId, Dexie.minKey], [sessionId, head.seq])
            // oxlint-disable-next-line unicorn/no-array-reverse -- a Dexie collection
            .reverse()
            .limit(size - 1)
            .toArray();
    for (const row of [head, ...older]) {
      if (row.id !== nextId) continue;
      below = row.seq;
      taken += 1;
      const message = readRow(StoredMessageSchema, row, { table: 'messages', key: row.id }, onUnreadableRow);
      if (message) {
        keepTokens(message, row);
        found.push(message);
      }
      nextId = typeof row.parentId === 'string' ? row.parentId : null;
    }
  }
  const next = nextId === null ? null : await findOlder(db, sessionId, nextId, below, onUnreadableRow);
  return { messages: found.toReversed(), next: next?.id ?? null };
}

/** The message with this id, if it belongs to the conversation and is older than `below`; otherwise its replacement. */
async function findOlder(
  db: BatonDatabase,
  sessionId: string,
  id: string,
  below: number,
  onUnreadableRow: OnUnreadableRow,
): Promise<MessageRow | undefined> {
  const row = await db.messages.get(id);
  if (row?.sessionId === sessionId && row.seq < below) return row;
  onUnreadableRow({ table: 'messages', key: id, issue: 'missing from the path, or not older than its child' });
  // The end of a path does not show what came before it.
  if (below === Number.POSITIVE_INFINITY) return undefined;
  const older = db.messages.where('[sessionId+seq]').between([sessionId, Dexie.minKey], [sessionId, below]);
  return older.last();
}
