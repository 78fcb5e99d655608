import { Dexie } from 'dexie';
import type { Table, Transaction } from 'dexie';
import type { BatonDatabase } from './database.ts';
import { newId } from './new-id.ts';
import { StorageError } from './storage-error.ts';
import { withStorageErrors } from './with-storage-errors.ts';
import { withTimeLimit } from './with-time-limit.ts';

/** The right to write one conversation's messages. Void as soon as another writer has claimed it. */
export interface Fence {
  sessionId: string;
  token: string;
}

/** Another window has taken the conversation over. Nothing was written. */
export class NotWriterError extends Error {
  readonly sessionId: string;

  constructor(sessionId: string) {
    super('This conversation is being written in another window. Take it over there, or here, to go on.');
    this.name = 'NotWriterError';
    this.sessionId = sessionId;
  }
}

/**
 * Call it while holding the session's lock. The former writer can no longer write, not even late. An answer that it
 * left growing is marked as interrupted in the same transaction. Returns the ids of such answers.
 */
export async function claimSession(
  db: BatonDatabase,
  sessionId: string,
): Promise<{ fence: Fence; interrupted: string[] }> {
  const token = newId();
  const interrupted = await withStorageErrors(
    db.transaction('rw', db.writers, db.messages, async () => {
      await db.writers.put({ sessionId, token });
      const growing = db.messages.where('[status+sessionId]').equals(['streaming', sessionId]);
      const ids = await growing.primaryKeys();
      for (const id of ids) await db.messages.update(id, { status: 'interrupted' });
      return ids;
    }),
  );
  return { fence: { sessionId, token }, interrupted };
}

/** A longer write has failed. It is rolled back, so that it cannot succeed after it was given up. */
const WRITE_LIMIT_MS = 15_000;

/** Runs `work` in one transaction that only succeeds while the fence holds. */
export async function writeFenced<T>(
  db: BatonDatabase,
  fence: Fence,
  tables: readonly Table[],
  work: () => Promise<T>,
  timeLimit: number = WRITE_LIMIT_MS,
): Promise<T> {
  let lost = false;
  const fenced = async (): Promise<T> => {
    const writer = await db.writers.get(fence.sessionId);
    if (writer?.token !== fence.token) {
      lost = true;
      throw new NotWriterError(fence.sessionId);
    }
    return work();
  };
  try {
    return await writeWithin(timeLimit, db, [db.writers, ...tables], fenced);
  } catch (error) {
    throw lost ? new NotWriterError(fence.sessionId) : error;
  }
}

/** Runs `work` in one transaction, which is rolled back when it takes longer. */
export async function writeWithin<T>(
  timeLimit: number,
  db: BatonDatabase,
  tables: readonly Table[],
  work: () => Promise<T>,
): Promise<T> {
  let transaction: Transaction | null = null;
  const write = db.transaction('rw', tables, async () => {
    transaction = Dexie.currentTransaction;
    return work();
  });
  try {
    return await withStorageErrors(withTimeLimit(write, timeLimit, 'write'));
  } catch (error) {
    if (error instanceof StorageError && error.code === 'timeout') rollBack(transaction, write);
    throw error;
  }
}

function rollBack(transaction: Transaction | null, write: PromiseLike<unknown>): void {
  write.then(undefined, () => undefined);
  if (transaction?.active) transaction.abort();
}
