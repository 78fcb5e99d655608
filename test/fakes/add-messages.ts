import { z } from 'zod';
import type { BatonDatabase } from '#storage/database.ts';
import { appendMessages } from '#storage/write-messages.ts';
import type { NewMessage } from '#storage/write-messages.ts';
import { newId } from '#storage/new-id.ts';
import { StoredPartSchema } from '#storage/row-schemas.ts';
import type { StoredMessage, StoredPart } from '#storage/rows.ts';
import type { SessionWriters } from '#storage/session-writers.ts';
import type { Fence } from '#storage/writer-fence.ts';

interface AddMessagesDeps {
  db: BatonDatabase;
  writers: SessionWriters;
  now(): number;
}

/** A finished message. */
export interface HistoryInput {
  role: StoredMessage['role'];
  parts: StoredPart[];
  origin?: NonNullable<StoredMessage['origin']>;
  author?: NonNullable<StoredMessage['author']>;
}

const Parts = z.array(StoredPartSchema).min(1);

/** Adds complete messages at the end of the chosen path: all or none. */
export function addMessages(
  deps: AddMessagesDeps,
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

async function asWriter<T>(deps: AddMessagesDeps, sessionId: string, work: (fence: Fence) => Promise<T>): Promise<T> {
  const lease = await deps.writers.acquire(sessionId);
  try {
    return await work(lease.fence);
  } finally {
    lease.release();
  }
}
