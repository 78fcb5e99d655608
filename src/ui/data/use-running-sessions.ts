import { Dexie } from 'dexie';
import { useSharedQuery } from './use-live-query.ts';
import { useMemo } from 'react';
import { useStore } from 'zustand';
import { useServices } from './services.ts';

/** Sessions with an answer being written, in this window or another. */
export function useRunningSessions(): ReadonlySet<string> {
  const { db, liveRuns } = useServices();
  const here = useStore(liveRuns.store, (state) =>
    [...new Set([...state.runs.values()].map(({ sessionId }) => sessionId))].sort().join(' '),
  );
  // Reads keys only, so growing text doesn't rerun this query.
  const stored = useSharedQuery(db, 'streaming sessions', async () => {
    const keys = await db.messages
      .where('[status+sessionId]')
      .between(['streaming', Dexie.minKey], ['streaming', Dexie.maxKey])
      .keys();
    return keys.map((key) => (Array.isArray(key) ? String(key[1]) : '')).join(' ');
  });
  // What is running in this window is soon stored, too, which changes nothing.
  const all = [...new Set(`${here} ${stored ?? ''}`.split(' ').filter(Boolean))].sort().join(' ');
  return useMemo(() => new Set(all.split(' ').filter(Boolean)), [all]);
}
