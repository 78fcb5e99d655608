import { useLiveQuery } from 'dexie-react-hooks';
import { NOT_SENT, SUMMARY } from '#core/normalize/overlays.ts';
import { usePageData } from './page-data.ts';

/** Of a conversation's summaries, by id of their messages, whether they are sent. */
export function useSummaries(sessionId: string): ReadonlyMap<string, boolean> | undefined {
  const { db } = usePageData();
  return useLiveQuery(async () => {
    const rows = await db.overlays.where('sessionId').equals(sessionId).toArray();
    const own = rows.filter(({ kind }) => kind === SUMMARY || kind === NOT_SENT);
    return new Map(own.map(({ kind, target }) => [target.message, kind === SUMMARY]));
  }, [db, sessionId]);
}
