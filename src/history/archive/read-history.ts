import { extraRecordsOf, asCompleted, type SessionHistory } from '#archive/records.ts';
import type { HistorySource } from '#archive/write-archive.ts';
import { getBlob } from '#storage/blob-repository.ts';
import type { BatonDatabase } from '#storage/database.ts';
import { listFolders } from '#storage/folder-repository.ts';
import { listAllProjectFiles } from '#storage/project-files.ts';
import { getSession } from '#storage/read-sessions.ts';
import { assistants, prompts } from '#storage/library-repository.ts';
import type { OnUnreadableRow } from '#storage/read-row.ts';
import { getToolList, lastSeqOf, listMessages, readCompanions, readMessages } from '#storage/complete-session.ts';

/** A complete conversation; `null` when it is not stored. May be called inside a transaction. */
export async function readHistory(
  db: BatonDatabase,
  id: string,
  onUnreadableRow: OnUnreadableRow,
): Promise<SessionHistory | null> {
  const session = await getSession(db, id, onUnreadableRow);
  if (!session) return null;
  return {
    session,
    messages: await listMessages(db, id, onUnreadableRow),
    ...(await readCompanions(db, id, onUnreadableRow)),
  };
}

/** What is stored of a conversation whose own row is unreadable, or lost while messages are left; otherwise `null`. */
export async function readUnlisted(
  db: BatonDatabase,
  id: string,
  onUnreadableRow: OnUnreadableRow,
): Promise<(Omit<SessionHistory, 'session'> & { lastSeq: number }) | null> {
  const lastSeq = await lastSeqOf(db, id);
  if (lastSeq === 0 && (await db.sessions.where(':id').equals(id).count()) === 0) return null;
  return {
    messages: await listMessages(db, id, onUnreadableRow),
    ...(await readCompanions(db, id, onUnreadableRow)),
    lastSeq,
  };
}

/** The source for writing archives. Rows that this version cannot read are reported, and the rest is written. */
export function historySource(db: BatonDatabase, onUnreadableRow: OnUnreadableRow): HistorySource {
  return {
    async *records(id) {
      const session = await getSession(db, id, onUnreadableRow);
      if (!session) return;
      yield { type: 'session', row: session };
      for await (const row of readMessages(db, id, onUnreadableRow)) yield { type: 'message', row: asCompleted(row) };
      yield* extraRecordsOf(await readCompanions(db, id, onUnreadableRow));
    },
    async blob(hash) {
      const blob = await getBlob(db, hash);
      return blob && bytesOf(blob);
    },
    toolList: (digest) => getToolList(db, digest, onUnreadableRow),
    async *library() {
      for (const row of await listFolders(db, onUnreadableRow)) yield { type: 'folder', row };
      for (const row of await prompts.list(db, onUnreadableRow)) yield { type: 'prompt', row };
      for (const row of await assistants.list(db, onUnreadableRow)) yield { type: 'assistant', row };
      for (const row of await listAllProjectFiles(db, onUnreadableRow)) yield { type: 'project-file', row };
    },
  };
}

const CHUNK_SIZE = 4 * 1024 ** 2;

/** Ends where the disk fails. The hash then shows that bytes are missing. */
async function* bytesOf(blob: Blob): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < blob.size; at += CHUNK_SIZE) {
    const piece = await readPiece(blob.slice(at, at + CHUNK_SIZE));
    if (!piece) return;
    yield piece;
  }
}

async function readPiece(piece: Blob): Promise<Uint8Array | null> {
  try {
    return new Uint8Array(await piece.arrayBuffer());
  } catch (error) {
    if (error instanceof DOMException) return null;
    throw error;
  }
}
