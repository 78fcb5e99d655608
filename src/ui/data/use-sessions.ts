import { useLiveQuery } from './use-live-query.ts';
import type { SessionRow } from '#storage/rows.ts';
import { listSessions } from '#storage/read-sessions.ts';
import { useServices } from './services.ts';

/** Pinned first, then newest; `undefined` until loaded. `search` matches titles in any language. */
export function useSessions(search: string, which: 'kept' | 'trash' = 'kept'): SessionRow[] | undefined {
  const { db, onUnreadableRow } = useServices();
  return useLiveQuery(
    () => listSessions(db, search, onUnreadableRow, which),
    [db, search, onUnreadableRow, which],
    reuseRows,
  );
}

/** Rows that didn't change are the same objects already. Where one has moved, comparing by place would compare them all. */
function reuseRows(before: SessionRow[] | undefined, next: SessionRow[]): SessionRow[] {
  return before?.length === next.length && next.every((row, at) => row === before[at]) ? before : next;
}
