import { useLiveQuery } from './use-live-query.ts';
import type { SessionRow } from '#storage/rows.ts';
import { listSessions } from '#storage/session-repository.ts';
import { usePageData } from './page-data.ts';

/** Pinned first, then newest; `undefined` until loaded. `search` matches titles in any language. */
export function useSessions(search: string, which: 'kept' | 'trash' = 'kept'): SessionRow[] | undefined {
  const { db, report } = usePageData();
  return useLiveQuery(() => listSessions(db, search, report, which), [db, search, report, which]);
}
