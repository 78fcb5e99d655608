import { canonicalJson } from '#core/canonical-json.ts';
import { without } from '#core/without.ts';
import type { BatonDatabase } from './database.ts';
import type { SessionRow } from './rows.ts';
import { withStorageErrors } from './with-storage-errors.ts';

/** The organization of a conversation in the list, without any of its content. */
export type SessionOrganization = Pick<SessionRow, 'folder' | 'tags' | 'archivedAt' | 'pinned'>;

export interface OrganizationChange {
  id: string;
  before: SessionOrganization;
  after: SessionOrganization;
}

/** Changes the organization of conversations, all or none. Skips missing ones. Returns the changes. */
export async function organizeSessions(
  db: BatonDatabase,
  ids: readonly string[] | 'all',
  change: (row: SessionRow) => SessionOrganization,
): Promise<OrganizationChange[]> {
  return withStorageErrors(
    db.transaction('rw', db.sessions, async () => {
      const found = ids === 'all' ? await db.sessions.toArray() : await db.sessions.bulkGet([...ids]);
      const changes: OrganizationChange[] = [];
      const rows: SessionRow[] = [];
      for (const row of found) {
        if (!row) continue;
        const before = organizationOf(row);
        const after = organizationOf(change(row));
        if (canonicalJson(before) === canonicalJson(after)) continue;
        changes.push({ id: row.id, before, after });
        rows.push(withOrganization(row, after));
      }
      await db.sessions.bulkPut(rows);
      return changes;
    }),
  );
}

/** Reverts the changes that nobody has changed since. */
export async function undoOrganize(db: BatonDatabase, changes: readonly OrganizationChange[]): Promise<void> {
  await withStorageErrors(
    db.transaction('rw', db.sessions, async () => {
      const found = await db.sessions.bulkGet(changes.map(({ id }) => id));
      const rows: SessionRow[] = [];
      for (const [index, { before, after }] of changes.entries()) {
        const row = found[index];
        if (!row) continue;
        const now = organizationOf(row);
        const reverted: SessionOrganization = { pinned: backOf('pinned', now, before, after) ?? 0 };
        const folder = backOf('folder', now, before, after);
        const tags = backOf('tags', now, before, after);
        const archivedAt = backOf('archivedAt', now, before, after);
        if (folder !== undefined) reverted.folder = folder;
        if (tags !== undefined) reverted.tags = tags;
        if (archivedAt !== undefined) reverted.archivedAt = archivedAt;
        rows.push(withOrganization(row, reverted));
      }
      await db.sessions.bulkPut(rows);
    }),
  );
}

/** How a conversation begins. */
const BEGINNING = ['target', 'system', 'assistant', 'tools', 'maxMessages', 'parameters'] as const;

/**
 * Reverts what changed of it between the two rows and nobody has changed since, while there are no messages. Where no
 * model was chosen `after`, the page has set the default since.
 */
export async function undoBeginning(db: BatonDatabase, before: SessionRow, after: SessionRow): Promise<void> {
  await withStorageErrors(
    db.transaction('rw', db.sessions, async () => {
      const row = await db.sessions.get(before.id);
      if (!row || row.leafId !== null) return;
      const isSame = (a: unknown, b: unknown) => canonicalJson(a ?? null) === canonicalJson(b ?? null);
      const reverted = BEGINNING.filter(
        (key) =>
          !isSame(before[key], after[key]) &&
          (isSame(row[key], after[key]) || (key === 'target' && after.target === null)),
      );
      // Dexie removes a field that is set to `undefined`.
      const former = Object.fromEntries(reverted.map((key) => [key, before[key]])) as Partial<SessionRow>;
      await db.sessions.update(row.id, former);
    }),
  );
}

/**
 * A message in an archived conversation unarchives it, together with the conversation it is a task of. `row`: as it was
 * just read.
 */
export async function unarchiveWithParents(db: BatonDatabase, id: string, row?: SessionRow): Promise<void> {
  row ??= await db.sessions.get(id);
  const above = row?.task?.above ?? [];
  const ids = [id, ...above];
  const rows = [row, ...(above.length > 0 ? await db.sessions.bulkGet(above) : [])];
  if (rows.some((one) => one?.archivedAt !== undefined))
    await organizeSessions(db, ids, (one) => without(organizationOf(one), 'archivedAt'));
}

/** Absent fields stay absent, and tags are never empty. */
function organizationOf({ folder, tags, archivedAt, pinned }: SessionOrganization): SessionOrganization {
  return {
    pinned,
    ...(folder !== undefined && { folder }),
    ...(tags !== undefined && tags.length > 0 && { tags }),
    ...(archivedAt !== undefined && { archivedAt }),
  };
}

function withOrganization(row: SessionRow, order: SessionOrganization): SessionRow {
  return { ...without(row, 'folder', 'tags', 'archivedAt'), ...order };
}

function backOf<K extends keyof SessionOrganization>(
  key: K,
  now: SessionOrganization,
  before: SessionOrganization,
  after: SessionOrganization,
): SessionOrganization[K] {
  return canonicalJson(now[key] ?? null) === canonicalJson(after[key] ?? null) ? before[key] : now[key];
}
