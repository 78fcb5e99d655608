import type { BatonDatabase } from './database.ts';
import { readRow } from './read-row.ts';
import type { OnUnreadableRow } from './read-row.ts';
import { SessionRowSchema } from './row-schemas.ts';
import type { SessionRow } from './rows.ts';
import { listRemembered } from './session-memory.ts';
import { titleMatcher } from './title-search.ts';

export async function getSession(
  db: BatonDatabase,
  id: string,
  onUnreadableRow: OnUnreadableRow,
): Promise<SessionRow | null> {
  const row: unknown = await db.sessions.get(id);
  return row === undefined ? null : readRow(SessionRowSchema, row, { table: 'sessions', key: id }, onUnreadableRow);
}

/**
 * Pinned first, then newest first. `search` filters by title in any language. Tasks are only listed under their
 * conversation, except in the trash, if they were moved there without it. A row that didn't change since it was last listed
 * is the same object.
 */
export async function listSessions(
  db: BatonDatabase,
  search: string,
  onUnreadableRow: OnUnreadableRow,
  which: 'kept' | 'trash' = 'kept',
): Promise<SessionRow[]> {
  const rows = await listRemembered(db, which, onUnreadableRow);
  const ids = new Set(rows.map(({ id }) => id));
  const matches = titleMatcher(search);
  const isListed = ({ task }: SessionRow) => !task || (which === 'trash' && !task.above.some((id) => ids.has(id)));
  const found = rows.filter((row) => isListed(row) && matches(row.title));
  return found.sort((a, b) => b.pinned - a.pinned || b.updatedAt - a.updatedAt || (a.id < b.id ? 1 : -1));
}
