import { useLiveQuery } from './use-live-query.ts';
import type { SendRow, StoredMessage } from '#storage/rows.ts';
import { getSend } from '#storage/send-repository.ts';
import { useServices } from './services.ts';

/** The send of an answer; `undefined` while loading, `null` when none was stored. */
export function useSend(answerId: string): SendRow | null | undefined {
  const { db, onUnreadableRow } = useServices();
  return useLiveQuery(() => getSend(db, answerId, onUnreadableRow), [db, answerId, onUnreadableRow]);
}

/** How many answers to search for the newest one with a stored send. */
const NEAR = 8;

/** The send of the newest answer on a path: what the last request changed, and for which model. */
export function useNewestSend(messages: readonly StoredMessage[]): SendRow | null {
  const { db, onUnreadableRow } = useServices();
  const ids = messages
    .filter(({ role }) => role === 'assistant')
    .slice(-NEAR)
    .map(({ id }) => id)
    .join(' ');
  const found = useLiveQuery(
    () =>
      db.transaction('r', db.sends, db.noteLists, async () => {
        for (const id of ids.split(' ').toReversed()) {
          const send = id === '' ? null : await getSend(db, id, onUnreadableRow);
          if (send) return send;
        }
        return null;
      }),
    [db, ids, onUnreadableRow],
  );
  return found ?? null;
}
