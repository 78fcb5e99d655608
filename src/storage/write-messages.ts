import type { Vendor } from '#core/vendor.ts';
import type { BatonDatabase, MessageRow } from './database.ts';
import { countParts } from '#core/window/estimate-request.ts';
import { hasBytes, outlineParts } from './hydrate-parts.ts';
import { parentKeyOf } from './message-repository.ts';
import { newId } from './new-id.ts';
import type { StoredMessage, UsageRow } from './rows.ts';
import { StorageError } from './storage-error.ts';
import { writeFenced } from './writer-fence.ts';
import type { Fence } from './writer-fence.ts';

export type NewMessage = Omit<StoredMessage, 'id' | 'sessionId' | 'seq'> & { id?: string };

export function toMessageRow(message: StoredMessage): MessageRow {
  const { status, parts } = message;
  const row = { ...message, parentKey: parentKeyOf(message.sessionId, message.parentId) };
  // One that grows would be counted again and again, and bytes are counted as they are sent.
  return status === 'complete' && !hasBytes(message) ? { ...row, tokens: countParts(outlineParts(parts)) } : row;
}

/**
 * Adds messages in order and moves the session's leaf to the last one, in one transaction. `also` runs inside it (on
 * the tables messages, sessions and drafts).
 */
export async function appendMessages(
  db: BatonDatabase,
  fence: Fence,
  messages: readonly NewMessage[],
  also?: () => Promise<void>,
): Promise<StoredMessage[]> {
  return writeFenced(db, fence, [db.messages, db.sessions, db.drafts], async () => {
    const added = await addMessageRows(db, fence.sessionId, messages);
    await also?.();
    return added;
  });
}

/**
 * The same inside a transaction on messages and sessions. With `stayElsewhere`, the leaf moves only if the path ends in
 * the parent of the first message. A user who is on another branch stays there.
 */
export async function addMessageRows(
  db: BatonDatabase,
  sessionId: string,
  messages: readonly NewMessage[],
  { stayElsewhere = false } = {},
): Promise<StoredMessage[]> {
  const session = await db.sessions.get(sessionId);
  if (!session) throw new StorageError('missing', undefined, `session ${sessionId}`);
  const added: StoredMessage[] = messages.map((message, index) => ({
    ...message,
    id: message.id ?? newId(),
    sessionId,
    seq: session.lastSeq + 1 + index,
  }));
  for (const message of added) {
    if (message.parentId !== null && !added.some((other) => other.id === message.parentId)) {
      const parent = await db.messages.get(message.parentId);
      if (parent?.sessionId !== sessionId) {
        throw new StorageError('missing', undefined, `parent ${message.parentId}`);
      }
    }
  }
  await db.messages.bulkAdd(added.map(toMessageRow));
  const last = added.at(-1);
  if (last) {
    const elsewhere = stayElsewhere && session.leafId !== added[0]?.parentId;
    await db.sessions.update(sessionId, {
      ...(elsewhere ? {} : { leafId: last.id }),
      lastSeq: last.seq,
      updatedAt: Math.max(session.updatedAt, last.createdAt),
    });
  }
  return added;
}

/** Writes a message that is still growing, or ends it. Rejects for a complete message, which never changes. */
export async function putStreamingMessage(db: BatonDatabase, fence: Fence, message: StoredMessage): Promise<void> {
  // The final write must be strictly durable (see relax-writes.ts), so it includes another table.
  const tables = message.status === 'streaming' ? [db.messages] : [db.messages, db.sessions];
  await writeFenced(db, fence, tables, () => replaceGrowing(db, message));
}

/**
 * Replaces a row that grows. By `modify`, which shows Dexie what was there before: after a `put`, every live query of an
 * index runs again that the row is in, such as the versions of each message and the conversations that are running.
 */
async function replaceGrowing(db: BatonDatabase, message: StoredMessage): Promise<void> {
  const found = await db.messages
    .where(':id')
    .equals(message.id)
    .modify((before, replacement) => {
      if (before.status === 'complete') throw new Error(`message ${message.id} is complete and cannot change`);
      replacement.value = toMessageRow(message);
    });
  if (found === 0) throw new StorageError('missing', undefined, `message ${message.id}`);
}

/**
 * Inserts a message between a growing answer and its parent, in one transaction. `also` runs inside it (on the table
 * overlays). The answer also moves after it in the order of insertion, because a child comes after its parent.
 */
export async function insertBeforeStreaming(
  db: BatonDatabase,
  fence: Fence,
  message: NewMessage,
  growing: StoredMessage,
  also: () => Promise<void>,
): Promise<StoredMessage> {
  return writeFenced(db, fence, [db.messages, db.sessions, db.overlays], async () => {
    const before = await db.messages.get(growing.id);
    if (before?.status !== 'streaming') throw new Error(`message ${growing.id} does not grow any more`);
    const session = await db.sessions.get(fence.sessionId);
    const { parentId } = growing;
    const [added] = await addMessageRows(db, fence.sessionId, [{ ...message, parentId }]);
    if (!session || !added) throw new StorageError('missing', undefined, `session ${fence.sessionId}`);
    const moved: StoredMessage = { ...growing, parentId: added.id, seq: added.seq + 1 };
    await db.messages.put(toMessageRow(moved));
    await db.sessions.update(fence.sessionId, { leafId: session.leafId, lastSeq: moved.seq });
    await also();
    return moved;
  });
}

export async function setLeaf(db: BatonDatabase, fence: Fence, leafId: string | null): Promise<void> {
  await writeFenced(db, fence, [db.sessions], async () => {
    await db.sessions.update(fence.sessionId, { leafId });
  });
}

/** What is stored when an answer ends. */
export interface AnswerCompletion {
  usage: UsageRow | null;
  vendor: Vendor | null;
}

/** The last write of a growing answer, together with its usage, in one transaction. */
export async function completeMessage(
  db: BatonDatabase,
  fence: Fence,
  message: StoredMessage,
  ending: AnswerCompletion,
): Promise<void> {
  await writeFenced(db, fence, [db.messages, db.sessions, db.usage], () => completeMessageRow(db, message, ending));
}

/** The same inside a transaction on messages, sessions and usage. */
export async function completeMessageRow(
  db: BatonDatabase,
  message: StoredMessage,
  ending: AnswerCompletion,
): Promise<void> {
  await replaceGrowing(db, message);
  const session = await db.sessions.get(message.sessionId);
  if (session) {
    await db.sessions.update(message.sessionId, {
      updatedAt: Math.max(session.updatedAt, message.completedAt ?? 0),
      cost: session.cost + (ending.usage?.cost ?? 0),
      ...(ending.vendor ? { lastVendor: ending.vendor } : {}),
    });
  }
  if (ending.usage) await db.usage.put(ending.usage);
}
