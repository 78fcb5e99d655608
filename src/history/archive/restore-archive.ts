import { ArchiveError, type ArchiveErrorCode } from '#archive/archive-error.ts';
import type { ConversationEntry } from '#archive/manifest.ts';
import type { MergePlan } from '#archive/merge/merge-plan.ts';
import { planMerge } from '#archive/merge/plan-merge.ts';
import { planUndo, undoOf, type MergeUndo } from '#archive/merge/undo-merge.ts';
import type { Archive } from '#archive/read-archive.ts';
import { blobsOf, type SessionHistory } from '#archive/records.ts';
import { claimBlob, saveBlob } from '#storage/blob-repository.ts';
import type { BatonDatabase } from '#storage/database.ts';
import { blobsIn, markUnreferenced } from '#storage/blob-gc.ts';
import type { OnUnreadableRow } from '#storage/read-row.ts';
import type { WriterLease, SessionWriters } from '#storage/session-writers.ts';
import { changeSession, saveToolList, existingIds, type SessionChange } from '#storage/complete-session.ts';
import type { SessionRow } from '#storage/rows.ts';
import { NotWriterError } from '#storage/writer-fence.ts';
import { toError } from '#core/thrown.ts';
import { readHistory } from './read-history.ts';
import { readLibrary, restoreLibrary, undoLibrary, type LibraryUndo } from './restore-library.ts';

export interface RestoreDeps {
  db: BatonDatabase;
  writers: Pick<SessionWriters, 'acquire'>;
  onUnreadableRow: OnUnreadableRow;
}

/** What a restore would do, or did, with one conversation. */
export interface RestoreRow {
  id: string;
  title: string;
  kind: MergePlan['kind'];
  /** Messages that are added, answers that are completed, deleted messages that are restored. */
  added: number;
  completed: number;
  shown: number;
  unchanged: MergePlan['unchanged'];
  renamed: number;
  /** It is in the trash here, and is restored from it. */
  fromTrash: boolean;
  /** Where a new conversation is filed. */
  placed: OrganizationField[];
}

export type OrganizationField = 'folder' | 'tags' | 'archived';

export type RestoreResult =
  | RestoreRow
  /** `busy`: another window writes in it. It was not changed. */
  | { id: string; title: string; kind: 'refused'; because: ArchiveErrorCode | 'busy' };

export interface RestoreOptions {
  signal?: AbortSignal;
  onProgress?: (done: number, of: number) => void;
}

export interface RestoreReport {
  results: RestoreResult[];
  /** Attachments that conversations name, but that are neither stored nor in the archive. */
  lost: string[];
  /** Shared parts that could not be read. The conversations were restored without them. */
  damaged: SharedPart[];
  /** For `undoRestore`. */
  undo: RestoreUndo[];
  /**
   * What stopped the restore early, such as a full disk; null if nothing did. Everything restored until then is stored.
   */
  stopped: Error | null;
}

/** A file of the archive that is not part of a single conversation. */
export type SharedPart = 'library' | 'tool-lists';

/** For one conversation, or for what is shared between conversations. */
export type RestoreUndo = MergeUndo | LibraryUndo;

/** What a restore would do with each conversation. Changes nothing. */
export async function previewRestore(
  deps: RestoreDeps,
  archive: Archive,
  entries: readonly ConversationEntry[],
  options: RestoreOptions = {},
): Promise<RestoreResult[]> {
  const sessions = await sessionsWith(deps.db, entries);
  const { results, stopped } = await each(entries, options, async (entry) =>
    previewHistory(deps, await archive.session(entry), sessions),
  );
  if (stopped !== null) throw stopped;
  return results;
}

/** What merging one conversation with the stored one would do. */
export async function previewHistory(
  deps: RestoreDeps,
  archived: SessionHistory,
  sessions: ReadonlySet<string>,
  align: Align = asItIs,
): Promise<RestoreRow> {
  return rowOf(archived.session, await planFor(deps, archived, sessions, align));
}

/** Adapts the archived conversation to the stored one. */
type Align = (archived: SessionHistory, stored: SessionHistory | null) => SessionHistory;

const asItIs: Align = (archived) => archived;

/**
 * Merges conversations of an archive into the history, each in one transaction, with a plan made while no other window
 * can write in it. One failure does not affect the others, nor does a damaged part that none of them needs. Stopping
 * keeps what was restored, and the report includes it. Also restores the folders that they are in and the assistants
 * that they began with. When all conversations of the archive are restored, restores its complete library.
 */
export async function restoreArchive(
  deps: RestoreDeps,
  archive: Archive,
  entries: readonly ConversationEntry[],
  options: RestoreOptions = {},
): Promise<RestoreReport> {
  const undo: RestoreUndo[] = [];
  const named = new Set<string>();
  const lost = new Set<string>();
  const sessions = await sessionsWith(deps.db, entries);
  const damaged: SharedPart[] = [];
  const library = await readUnlessDamaged('library', () => readLibrary(archive), damaged);
  await readUnlessDamaged(
    'tool-lists',
    async () => {
      for await (const { row } of archive.toolLists()) await saveToolList(deps.db, row);
    },
    damaged,
  );
  const { results, stopped } = await each(entries, options, async (entry) => {
    const merged = await mergeHistory(deps, await archive.session(entry), sessions, (hash) => archive.blob(hash));
    for (const blob of merged.lost) lost.add(blob);
    if (merged.undo) undo.push(merged.undo);
    for (const id of merged.names) named.add(id);
    return merged.result;
  });
  const isFullArchive = results.length === archive.manifest.conversations.length;
  try {
    const newlyAdded = library && (await restoreLibrary(deps.db, library, isFullArchive ? 'all' : named));
    if (newlyAdded) undo.push(newlyAdded);
  } catch (error) {
    return { results, lost: [...lost], damaged, undo, stopped: stopped ?? toError(error) };
  }
  return { results, lost: [...lost], damaged, undo, stopped };
}

async function readUnlessDamaged<T>(
  part: SharedPart,
  read: () => Promise<T>,
  damaged: SharedPart[],
): Promise<T | undefined> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof ArchiveError)) throw error;
    damaged.push(part);
    return undefined;
  }
}

/** Merges one conversation with the stored one, in one transaction. Rejects when another window writes in it. */
export async function mergeHistory(
  deps: RestoreDeps,
  archived: SessionHistory,
  sessions: ReadonlySet<string>,
  blob: BlobSource,
  align: Align = asItIs,
): Promise<{ result: RestoreRow; undo: MergeUndo | null; lost: string[]; names: string[] }> {
  const lease = await deps.writers.acquire(archived.session.id);
  try {
    const plan = await planFor(deps, archived, sessions, align);
    const result = rowOf(archived.session, plan);
    const { folder, assistant } = plan.session;
    const names = [folder, assistant].filter((id) => id !== undefined);
    if (plan.kind === 'same') return { result, undo: null, lost: [], names };
    const newlyAdded: string[] = [];
    try {
      const lost = await storeBlobs(deps.db, blob, plan, newlyAdded);
      await changeSession(deps.db, lease.fence, changeOf(plan));
      return { result, undo: undoOf(plan), lost, names };
    } catch (error) {
      await markUnreferenced(deps.db, newlyAdded);
      throw error;
    }
  } finally {
    lease.release();
  }
}

/** The bytes of an attachment; `null` if the source does not have them. */
type BlobSource = (hash: string) => AsyncIterable<Uint8Array> | null;

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
      if (plan?.kind === 'remove' && now)
        await changeSession(deps.db, lease.fence, { session: null, add: NOTHING, put: NOTHING, remove: allOf(now) });
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

function changeOf({ session, add, complete, named, shown }: MergePlan): SessionChange {
  return {
    session,
    add,
    put: { messages: [...complete, ...named].map(({ after }) => after), overlays: [] },
    remove: {
      messages: [],
      overlays: shown.map(({ id }) => id),
      sends: [],
      usage: [],
      outputs: [],
      plan: false,
      draft: false,
    },
  };
}

async function sessionsWith(db: BatonDatabase, entries: readonly ConversationEntry[]): Promise<Set<string>> {
  return new Set([...(await db.sessions.toCollection().primaryKeys()), ...entries.map(({ id }) => id)]);
}

async function planFor(
  { db, onUnreadableRow }: RestoreDeps,
  incoming: SessionHistory,
  sessions: ReadonlySet<string>,
  align: Align,
): Promise<MergePlan> {
  const stored = await readHistory(db, incoming.session.id, onUnreadableRow);
  const archived = align(incoming, stored);
  const own = new Set([...(stored?.messages ?? []), ...(stored?.overlays ?? [])].map(({ id }) => id));
  const named = new Set([
    ...archived.messages.flatMap(({ id, parentId }) => (parentId === null ? [id] : [id, parentId])),
    ...archived.overlays.map(({ id }) => id),
  ]);
  const existing = await existingIds(
    db,
    [...named].filter((id) => !own.has(id)),
  );
  return planMerge(archived, stored, { taken: existing, sessions });
}

/**
 * Stores the attachments that a plan needs and that are not stored yet, and adds them to `newlyAdded`. Returns those that
 * were not found.
 */
async function storeBlobs(
  db: BatonDatabase,
  blob: BlobSource,
  plan: MergePlan,
  newlyAdded: string[],
): Promise<string[]> {
  const mimeByHash = new Map<string, string>();
  const messages = [...plan.add.messages, ...plan.complete.map(({ after }) => after)];
  for (const row of messages) for (const one of blobsOf({ type: 'message', row })) mimeByHash.set(one.blob, one.mime);
  if (plan.add.draft)
    for (const one of blobsOf({ type: 'draft', row: plan.add.draft })) mimeByHash.set(one.blob, one.mime);
  const lost: string[] = [];
  for (const [hash, mime] of mimeByHash) {
    if (await claimBlob(db, hash)) continue;
    const content = blob(hash);
    if (!content) {
      lost.push(hash);
      continue;
    }
    const pieces: BlobPart[] = [];
    for await (const piece of content) pieces.push(Uint8Array.from(piece));
    newlyAdded.push(hash);
    await saveBlob(db, new Blob(pieces), mime);
  }
  return lost;
}

function rowOf({ id, title }: { id: string; title: string }, plan: MergePlan): RestoreRow {
  const { kind, before, session, add, complete, shown, unchanged, renamed } = plan;
  return {
    id,
    title,
    kind,
    added: add.messages.length,
    completed: complete.length,
    shown: shown.length,
    unchanged,
    renamed,
    fromTrash: before !== null && before.deletedAt > 0 && session.deletedAt === 0,
    placed: before === null ? placesOf(session) : [],
  };
}

function placesOf({ folder, tags, archivedAt }: SessionRow): OrganizationField[] {
  return [
    ...(folder === undefined ? [] : (['folder'] as const)),
    ...(tags === undefined ? [] : (['tags'] as const)),
    ...(archivedAt === undefined ? [] : (['archived'] as const)),
  ];
}

async function each(
  entries: readonly ConversationEntry[],
  { signal, onProgress }: RestoreOptions,
  work: (entry: ConversationEntry) => Promise<RestoreRow>,
): Promise<{ results: RestoreResult[]; stopped: Error | null }> {
  const results: RestoreResult[] = [];
  for (const entry of entries) {
    if (signal?.aborted) break;
    const { id, title } = entry;
    try {
      results.push(await work(entry));
    } catch (error) {
      const because = error instanceof ArchiveError ? error.code : error instanceof NotWriterError ? 'busy' : null;
      if (because === null) return { results, stopped: toError(error) };
      results.push({ id, title, kind: 'refused', because });
    }
    onProgress?.(results.length, entries.length);
  }
  return { results, stopped: null };
}
