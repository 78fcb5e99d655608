import { useSharedQuery } from './use-live-query.ts';
import type { SessionRow } from '#storage/rows.ts';
import { getSession } from '#storage/session-repository.ts';
import { useServices } from './services.ts';

/** `undefined` while loading, `null` when there is no such conversation. */
export function useSession(id: string | null): SessionRow | null | undefined {
  const { db, onUnreadableRow } = useServices();
  return useSharedQuery(db, `session ${id}`, () => (id === null ? null : getSession(db, id, onUnreadableRow)));
}
