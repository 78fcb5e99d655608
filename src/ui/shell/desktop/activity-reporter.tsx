import { useEffect, useMemo, useState } from 'react';
import { type DesktopActivity as Activity, desktopEndpoints } from '#contract/desktop.ts';
import { useHostGroup } from '#ui/data/use-host-group.ts';
import { useRunningSessions } from '#ui/data/use-running-sessions.ts';
import { useServices } from '#ui/data/services.ts';
import { useListedSessions } from '#ui/data/use-sessions.ts';
import { countAsking, useActiveRuns, useBusySessions } from '#ui/shared/runs/use-active-runs.ts';

const RECENT = 7;
const RUNNING = 20;
const TITLE_CHARS = 200;

/** Reports what runs, what waits and what is recent, each time it changes. */
export function ActivityReporter() {
  const { log } = useServices();
  const host = useHostGroup(desktopEndpoints);
  const [id] = useState(() => crypto.randomUUID());
  const sessions = useListedSessions();
  const running = useBusySessions(useRunningSessions());
  const asking = countAsking(useActiveRuns());
  // A list that is the same is not reported again.
  const text = useMemo(() => {
    if (!sessions) return null;
    const named = sessions
      .filter(({ archivedAt }) => archivedAt === undefined)
      .toSorted((a, b) => b.updatedAt - a.updatedAt)
      .map((one) => ({ id: one.id, title: one.title.slice(0, TITLE_CHARS) }));
    return JSON.stringify({
      running: named.filter((one) => running.has(one.id)).slice(0, RUNNING),
      recent: named.slice(0, RECENT),
    });
  }, [sessions, running]);
  useEffect(() => {
    if (text === null) return undefined;
    const activity = { window: id, asking, ...(JSON.parse(text) as Pick<Activity, 'running' | 'recent'>) };
    host.reportActivity(activity).catch((error: unknown) => log.log.write('warn', 'activity-not-reported', { error }));
    const leave = () =>
      void host.reportActivity({ ...activity, asking: 0 }, { keepalive: true }).catch(() => undefined);
    window.addEventListener('pagehide', leave);
    return () => window.removeEventListener('pagehide', leave);
  }, [host, log, id, text, asking]);
  return null;
}
