import { useLiveQuery } from './use-live-query.ts';
import { NOT_SENT, readData, SUMMARY } from '#core/normalize/overlays.ts';
import { usePageData } from './page-data.ts';

export interface SummaryUse {
  sent: boolean;
  /** Questions and answers that it stands for; null where that was not counted. */
  count: number | null;
}

/** Of a conversation's summaries, by id of their messages, what is done with them. */
export function useSummaries(sessionId: string): ReadonlyMap<string, SummaryUse> | undefined {
  const { db } = usePageData();
  return useLiveQuery(async () => {
    const rows = await db.overlays.where('sessionId').equals(sessionId).toArray();
    const own = rows.filter(({ kind }) => kind === SUMMARY || kind === NOT_SENT);
    return new Map(
      own.map(({ kind, target, data }) => [target.message, { sent: kind === SUMMARY, count: countOf(data) }]),
    );
  }, [db, sessionId]);
}

function countOf(data: unknown): number | null {
  const count = readData(data, 'count');
  return typeof count === 'number' && count > 0 ? count : null;
}
