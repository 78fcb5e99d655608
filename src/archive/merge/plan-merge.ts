import { canonicalJson } from '#core/canonical-json.ts';
import { DELETED, EVERY_MESSAGE, HIDDEN, targetKey } from '#core/normalize/base/overlays.ts';
import { pathTo } from '#core/tree.ts';
import { without } from '#core/without.ts';
import type { OverlayRow, SessionRow, StoredMessage } from '#storage/rows.ts';
import { asCompleted, type SessionHistory } from '../records.ts';
import { mergeOutputs } from './merge-outputs.ts';
import type { UnchangedField, MergePlan, MergeContext } from './merge-plan.ts';
import { contentOf, derivedId, isPrefixOf, withNames } from './message-identity.ts';
import { validTree } from './valid-tree.ts';

/**
 * Plans how to merge an archived conversation into what is stored of it. Messages are identified by their ids. Missing
 * messages are added, and complete ones never change except for missing image names. A message that either side shows
 * is shown, because restoring means asking for what was deleted. Settings stay as they are here, except that tools ask
 * again once a file has added what a model reads. Restoring twice adds nothing the second time.
 */
export function planMerge(
  archived: SessionHistory,
  stored: SessionHistory | null,
  { taken, unreadable, sessions }: MergeContext,
): MergePlan {
  const { id: sessionId } = archived.session;
  const tree = validTree(archived.messages);
  const byId = new Map(stored?.messages.map((message) => [message.id, message]));
  /** Archived id to the id used here. */
  const ids = new Map<string, string>();
  const outputs = mergeOutputs(archived.outputs, stored?.outputs ?? [], sessionId, ids);
  const complete: MergePlan['complete'] = [];
  const named: MergePlan['named'] = [];
  const added: StoredMessage[] = [];
  const addedIds = new Set<string>();
  let seq = stored ? Math.max(stored.session.lastSeq, ...seqsOf(stored)) : 0;

  const place = (message: StoredMessage): void => {
    const own = taken.has(message.id) ? derivedId(message.id, sessionId) : message.id;
    const parentId = message.parentId === null ? null : parentOf(message.parentId);
    const moved: StoredMessage = { ...outputs.inMessage(asCompleted(message)), id: own, sessionId, parentId };
    const here = byId.get(own);
    if (here === undefined) return add(message.id, moved);
    ids.set(message.id, own);
    if (isPrefixOf(moved, here) || contentOf(moved) === contentOf(asCompleted(here))) {
      const after = withNames(here, moved);
      if (after !== here) named.push({ before: here, after });
      return;
    }
    if (isPrefixOf(here, moved)) {
      complete.push({ before: here, after: { ...withNames(moved, here), parentId: here.parentId, seq: here.seq } });
      return;
    }
    const other = derivedId(own, contentOf(moved));
    if (byId.has(other)) ids.set(message.id, other);
    else add(message.id, { ...moved, id: other });
  };
  const add = (archivedId: string, message: StoredMessage): void => {
    ids.set(archivedId, message.id);
    addedIds.add(message.id);
    seq = stored ? seq + 1 : message.seq;
    added.push({ ...message, seq });
  };
  /** A parent that isn't in the archive may be a stored message, but not one of another conversation. */
  const parentOf = (id: string): string | null => ids.get(id) ?? (taken.has(id) ? null : id);
  for (const message of tree) place(message);

  const overlays = mergeOverlays(archived.overlays, stored?.overlays ?? [], { sessionId, taken, ids, addedIds });
  const usage = archived.usage.flatMap((row) => {
    const id = ids.get(row.id) ?? row.id;
    return stored?.usage.some((one) => one.id === id) || taken.has(id) || unreadable.has(`usage ${id}`)
      ? []
      : [{ ...row, id, sessionId }];
  });
  const sends = archived.sends.flatMap((row) => {
    const id = ids.get(row.id) ?? row.id;
    if (stored?.sends.some((one) => one.id === id) || taken.has(id) || unreadable.has(`sends ${id}`)) return [];
    const notes = row.notes.map((note) =>
      note.message === undefined ? note : { ...note, message: ids.get(note.message) ?? note.message },
    );
    return [{ ...row, id, sessionId, notes, first: row.first === null ? null : (ids.get(row.first) ?? row.first) }];
  });
  const leafId = archived.session.leafId === null ? null : (ids.get(archived.session.leafId) ?? null);
  const plan: MergePlan = {
    sessionId,
    kind: 'new',
    before: stored?.session ?? null,
    session: archived.session,
    add: {
      messages: added,
      overlays: overlays.added,
      sends,
      usage,
      outputs: outputs.added().filter(({ id }) => !unreadable.has(`outputs ${id}`)),
      plan: stored?.plan || unreadable.has(`plans ${sessionId}`) ? null : archived.plan,
      draft: stored?.draft || unreadable.has(`drafts ${sessionId}`) ? null : archived.draft,
    },
    complete,
    named,
    shown: overlays.shown,
    unchanged: stored ? unchangedFields(archived, stored) : [],
    renamed: [...ids].filter(([before, after]) => before !== after).length,
  };
  if (!stored) return { ...plan, session: newSession(archived.session, added, leafId, sessions) };
  const merged = mergedSession(archived.session, stored, {
    added,
    leafId,
    cost: usage.reduce((sum, { cost }) => sum + (cost ?? 0), 0),
  });
  const session = isReadByModel(plan) ? asking(merged) : merged;
  const nothing =
    added.length + complete.length + named.length + plan.shown.length === 0 &&
    Object.values(plan.add).every((rows) => rows === null || (Array.isArray(rows) && rows.length === 0)) &&
    canonicalJson(session) === canonicalJson(stored.session);
  return { ...plan, session, kind: nothing ? 'same' : 'diverged' };
}

const seqsOf = ({ messages }: SessionHistory): number[] => messages.slice(-1).map(({ seq }) => seq);

function mergeOverlays(
  archived: readonly OverlayRow[],
  stored: readonly OverlayRow[],
  place: {
    sessionId: string;
    taken: ReadonlySet<string>;
    ids: ReadonlyMap<string, string>;
    addedIds: ReadonlySet<string>;
  },
): { added: OverlayRow[]; shown: OverlayRow[] } {
  const existing = new Set(stored.map(({ id }) => id));
  const here = ({ kind, target }: OverlayRow): string =>
    `${kind} ${targetKey({ ...target, message: place.ids.get(target.message) ?? target.message })}`;
  const hiddenThere = new Set(archived.filter(hides).map(here));
  const added = new Map<string, OverlayRow>();
  for (const overlay of archived) {
    const id = place.taken.has(overlay.id) ? derivedId(overlay.id, place.sessionId) : overlay.id;
    const named = overlay.target.message;
    const message = named === EVERY_MESSAGE ? named : (place.ids.get(named) ?? named);
    if (existing.has(id) || (hides(overlay) && !place.addedIds.has(message))) continue;
    added.set(id, { ...overlay, id, sessionId: place.sessionId, target: { ...overlay.target, message } });
  }
  const inArchive = new Set(place.ids.values());
  const shown = stored.filter(
    (overlay) =>
      hides(overlay) &&
      inArchive.has(overlay.target.message) &&
      !hiddenThere.has(`${overlay.kind} ${targetKey(overlay.target)}`),
  );
  return { added: [...added.values()], shown };
}

const hides = ({ kind }: OverlayRow): boolean => kind === HIDDEN || kind === DELETED;

/** Whether the merge changes what a request says, or what a tool of Baton's own reads to the model. */
function isReadByModel({ add, complete, shown }: MergePlan): boolean {
  const rows = [add.messages, add.overlays, add.outputs, complete, shown];
  return add.plan !== null || rows.some(({ length }) => length > 0);
}

/**
 * The row without a mode that runs tools without asking. No file brings one along, and what a file says must not lead
 * where the user agreed to run tools for what had been said before: anybody can write a file, under any id.
 */
function asking(session: SessionRow): SessionRow {
  const { tools } = session;
  return tools?.mode === 'auto' || tools?.mode === 'edits' ? { ...session, tools: { ...tools, mode: 'ask' } } : session;
}

/**
 * The row as archived, but asking before tools run. A task without its parent conversation becomes a conversation of its
 * own, because it wouldn't be listed anywhere.
 */
function newSession(
  archived: SessionRow,
  messages: readonly StoredMessage[],
  leafId: string | null,
  sessions: ReadonlySet<string>,
): SessionRow {
  const { task } = archived;
  const above = task?.above.every((id) => sessions.has(id)) ?? true;
  return {
    ...asking(above ? archived : without(archived, 'task')),
    leafId: leafId ?? (archived.leafId === null ? null : (messages.at(-1)?.id ?? null)),
    lastSeq: Math.max(archived.lastSeq, messages.at(-1)?.seq ?? 0),
  };
}

/** Extends the path if the archive continues from its end. If another branch is shown, it stays. */
function mergedSession(
  archived: SessionRow,
  { session, messages }: SessionHistory,
  { added, leafId, cost }: { added: readonly StoredMessage[]; leafId: string | null; cost: number },
): SessionRow {
  const onward =
    session.leafId === null || pathTo([...messages, ...added], leafId).some(({ id }) => id === session.leafId);
  const title = session.title === '' || (session.titleBy === 'auto' && archived.titleBy === 'person');
  return {
    ...session,
    ...(title && archived.title !== '' && { title: archived.title, titleBy: archived.titleBy }),
    createdAt: Math.min(session.createdAt, archived.createdAt),
    updatedAt: Math.max(session.updatedAt, archived.updatedAt),
    leafId: onward && leafId !== null ? leafId : session.leafId,
    lastSeq: added.at(-1)?.seq ?? session.lastSeq,
    deletedAt: archived.deletedAt === 0 ? 0 : session.deletedAt,
    target: session.target ?? archived.target,
    lastVendor: session.lastVendor ?? archived.lastVendor,
    cost: session.cost + cost,
  };
}

function unchangedFields(archived: SessionHistory, stored: SessionHistory): UnchangedField[] {
  const differs = (here: unknown, there: unknown): boolean => canonicalJson(here) !== canonicalJson(there);
  const unchanged: UnchangedField[] = [];
  const title = stored.session.titleBy === 'person' && archived.session.titleBy === 'person';
  if (title && stored.session.title !== archived.session.title) unchanged.push('title');
  if (stored.session.system !== archived.session.system) unchanged.push('system');
  if (stored.session.target && archived.session.target && differs(stored.session.target, archived.session.target))
    unchanged.push('target');
  if (stored.session.folder !== archived.session.folder) unchanged.push('folder');
  if (differs(stored.session.tags ?? [], archived.session.tags ?? [])) unchanged.push('tags');
  if (differs(stored.session.parameters ?? {}, archived.session.parameters ?? {})) unchanged.push('parameters');
  // A set: the order in which parts were left out means nothing.
  if (differs((stored.session.leavesOut ?? []).toSorted(), (archived.session.leavesOut ?? []).toSorted()))
    unchanged.push('leavesOut');
  if (stored.plan && archived.plan && differs(stored.plan, archived.plan)) unchanged.push('plan');
  if (stored.draft && archived.draft && differs(stored.draft, archived.draft)) unchanged.push('draft');
  return unchanged;
}
