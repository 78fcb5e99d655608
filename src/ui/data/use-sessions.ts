import { reuseEqual } from '#core/reuse-equal.ts';
import { without } from '#core/without.ts';
import type { SessionRow } from '#storage/rows.ts';
import { listSessions } from '#storage/read-sessions.ts';
import { useLiveQuery } from './use-live-query.ts';
import { useServices } from './services.ts';

const MINUTE_MS = 60_000;

type Rows = SessionRow[];

/** Pinned first, then newest; `undefined` until loaded. `search` matches titles in any language. */
export function useSessions(
  search: string,
  which: 'kept' | 'trash' = 'kept',
  reuse: (before: Rows | undefined, next: Rows) => Rows = reuseRows,
): Rows | undefined {
  const { db, onUnreadableRow } = useServices();
  return useLiveQuery(
    () => listSessions(db, search, onUnreadableRow, which),
    [db, search, onUnreadableRow, which],
    reuse,
  );
}

/**
 * `useSessions` for what only lists them: they stay the same objects while a list of them shows the same, so a message
 * doesn't render every list. Until they change, `updatedAt` is right to the minute, `leafId` and `lastSeq` only say whether
 * there are messages, and `cost` says nothing.
 */
export const useListedSessions = (): Rows | undefined => useSessions('', 'kept', reuseListed);

/** Rows that didn't change are the same objects already. Where one has moved, comparing by place would compare them all. */
function reuseRows(before: Rows | undefined, next: Rows): Rows {
  return before?.length === next.length && next.every((row, at) => row === before[at]) ? before : next;
}

function reuseListed(before: Rows | undefined, next: Rows): Rows {
  const isSame = (row: SessionRow, at: number) => {
    const other = before?.[at];
    if (!other || row === other) return row === other;
    const listed = listedOf(other);
    return reuseEqual(listed, listedOf(row)) === listed;
  };
  return before?.length === next.length && next.every(isSame) ? before : next;
}

const listedOf = (row: SessionRow) => ({
  ...without(row, 'cost'),
  leafId: row.leafId === null,
  lastSeq: row.lastSeq === 0,
  updatedAt: Math.floor(row.updatedAt / MINUTE_MS),
});
