import { useLiveQuery } from './use-live-query.ts';
import type { SendRow, StoredMessage } from '#storage/rows.ts';
import { getSend } from '#storage/send-repository.ts';
import { usePageData } from './page-data.ts';

/** How an answer was asked for; undefined while it is read, null when it was not written down. */
export function useSend(answerId: string): SendRow | null | undefined {
  const { db, report } = usePageData();
  return useLiveQuery(() => getSend(db, answerId, report), [db, answerId, report]);
}

/** Answers looked through for the newest one that was written down. */
const NEAR = 8;

/** How the newest answer of a path was asked for: what the last request changed, and for whom. */
export function useNewestSend(messages: readonly StoredMessage[]): SendRow | null {
  const { db, report } = usePageData();
  const ids = messages
    .filter(({ role }) => role === 'assistant')
    .slice(-NEAR)
    .map(({ id }) => id)
    .join(' ');
  const found = useLiveQuery(async () => {
    for (const id of ids.split(' ').toReversed()) {
      const send = id === '' ? null : await getSend(db, id, report);
      if (send) return send;
    }
    return null;
  }, [db, ids, report]);
  return found ?? null;
}
