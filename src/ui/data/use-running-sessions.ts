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
  const stored = useSharedQuery(db, 'streaming messages', async () => {
    const streaming: { sessionId: string; id: string }[] = [];
    await db.messages
      .where('[status+sessionId]')
      .between(['streaming', Dexie.minKey], ['streaming', Dexie.maxKey])
      .eachKey((key, { primaryKey }) => {
        if (Array.isArray(key)) streaming.push({ sessionId: String(key[1]), id: primaryKey });
      });
    return streaming;
  });
  // What is running in this window is soon stored, too, and what has ended here is read again, which changes nothing.
  const elsewhere = (stored ?? []).filter(({ id }) => !liveRuns.hasEnded(id)).map(({ sessionId }) => sessionId);
  const all = [...new Set([...here.split(' ').filter(Boolean), ...elsewhere])].sort().join(' ');
  return useMemo(() => new Set(all.split(' ').filter(Boolean)), [all]);
}
