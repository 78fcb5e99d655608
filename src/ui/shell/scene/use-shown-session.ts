import { useEffect } from 'react';
import type { SessionSettings } from '#storage/rows.ts';
import { useLastSession } from '#ui/data/preferences.ts';
import { useSessionSettings } from '#ui/data/use-session.ts';
import type { Route } from '#ui/shared/navigation/route.ts';
import { navigate } from '#ui/shared/navigation/use-route.ts';

export interface ShownSession {
  /** In the address; `null` on other pages. */
  currentId: string | null;
  /** The conversation's line in the list. No list contains tasks, so for a task it is the task's conversation. */
  listedId: string | null;
  /** Opens the conversation that was shown last. */
  leaveSettings: () => void;
}

/** `current`: its row, without what each message changes; `undefined` until loaded, `null` when there is no such conversation. */
export function useShownSession(route: Route<string>): {
  shown: ShownSession;
  current: SessionSettings | null | undefined;
} {
  const currentId = route.name === 'session' ? route.id : null;
  const current = useSessionSettings(currentId);
  const [lastId, setLastId] = useLastSession();
  useEffect(() => {
    if (current && current.id !== lastId) setLastId(current.id);
  }, [current, lastId, setLastId]);
  return {
    shown: {
      currentId,
      listedId: current?.task?.above[0] ?? currentId,
      leaveSettings: () => navigate(lastId === '' ? { name: 'home' } : { name: 'session', id: lastId }),
    },
    current,
  };
}
