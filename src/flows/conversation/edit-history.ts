import { z } from 'zod';
import type { BatonDatabase } from '#storage/database.ts';
import { appendMessages, childIds, getMessage, hideMessages } from '#storage/message-repository.ts';
import type { NewMessage } from '#storage/message-repository.ts';
import { newId } from '#storage/new-id.ts';
import type { OnUnreadableRow } from '#storage/read-row.ts';
import { StoredPartSchema } from '#storage/row-schemas.ts';
import type { StoredMessage, StoredPart } from '#storage/rows.ts';
import type { SessionWriters } from '#storage/session-writers.ts';
import { StorageError } from '#storage/storage-error.ts';
import type { Fence } from '#storage/writer-fence.ts';

export interface EditHistoryDeps {
  db: BatonDatabase;
  writers: SessionWriters;
  report: OnUnreadableRow;
  now(): number;
}

/** A finished message from elsewhere: a tool, an import, a test. */
export interface HistoryInput {
  role: StoredMessage['role'];
  parts: StoredPart[];
  origin?: NonNullable<StoredMessage['origin']>;
  author?: NonNullable<StoredMessage['author']>;
}

const Parts = z.array(StoredPartSchema).min(1);

/** Adds complete messages at the end of the chosen path: all or none. */
export function addMessages(
  deps: EditHistoryDeps,
  sessionId: string,
  inputs: readonly HistoryInput[],
): Promise<StoredMessage[]> {
  return asWriter(deps, sessionId, async (fence) => {
    const session = await deps.db.sessions.get(sessionId);
    let parentId = session?.leafId ?? null;
    const at = deps.now();
    const messages = inputs.map((input): NewMessage => {
      const id = newId();
      const message: NewMessage = {
        ...input,
        id,
        parts: Parts.parse(input.parts),
        parentId,
        status: 'complete',
        createdAt: at,
        completedAt: at,
      };
      parentId = id;
      return message;
    });
    return appendMessages(deps.db, fence, messages);
  });
}

/** A message never changes: the new text becomes its sibling, and the path ends there. */
export function updateMessage(
  deps: EditHistoryDeps,
  sessionId: string,
  messageId: string,
  parts: readonly StoredPart[],
): Promise<StoredMessage> {
  return asWriter(deps, sessionId, async (fence) => {
    const before = await existing(deps, sessionId, messageId);
    const at = deps.now();
    const [sibling] = await appendMessages(deps.db, fence, [
      {
        role: before.role,
        parts: Parts.parse(parts),
        parentId: before.parentId,
        status: 'complete',
        createdAt: at,
        completedAt: at,
      },
    ]);
    if (!sibling) throw new StorageError('unknown');
    return sibling;
  });
}

/** Removes a message and everything after it from every path. The rows stay, and removing the overlay undoes it. */
export function deleteMessage(deps: EditHistoryDeps, sessionId: string, messageId: string): Promise<void> {
  return asWriter(deps, sessionId, async (fence) => {
    const message = await existing(deps, sessionId, messageId);
    await hideMessages(deps.db, fence, [message.id], message.parentId, deps.now());
  });
}

/** Starts the session over. Its messages stay in storage, outside every path. */
export function clearHistory(deps: EditHistoryDeps, sessionId: string): Promise<void> {
  return asWriter(deps, sessionId, async (fence) => {
    const roots = await childIds(deps.db, sessionId, null);
    await hideMessages(deps.db, fence, roots, null, deps.now());
  });
}

async function existing(deps: EditHistoryDeps, sessionId: string, messageId: string): Promise<StoredMessage> {
  const message = await getMessage(deps.db, messageId, deps.report);
  if (message?.sessionId !== sessionId) throw new StorageError('missing', undefined, `message ${messageId}`);
  return message;
}

async function asWriter<T>(deps: EditHistoryDeps, sessionId: string, work: (fence: Fence) => Promise<T>): Promise<T> {
  const hold = await deps.writers.hold(sessionId);
  try {
    return await work(hold.fence);
  } finally {
    hold.release();
  }
}
