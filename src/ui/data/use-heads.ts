import { useEffect, useState } from 'react';
import type { MessageHead } from '#core/outline/message-head.ts';
import { plainExcerpt } from '#markdown/plain-excerpt.ts';
import { hiddenMessages } from '#storage/overlay-repository.ts';
import { readHeads } from '#storage/read-heads.ts';
import { toStorageError, type StorageError } from '#storage/storage-error.ts';
import type { SessionRow } from '#storage/rows.ts';
import type { PageData } from './services.ts';
import { useServices } from './services.ts';

export interface Heads {
  /** In insertion order; empty until all have been read once. */
  heads: readonly MessageHead[];
  /** How many have been read so far during the first read; `null` afterward. */
  reading: number | null;
  error: StorageError | null;
  /** The state of the conversation when the heads were read. */
  asOf: string;
}

/** Kept while a conversation is open. Complete messages never change, so only the rest is read again. */
export type KnownHeads = Map<string, MessageHead>;

/** The heads of all messages of a conversation, in every branch, without deleted ones. */
export function useHeads(session: SessionRow, known: KnownHeads): Heads {
  const { db, onUnreadableRow } = useServices();
  const [state, setState] = useState<Heads>({ heads: [], reading: known.size, error: null, asOf: '' });
  const { id, lastSeq, updatedAt, leafId } = session;
  const asOf = `${lastSeq} ${updatedAt} ${leafId}`;
  useEffect(() => {
    let cancelled = false;
    const reportProgress = () => {
      if (!cancelled) setState((before) => (before.reading === null ? before : { ...before, reading: known.size }));
      return !cancelled;
    };
    const read = async () => {
      try {
        const heads = await readOn({ db, onUnreadableRow }, id, known, reportProgress);
        if (heads && !cancelled) setState({ heads, reading: null, error: null, asOf });
      } catch (error) {
        if (!cancelled) setState((before) => ({ ...before, reading: null, error: toStorageError(error), asOf }));
      }
    };
    void read();
    return () => {
      cancelled = true;
    };
  }, [db, onUnreadableRow, id, asOf, known]);
  return state;
}

/** Reads new heads and those that may have changed. Returns `null` when the result is no longer needed. */
async function readOn(
  { db, onUnreadableRow }: Pick<PageData, 'db' | 'onUnreadableRow'>,
  sessionId: string,
  known: KnownHeads,
  isNeeded: () => boolean,
): Promise<MessageHead[] | null> {
  let after = 0;
  for (const { seq } of known.values()) after = Math.max(after, seq);
  for (const { seq, status } of known.values()) if (status !== 'complete') after = Math.min(after, seq - 1);
  for await (const piece of readHeads(db, sessionId, after, onUnreadableRow, plainExcerpt)) {
    for (const head of piece) known.set(head.id, head);
    if (!isNeeded()) return null;
  }
  const hidden = await hiddenMessages(db, sessionId);
  return [...known.values()].filter((head) => !hidden.has(head.id)).sort((a, b) => a.seq - b.seq);
}
