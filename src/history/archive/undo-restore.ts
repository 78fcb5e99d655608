import { planUndo, type MergeUndo } from '#archive/merge/undo-merge.ts';
import type { SessionHistory } from '#archive/records.ts';
import { blobsIn, markUnreferenced } from '#storage/blob-gc.ts';
import { changeSession, type SessionChange } from '#storage/complete-session.ts';
import { forgetSearched } from '#storage/raw/search-database.ts';
import type { WriterLease } from '#storage/session-writers.ts';
import { NotWriterError } from '#storage/writer-fence.ts';
import type { RestoreDeps, RestoreOptions } from './merge-history.ts';
import { readHistory } from './read-history.ts';
import { undoLibrary, type LibraryUndo } from './restore-library.ts';

/** For one conversation, or for what is shared between conversations. */
export type RestoreUndo = MergeUndo | LibraryUndo;

/**
 * Undoes restores, last one first. Returns the ids of conversations that were continued since, or that another window
 * writes in. Undoing twice does no harm, so a stopped undo can be started again.
 */
export async function undoRestore(
  deps: RestoreDeps,
  undos: readonly RestoreUndo[],
  { signal, onProgress }: RestoreOptions = {},
): Promise<string[]> {
  const refused: string[] = [];
  for (const [index, undo] of undos.toReversed().entries()) {
    signal?.throwIfAborted();
    if (!('sessionId' in undo)) continue;
    const lease = await leaseOrNull(deps, undo.sessionId);
    if (!lease) {
      refused.push(undo.sessionId);
      continue;
    }
    try {
      const now = await readHistory(deps.db, undo.sessionId, deps.onUnreadableRow);
      const plan = now ? planUndo(undo, now) : null;
      if (plan?.kind === 'refused') refused.push(undo.sessionId);
      if (plan?.kind === 'remove' && now) {
        await forgetSearched(deps.db.name, [undo.sessionId]);
        await changeSession(deps.db, lease.fence, { session: null, add: NOTHING, put: NOTHING, remove: allOf(now) });
        await forgetSearched(deps.db.name, [undo.sessionId]);
      }
      if (plan?.kind === 'change') await changeSession(deps.db, lease.fence, { ...plan, add: NOTHING });
      if (plan && now && plan.kind !== 'refused') await markUnreferenced(deps.db, addedBlobs(undo, now));
    } finally {
      lease.release();
    }
    onProgress?.(index + 1, undos.length);
  }
  for (const undo of undos) if (!('sessionId' in undo)) await undoLibrary(deps.db, undo);
  return refused;
}

/** `null` when another window writes there. */
async function leaseOrNull(deps: RestoreDeps, sessionId: string): Promise<WriterLease | null> {
  try {
    return await deps.writers.acquire(sessionId);
  } catch (error) {
    if (error instanceof NotWriterError) return null;
    throw error;
  }
}

function addedBlobs(undo: MergeUndo, now: SessionHistory): string[] {
  const newlyAdded = new Set(undo.messages);
  return blobsIn([
    now.messages.filter(({ id }) => newlyAdded.has(id)),
    undo.complete.map(({ after }) => after),
    undo.draft ? now.draft : null,
  ]);
}

const NOTHING: SessionChange['add'] = {
  messages: [],
  overlays: [],
  sends: [],
  usage: [],
  outputs: [],
  plan: null,
  draft: null,
};

function allOf({ messages, overlays, sends, usage, outputs }: SessionHistory): SessionChange['remove'] {
  const ids = (rows: readonly { id: string }[]) => rows.map(({ id }) => id);
  return {
    messages: ids(messages),
    overlays: ids(overlays),
    sends: ids(sends),
    usage: ids(usage),
    outputs: ids(outputs),
    plan: true,
    draft: true,
  };
}
