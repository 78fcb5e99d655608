import type { ArchiveErrorCode } from '#archive/archive-error.ts';
import type { MergeContext, MergePlan } from '#archive/merge/merge-plan.ts';
import { planMerge } from '#archive/merge/plan-merge.ts';
import { undoOf, type MergeUndo } from '#archive/merge/undo-merge.ts';
import { blobsOf, type SessionHistory } from '#archive/records.ts';
import type { BatonDatabase } from '#storage/database.ts';
import { markUnreferenced } from '#storage/blob-gc.ts';
import type { OnUnreadableRow } from '#storage/read-row.ts';
import type { SessionWriters } from '#storage/session-writers.ts';
import { changeSession, existingIds, type SessionChange } from '#storage/complete-session.ts';
import type { SessionRow } from '#storage/rows.ts';
import { readHistory, readUnlisted } from './read-history.ts';
import { storeBlobs, type BlobSource } from './store-blobs.ts';

export interface RestoreDeps {
  db: BatonDatabase;
  writers: Pick<SessionWriters, 'acquire' | 'held'>;
  onUnreadableRow: OnUnreadableRow;
}

export interface RestoreOptions {
  signal?: AbortSignal;
  onProgress?: (done: number, of: number) => void;
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
  /** Stored messages name them, and only the archive has their bytes. */
  attachments: number;
  /** It is in the trash here, and is restored from it. */
  fromTrash: boolean;
  /** Where a new conversation is filed. */
  placed: OrganizationField[];
  /** Tools ran here without asking, and ask from now on. */
  asks: boolean;
  /** What a new conversation adds to the body of its requests. */
  fields: Record<string, unknown> | null;
}

export type OrganizationField = 'folder' | 'tags' | 'archived';

export type RestoreResult =
  | RestoreRow
  /** `busy`: another window writes in it. It was not changed. */
  | { id: string; title: string; kind: 'refused'; because: ArchiveErrorCode | 'busy' };

/** What merging one conversation with the stored one would do. */
export async function previewHistory(
  deps: RestoreDeps,
  archived: SessionHistory,
  sessions: ReadonlySet<string>,
  blob: BlobSource,
  align: Align = asItIs,
): Promise<RestoreRow> {
  const plan = await planFor(deps, archived, sessions, align);
  const missing = await missingBlobs(deps.db, plan, archived);
  return rowOf(archived.session, plan, missing.filter((one) => blob(one.blob)).length);
}

/** Adapts the archived conversation to the stored one. */
type Align = (archived: SessionHistory, stored: SessionHistory | null) => SessionHistory;

const asItIs: Align = (archived) => archived;

/** What was done with a conversation. */
export interface Merged {
  result: RestoreRow;
  undo: MergeUndo | null;
  /** Attachments that are nowhere. */
  lost: string[];
  /** Its folder and its assistant. */
  names: string[];
}

export function mergedBy(plan: MergePlan, archived: SessionHistory, lost: string[], attachments = 0): Merged {
  const { folder, assistant } = plan.session;
  return {
    result: rowOf(archived.session, plan, attachments),
    undo: plan.kind === 'same' ? null : undoOf(plan),
    lost,
    names: [folder, assistant].filter((id) => id !== undefined),
  };
}

/** Merges one conversation with the stored one, in one transaction. Rejects when another window writes in it. */
export async function mergeHistory(
  deps: RestoreDeps,
  archived: SessionHistory,
  sessions: ReadonlySet<string>,
  blob: BlobSource,
  align: Align = asItIs,
): Promise<Merged> {
  const lease = await deps.writers.acquire(archived.session.id);
  try {
    const plan = await planFor(deps, archived, sessions, align);
    const missing = await missingBlobs(deps.db, plan, archived);
    const newlyAdded: string[] = [];
    try {
      const lost = await storeBlobs(deps.db, blob, [...blobsOfPlan(plan), ...missing], newlyAdded);
      if (plan.kind !== 'same') await changeSession(deps.db, lease.fence, changeOf(plan));
      return mergedBy(plan, archived, lost, missing.filter((one) => !lost.includes(one.blob)).length);
    } catch (error) {
      await markUnreferenced(deps.db, newlyAdded);
      throw error;
    }
  } finally {
    lease.release();
  }
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

async function planFor(
  { db, onUnreadableRow }: RestoreDeps,
  incoming: SessionHistory,
  sessions: ReadonlySet<string>,
  align: Align,
): Promise<MergePlan> {
  const unreadable = new Set<string>();
  const onUnreadable: OnUnreadableRow = (row) => {
    unreadable.add(`${row.table} ${row.key}`);
    onUnreadableRow(row);
  };
  const listed = await readHistory(db, incoming.session.id, onUnreadable);
  const unlisted = listed ? null : await readUnlisted(db, incoming.session.id, onUnreadable);
  const stored = unlisted
    ? { ...unlisted, session: { ...incoming.session, leafId: null, lastSeq: unlisted.lastSeq } }
    : listed;
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
  const context: MergeContext = { taken: existing, unreadable, sessions };
  const plan = planMerge(archived, stored, context);
  if (!unlisted) return plan;
  // What is left of the conversation joins what the archive has, under the archive's own row.
  const { session } = planMerge(archived, null, context);
  const lastSeq = Math.max(unlisted.lastSeq, session.lastSeq, plan.session.lastSeq);
  return { ...plan, kind: 'new', before: null, session: { ...session, leafId: plan.session.leafId, lastSeq } };
}

interface NamedBlob {
  blob: string;
  mime: string;
}

/** Of what the archive and the stored conversation both have: attachments whose bytes are not stored any more. */
async function missingBlobs(db: BatonDatabase, plan: MergePlan, { messages }: SessionHistory): Promise<NamedBlob[]> {
  if (plan.before === null) return [];
  const added = new Set(blobsOfPlan(plan).map(({ blob }) => blob));
  const named = new Map<string, NamedBlob>();
  for (const row of messages)
    for (const { blob, mime } of blobsOf({ type: 'message', row }))
      if (!added.has(blob)) named.set(blob, { blob, mime });
  if (named.size === 0) return [];
  for (const hash of await db.blobs
    .where('hash')
    .anyOf([...named.keys()])
    .primaryKeys())
    named.delete(hash);
  return [...named.values()];
}

/** What a plan adds that names blobs. */
export function blobsOfPlan({ add, complete }: MergePlan): NamedBlob[] {
  const messages = [...add.messages, ...complete.map(({ after }) => after)];
  return [
    ...messages.flatMap((row) => blobsOf({ type: 'message', row })),
    ...(add.draft ? blobsOf({ type: 'draft', row: add.draft }) : []),
  ];
}

function rowOf({ id, title }: { id: string; title: string }, plan: MergePlan, attachments: number): RestoreRow {
  const { before, session, add, complete, shown, unchanged, renamed } = plan;
  return {
    id,
    title,
    kind: plan.kind === 'same' && attachments > 0 ? 'diverged' : plan.kind,
    added: add.messages.length,
    completed: complete.length,
    shown: shown.length,
    unchanged,
    renamed,
    attachments,
    fromTrash: before !== null && before.deletedAt > 0 && session.deletedAt === 0,
    placed: before === null ? placesOf(session) : [],
    asks: before !== null && before.tools?.mode !== session.tools?.mode,
    fields: (before === null && session.parameters?.body) || null,
  };
}

function placesOf({ folder, tags, archivedAt }: SessionRow): OrganizationField[] {
  return [
    ...(folder === undefined ? [] : (['folder'] as const)),
    ...(tags === undefined ? [] : (['tags'] as const)),
    ...(archivedAt === undefined ? [] : (['archived'] as const)),
  ];
}
