import { ArchiveError } from '#archive/archive-error.ts';
import type { ConversationEntry } from '#archive/manifest.ts';
import type { MergePlan } from '#archive/merge/merge-plan.ts';
import { planMerge } from '#archive/merge/plan-merge.ts';
import type { Archive } from '#archive/read-archive.ts';
import type { SessionHistory } from '#archive/records.ts';
import type { BatonDatabase } from '#storage/database.ts';
import { markUnreferenced } from '#storage/blob-gc.ts';
import { addSessions, flushWrites, saveToolList } from '#storage/complete-session.ts';
import { NotWriterError } from '#storage/writer-fence.ts';
import { toError } from '#core/thrown.ts';
import {
  blobsOfPlan,
  mergedBy,
  mergeHistory,
  previewHistory,
  type Merged,
  type RestoreDeps,
  type RestoreOptions,
  type RestoreResult,
  type RestoreRow,
} from './merge-history.ts';
import {
  countLibrary,
  EMPTY_LIBRARY,
  type Library,
  missingOf,
  readLibrary,
  restoreLibrary,
} from './restore-library.ts';
import { storeBlobs } from './store-blobs.ts';
import type { RestoreUndo } from './undo-restore.ts';

export interface ArchiveRestoreOptions extends RestoreOptions {
  /** The entries are all that the user can restore, so what belongs to no conversation is, too. Default: all entries. */
  isComplete?: boolean;
}

export interface RestoreReport {
  results: RestoreResult[];
  /** Attachments that conversations name, but that are neither stored nor intact in the archive. */
  lost: string[];
  /** Number of folders, prompts, assistants and project files that were added. */
  library: number;
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

/** The folders, prompts, assistants and project files of an archive that are not here. */
export async function previewLibrary({ db }: RestoreDeps, archive: Archive): Promise<Library> {
  const library = await readUnlessDamaged('library', () => readLibrary(archive), []);
  return library ? missingOf(db, library) : EMPTY_LIBRARY;
}

/** What a restore would do with each conversation. Changes nothing. */
export async function previewRestore(
  deps: RestoreDeps,
  archive: Archive,
  entries: readonly ConversationEntry[],
  options: RestoreOptions = {},
): Promise<RestoreResult[]> {
  const sessions = await sessionsWith(deps.db, entries);
  const { results, stopped } = await each(entries, options, async (entry) =>
    previewHistory(deps, await archive.session(entry), sessions, (hash) => archive.blob(hash)),
  );
  if (stopped !== null) throw stopped;
  return results;
}

/**
 * Merges conversations of an archive into the history: those that are not stored yet several in one transaction, the
 * others each in its own, with a plan made while no other window can write in it. One failure does not affect the others, nor does a damaged part that none of them needs. Stopping
 * keeps what was restored, and the report includes it. Also restores the folders that they are in and the assistants
 * that they began with. A complete restore that isn't stopped restores the complete library.
 */
export async function restoreArchive(
  deps: RestoreDeps,
  archive: Archive,
  entries: readonly ConversationEntry[],
  { isComplete = entries.length === archive.manifest.conversations.length, ...options }: ArchiveRestoreOptions = {},
): Promise<RestoreReport> {
  const undo: RestoreUndo[] = [];
  const named = new Set<string>();
  const lost = new Set<string>();
  const stored = new Set(await deps.db.sessions.toCollection().primaryKeys());
  const sessions = new Set([...stored, ...entries.map(({ id }) => id)]);
  const damaged: SharedPart[] = [];
  const library = await readUnlessDamaged('library', () => readLibrary(archive), damaged);
  await readUnlessDamaged(
    'tool-lists',
    async () => {
      for await (const { row } of archive.toolLists()) await saveToolList(deps.db, row);
    },
    damaged,
  );
  const results: RestoreResult[] = [];
  let stopped: Error | null = null;
  for (const batch of batchesOf(entries)) {
    if (stopped || options.signal?.aborted) break;
    try {
      const together = await addTogether(deps, archive, batch, { stored, sessions });
      const done = await each(
        batch,
        { ...options, onProgress: (count) => options.onProgress?.(results.length + count, entries.length) },
        async (entry) => {
          const merged =
            together.get(entry) ??
            (await mergeHistory(deps, await archive.session(entry), sessions, (hash) => archive.blob(hash)));
          for (const blob of merged.lost) lost.add(blob);
          if (merged.undo) undo.push(merged.undo);
          for (const id of merged.names) named.add(id);
          return merged.result;
        },
        together,
      );
      results.push(...done.results);
      stopped = done.stopped;
    } catch (error) {
      stopped = toError(error);
    }
  }
  let added = 0;
  try {
    await flushWrites(deps.db);
    if (library) {
      const which = isComplete && results.length === entries.length ? 'all' : named;
      const restored = await restoreLibrary(deps.db, library, which, (hash) => archive.blob(hash));
      if (restored.undo) {
        undo.push(restored.undo);
        added = countLibrary(restored.undo.library);
      }
      for (const blob of restored.lost) lost.add(blob);
    }
  } catch (error) {
    return { results, lost: [...lost], library: added, damaged, undo, stopped: stopped ?? toError(error) };
  }
  return { results, lost: [...lost], library: added, damaged, undo, stopped };
}

/** A batch of conversations is in memory at once. */
const MAX_BATCH = { conversations: 32, messages: 4_000, bytes: 8 * 1024 ** 2 };

/** The first batches are small, so that the user soon sees how far it is. */
function batchesOf(entries: readonly ConversationEntry[]): ConversationEntry[][] {
  let batch: ConversationEntry[] = [];
  const batches = [batch];
  let [messages, bytes] = [0, 0];
  for (const entry of entries) {
    const most = Math.min(2 ** (batches.length - 1), MAX_BATCH.conversations);
    messages += entry.messages;
    bytes += entry.bytes;
    const tooLarge = messages > MAX_BATCH.messages || bytes > MAX_BATCH.bytes;
    if (batch.length >= most || (batch.length > 0 && tooLarge)) {
      batch = [];
      batches.push(batch);
      [messages, bytes] = [entry.messages, entry.bytes];
    }
    batch.push(entry);
  }
  return batches;
}

/**
 * Adds the conversations of a batch that are not stored and not open anywhere, in one transaction and without reading
 * what is stored: it fails if any of their rows is. Then it adds none, and each is merged alone.
 */
async function addTogether(
  { db, writers }: RestoreDeps,
  archive: Archive,
  batch: readonly ConversationEntry[],
  { stored, sessions }: { stored: ReadonlySet<string>; sessions: ReadonlySet<string> },
): Promise<ReadonlyMap<ConversationEntry, Merged>> {
  const added = new Map<ConversationEntry, Merged>();
  const held = await writers.held();
  const plans: MergePlan[] = [];
  const newBlobs: string[] = [];
  try {
    for (const entry of batch) {
      if (stored.has(entry.id) || held.has(entry.id)) continue;
      const archived = await archive.session(entry);
      if (continuesAnother(archived)) continue;
      const plan = planMerge(archived, null, { taken: new Set(), unreadable: new Set(), sessions });
      added.set(
        entry,
        mergedBy(plan, archived, await storeBlobs(db, (hash) => archive.blob(hash), blobsOfPlan(plan), newBlobs)),
      );
      plans.push(plan);
    }
    if (plans.length > 0) await addSessions(db, plans);
    return added;
  } catch {
    // What is wrong is found, and told, when each is merged alone.
    await markUnreferenced(db, newBlobs);
    return new Map();
  }
}

/** Whether a parent is not in the archive, so that it may be a message of another conversation. */
function continuesAnother({ messages }: SessionHistory): boolean {
  const own = new Set(messages.map(({ id }) => id));
  return messages.some(({ parentId }) => parentId !== null && !own.has(parentId));
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

async function sessionsWith(db: BatonDatabase, entries: readonly ConversationEntry[]): Promise<Set<string>> {
  return new Set([...(await db.sessions.toCollection().primaryKeys()), ...entries.map(({ id }) => id)]);
}

/** When it stops, only the entries that are `stored` already are worked on. */
async function each(
  entries: readonly ConversationEntry[],
  { signal, onProgress }: RestoreOptions,
  work: (entry: ConversationEntry) => Promise<RestoreRow>,
  stored: ReadonlyMap<ConversationEntry, unknown> = new Map(),
): Promise<{ results: RestoreResult[]; stopped: Error | null }> {
  const results: RestoreResult[] = [];
  let stopped: Error | null = null;
  for (const entry of entries) {
    if ((stopped || signal?.aborted) && !stored.has(entry)) continue;
    const { id, title } = entry;
    try {
      results.push(await work(entry));
    } catch (error) {
      const because = error instanceof ArchiveError ? error.code : error instanceof NotWriterError ? 'busy' : null;
      if (because === null) {
        stopped = toError(error);
        continue;
      }
      results.push({ id, title, kind: 'refused', because });
    }
    onProgress?.(results.length, entries.length);
  }
  return { results, stopped };
}
