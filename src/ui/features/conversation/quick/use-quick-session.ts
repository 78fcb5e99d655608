import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import { getDraft } from '#storage/draft-repository.ts';
import type { SessionRow } from '#storage/rows.ts';
import { getSession, listSessions } from '#storage/read-sessions.ts';
import { useServices } from '#ui/data/services.ts';
import { hasRuns } from '#state/agent-runs.ts';
import { useConnections } from '#ui/data/use-connections.ts';
import { useRunningSessions } from '#ui/data/use-running-sessions.ts';
import { useAttempt } from '#ui/shared/errors/use-attempt.ts';
import { sameModel } from '#ui/shared/models/model-groups.ts';
import { useFirstTarget } from '#ui/shared/models/use-first-target.ts';
import { isUnused } from '#ui/shared/sessions/group-sessions.ts';

/** A window that comes up later than this begins a new conversation. */
const STALE_MS = 5 * 60_000;

export interface QuickSession {
  /** `null` until there is one. */
  id: string | null;
  /** Begins a new conversation. */
  begin(): void;
  /** The conversation goes on elsewhere: the next question begins a new one. */
  leave(): void;
}

const isPlain = (row: SessionRow): boolean =>
  isUnused(row) && row.folder === undefined && row.assistant === undefined && row.system === '';

/**
 * The conversation of the quick window. Each time the window comes up, the earlier one goes on if it is recent, still
 * answers or asks, or has an unsent message; otherwise a new one begins. What the window shows is never replaced.
 */
export function useQuickSession(away: boolean): QuickSession {
  const { db, drafts, flows, writers, agent, onUnreadableRow } = useServices();
  const attempt = useAttempt();
  const target = useFirstTarget();
  const running = useRunningSessions();
  const { connections, error } = useConnections();
  const [id, setId] = useState<string | null>(null);
  const busy = useRef(false);

  const hasDraft = async (session: string): Promise<boolean> => {
    const draft = drafts.unsaved(session) ?? (await getDraft(db, session, onUnreadableRow));
    return draft !== null && (draft.text.trim() !== '' || draft.attachments.length > 0);
  };

  const goesOn = async (session: SessionRow): Promise<boolean> =>
    session.deletedAt === 0 &&
    (session.leafId === null ||
      running.has(session.id) ||
      hasRuns(agent.runs.store.getState(), session.id) ||
      Date.now() - session.updatedAt < STALE_MS ||
      (await hasDraft(session.id)));

  /** An empty conversation that no window shows and nobody writes in, or a new one. */
  const fresh = async (): Promise<string> => {
    const held = await writers.held();
    for (const row of await listSessions(db, '', onUnreadableRow, 'kept')) {
      if (!isPlain(row) || held.has(row.id) || (await hasDraft(row.id))) continue;
      if (target && !(row.target && sameModel(row.target, target))) await flows.setTarget(row.id, target);
      return row.id;
    }
    return (await flows.createSession(target)).id;
  };

  const find = useEffectEvent((always: boolean) =>
    attempt(async () => {
      if (busy.current) return;
      busy.current = true;
      try {
        const now = id === null || always ? null : await getSession(db, id, onUnreadableRow);
        if (!now || !(await goesOn(now))) setId(await fresh());
      } finally {
        busy.current = false;
      }
    }),
  );

  // Without the host's answer the models are unknown.
  const ready = connections !== undefined || error !== null;
  useEffect(() => {
    if (!away && ready) void find(false);
  }, [away, ready]);

  const [wish, setWish] = useState(0);
  useEffect(() => {
    if (wish > 0) void find(true);
  }, [wish]);
  return {
    id,
    begin: useCallback(() => setWish((count) => count + 1), []),
    leave: useCallback(() => setId(null), []),
  };
}
