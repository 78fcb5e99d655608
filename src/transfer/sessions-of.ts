import type { BatonDatabase } from '#storage/database.ts';
import { withStorageErrors } from '#storage/with-storage-errors.ts';
import type { ExportJob } from './transfer-messages.ts';

/**
 * Ids of the sessions to write, oldest first. An archive includes the tasks of a conversation. In readable formats, a
 * task would appear without the conversation that began it.
 */
export async function sessionsOf(
  db: BatonDatabase,
  { sessions, trash, format }: Pick<ExportJob, 'sessions' | 'trash' | 'format'>,
): Promise<string[]> {
  const chosen = sessions === 'all' ? null : new Set(sessions);
  const rows = await withStorageErrors(db.sessions.toArray());
  const selected = rows.filter(({ id, deletedAt, task }) => {
    if (chosen) return chosen.has(id) || (format === 'archive' && task?.above.some((above) => chosen.has(above)));
    return (deletedAt === 0 || trash) && (format === 'archive' || !task);
  });
  return selected.toSorted((a, b) => a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1)).map(({ id }) => id);
}
