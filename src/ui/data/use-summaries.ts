import { useLiveQuery } from './use-live-query.ts';
import { NOT_SENT, readData, SUMMARY } from '#core/normalize/base/overlays.ts';
import { useServices } from './services.ts';

export interface SummaryUse {
  sent: boolean;
  /** The number of questions and answers it replaces; `null` when that wasn't counted. */
  count: number | null;
}

/** The state of a conversation's summaries, by id of their messages. */
export function useSummaries(sessionId: string): ReadonlyMap<string, SummaryUse> | undefined {
  const { db } = useServices();
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
