import { useLiveQuery } from './use-live-query.ts';
import type { SessionRow } from '#storage/rows.ts';
import { listSessions } from '#storage/session-repository.ts';
import { useServices } from './services.ts';

/** Pinned first, then newest; `undefined` until loaded. `search` matches titles in any language. */
export function useSessions(search: string, which: 'kept' | 'trash' = 'kept'): SessionRow[] | undefined {
  const { db, onUnreadableRow } = useServices();
  return useLiveQuery(() => listSessions(db, search, onUnreadableRow, which), [db, search, onUnreadableRow, which]);
}
