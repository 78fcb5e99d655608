import { useLiveQuery } from 'dexie-react-hooks';
import type { SendRow, StoredMessage } from '#storage/rows.ts';
import { usePageData } from './page-data.ts';

/** How an answer was asked for; undefined while it is read, null when it was not written down. */
export function useSend(answerId: string): SendRow | null | undefined {
  const { db } = usePageData();
  return useLiveQuery(async () => (await db.sends.get(answerId)) ?? null, [db, answerId]);
}

/** Answers looked through for the newest one that was written down. */
const NEAR = 8;

/** How the newest answer of a path was asked for: what the last request changed, and for whom. */
export function useNewestSend(messages: readonly StoredMessage[]): SendRow | null {
  const { db } = usePageData();
  const ids = messages
    .filter(({ role }) => role === 'assistant')
    .slice(-NEAR)
    .map(({ id }) => id)
    .join(' ');
  const found = useLiveQuery(async () => {
    if (ids === '') return null;
    const rows = await db.sends.bulkGet(ids.split(' '));
    return rows.findLast((row) => row !== undefined) ?? null;
  }, [db, ids]);
  return found ?? null;
}
