import { Dexie } from 'dexie';
import { useMemo } from 'react';
import { useStore } from 'zustand';
import type { StreamingAnswers } from '#state/streaming-answers.ts';
import { useServices } from './services.ts';
import { useSharedQuery } from './use-live-query.ts';

/** Sessions with an answer being written, in this window or another. */
export function useRunningSessions(): ReadonlySet<string> {
  const { db, liveRuns } = useServices();
  const here = useStore(liveRuns.store, (state) => [...sessionsIn(state)].sort().join(' '));
  // Reads keys only, so growing text doesn't rerun this query.
  const query = async (): Promise<string[]> => {
    const keys = await db.messages
      .where('[status+sessionId]')
      .between(['streaming', Dexie.minKey], ['streaming', Dexie.maxKey])
      .keys();
    return keys.map((key) => (Array.isArray(key) ? String(key[1]) : ''));
  };
  // What runs here is stored a little later, at its start and at its end. Neither renders anything again.
  const elsewhere = useSharedQuery(db, 'streaming sessions', query, (stored) => {
    const known = sessionsIn(liveRuns.store.getState());
    return stored.filter((id) => !known.has(id)).join(' ');
  });
  const all = [...new Set(`${here} ${elsewhere ?? ''}`.split(' ').filter(Boolean))].sort().join(' ');
  return useMemo(() => new Set(all.split(' ').filter(Boolean)), [all]);
}

const sessionsIn = ({ runs }: ReturnType<StreamingAnswers['store']['getState']>): ReadonlySet<string> =>
  new Set([...runs.values()].map(({ sessionId }) => sessionId));
