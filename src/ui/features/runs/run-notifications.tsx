import { useEffect, useRef } from 'react';
import { useStore } from 'zustand';
import { isHookEnabled } from '#core/reliability/configuration.ts';
import { createRunNotifications, type RunNotification } from '#flows/agent/run-notifications.ts';
import { useServices } from '#ui/data/services.ts';
import { useSession } from '#ui/data/use-session.ts';
import { navigate, useRoute } from '#ui/shared/navigation/use-route.ts';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { useNotify } from '#ui/data/preferences.ts';

/**
 * Sends system notifications while the window isn't in view, and announces questions in other conversations to screen
 * readers.
 */
export function RunNotifications() {
  const t = useT('runs');
  const frame = useT('frame');
  const { activeRuns, runs, notifications, clock } = useServices().agent;
  const { db, liveRuns, problems } = useServices();
  const { configurations } = useServices().reliability;
  const [on] = useNotify();
  const latest = useRef({ on, t, untitled: '' });
  useEffect(() => {
    latest.current = { on, t, untitled: frame('session.untitled') };
  });

  useEffect(() => {
    const shown = new Set<() => void>();
    const clear = (): void => {
      for (const close of shown) close();
      shown.clear();
    };
    const notify = async ({ kind, sessionId, openId }: RunNotification): Promise<void> => {
      const hook = sessionId === openId ? 'session-notification' : 'background-notification';
      if (!isHookEnabled(await configurations.now(openId), hook)) return;
      const title = (await db.sessions.get(sessionId))?.title || latest.current.untitled;
      // The user may have come back while the title was being read.
      if (document.hasFocus()) return;
      const note = { title, body: latest.current.t(`news.${kind}`), tag: `baton-${openId}` };
      shown.add(
        notifications.show(note, () => {
          window.focus();
          navigate({ name: 'session', id: openId });
        }),
      );
    };
    const stop = createRunNotifications({
      activeRuns,
      agentRuns: runs,
      liveRuns,
      clock,
      shouldNotify: () => latest.current.on && notifications.leave() === 'granted' && !document.hasFocus(),
      notify,
      onError: (error) => problems.add(error),
    });
    window.addEventListener('focus', clear);
    return () => {
      stop();
      clear();
      window.removeEventListener('focus', clear);
    };
  }, [activeRuns, runs, notifications, clock, db, liveRuns, configurations, problems]);

  return <AskingElsewhere />;
}

/** The card announces a visible question. A question in another conversation would otherwise go unannounced. */
function AskingElsewhere() {
  const t = useT('runs');
  const frame = useT('frame');
  const route = useRoute();
  const current = route.name === 'session' ? route.id : null;
  const { activeRuns } = useServices().agent;
  const asking = useStore(
    activeRuns.store,
    ({ runs }) =>
      runs.find(
        ({ asks, sessionId, task }) =>
          asks.length > 0 && sessionId !== current && !(current !== null && task?.above.includes(current)),
      ) ?? null,
  );
  const session = useSession(asking?.sessionId ?? null);
  return (
    <output className="visually-hidden" aria-live="polite">
      {asking && session && t('list.announce', { title: session.title || frame('session.untitled') })}
    </output>
  );
}
