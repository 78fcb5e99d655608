import { canonicalJson } from '#core/canonical-json.ts';
import { without } from '#core/without.ts';
import type { BatonDatabase } from './database.ts';
import type { SessionRow } from './rows.ts';
import { stored } from './stored.ts';

/** Where a conversation stands in the list; nothing of what is said in it. */
export type SessionOrder = Pick<SessionRow, 'folder' | 'tags' | 'archivedAt' | 'pinned'>;

export interface OrderChange {
  id: string;
  before: SessionOrder;
  after: SessionOrder;
}

/** Changes where conversations stand, all of them or none; answers what was changed. Those that are gone are left out. */
export async function changeOrder(
  db: BatonDatabase,
  ids: readonly string[] | 'all',
  change: (row: SessionRow) => SessionOrder,
): Promise<OrderChange[]> {
  return stored(
    db.transaction('rw', db.sessions, async () => {
      const found = ids === 'all' ? await db.sessions.toArray() : await db.sessions.bulkGet([...ids]);
      const changes: OrderChange[] = [];
      const rows: SessionRow[] = [];
      for (const row of found) {
        if (!row) continue;
        const before = orderOf(row);
        const after = orderOf(change(row));
        if (canonicalJson(before) === canonicalJson(after)) continue;
        changes.push({ id: row.id, before, after });
        rows.push(withOrder(row, after));
      }
      await db.sessions.bulkPut(rows);
      return changes;
    }),
  );
}

/** Puts back what nobody has changed since. */
export async function undoOrder(db: BatonDatabase, changes: readonly OrderChange[]): Promise<void> {
  await stored(
    db.transaction('rw', db.sessions, async () => {
      const found = await db.sessions.bulkGet(changes.map(({ id }) => id));
      const rows: SessionRow[] = [];
      for (const [index, { before, after }] of changes.entries()) {
        const row = found[index];
        if (!row) continue;
        const now = orderOf(row);
        const back: SessionOrder = { pinned: backOf('pinned', now, before, after) ?? 0 };
        const folder = backOf('folder', now, before, after);
        const tags = backOf('tags', now, before, after);
        const archivedAt = backOf('archivedAt', now, before, after);
        if (folder !== undefined) back.folder = folder;
        if (tags !== undefined) back.tags = tags;
        if (archivedAt !== undefined) back.archivedAt = archivedAt;
        rows.push(withOrder(row, back));
      }
      await db.sessions.bulkPut(rows);
    }),
  );
}

/** A message in a conversation that was put away takes it out again, with the one it is a task of. */
export async function takeOutOfArchive(db: BatonDatabase, id: string): Promise<void> {
  const row = await db.sessions.get(id);
  const ids = [id, ...(row?.task?.above ?? [])];
  const rows = await db.sessions.bulkGet(ids);
  if (rows.some((one) => one?.archivedAt !== undefined))
    await changeOrder(db, ids, (one) => without(orderOf(one), 'archivedAt'));
}

/** Absent fields stay absent, and no row of tags is empty. */
function orderOf({ folder, tags, archivedAt, pinned }: SessionOrder): SessionOrder {
  return {
    pinned,
    ...(folder !== undefined && { folder }),
    ...(tags !== undefined && tags.length > 0 && { tags }),
    ...(archivedAt !== undefined && { archivedAt }),
  };
}

function withOrder(row: SessionRow, order: SessionOrder): SessionRow {
  return { ...without(row, 'folder', 'tags', 'archivedAt'), ...order };
}

function backOf<K extends keyof SessionOrder>(
  key: K,
  now: SessionOrder,
  before: SessionOrder,
  after: SessionOrder,
): SessionOrder[K] {
  return canonicalJson(now[key] ?? null) === canonicalJson(after[key] ?? null) ? before[key] : now[key];
}
