import { useSharedQuery } from './use-live-query.ts';
import type { SessionRow } from '#storage/rows.ts';
import { getSession } from '#storage/read-sessions.ts';
import { useServices } from './services.ts';

/**
 * `undefined` while loading, `null` when there is no such conversation. After a change of the id, the conversation before
 * stays until the new one is loaded; that there was none doesn't.
 */
export function useSession(id: string | null): SessionRow | null | undefined {
  const { db, onUnreadableRow } = useServices();
  const found = useSharedQuery(db, `session ${id}`, async () => ({
    id,
    row: id === null ? null : await getSession(db, id, onUnreadableRow),
  }));
  return found && (found.row ?? (found.id === id ? null : undefined));
}
