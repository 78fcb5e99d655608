import { useEffect } from 'react';
import type { SessionSettings } from '#storage/rows.ts';
import { useT } from '#ui/kit/i18n/use-t.ts';
import type { Route } from '#ui/shared/navigation/route.ts';
import type { FrameActivity } from './use-frame-activity.ts';

/**
 * The window's title, preceded by the number of runs that wait for the user, and a dot while an answer is being
 * written.
 */
export function useTitle(
  route: Route<string>,
  session: SessionSettings | null | undefined,
  activity: FrameActivity,
): void {
  const t = useT('frame');
  const settings = useT('settings');
  const search = useT('search');
  const { asking } = activity;
  const running = route.name === 'session' && activity.running.has(route.id);
  const temporary = useT('temporary');
  const untitled = session ? session.title || t('session.untitled') : null;
  const title =
    route.name === 'settings'
      ? settings('title')
      : route.name === 'search'
        ? search('title')
        : route.name === 'temporary'
          ? temporary('title')
          : untitled;
  useEffect(() => {
    document.title = `${asking > 0 ? `(${asking}) ` : ''}${running ? '● ' : ''}${title ? `${title} · ` : ''}Baton`;
  }, [title, running, asking]);
}
