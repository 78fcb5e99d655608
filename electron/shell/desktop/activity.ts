import type { App, BrowserWindow } from 'electron';
import type { DesktopActivity } from '#contract/desktop.ts';

export interface Activity {
  now(): DesktopActivity;
  /** Shows it on the dock and the taskbar. */
  report(activity: DesktopActivity, windows: Bars): void;
  /** A file that is being saved comes before work without an end. `null`: none. */
  saving(part: number | null, windows: Bars): void;
}

type Bars = readonly Pick<BrowserWindow, 'setProgressBar'>[];

/** Every window knows all running work and only its own questions, which are added up. */
export function createActivity(app: Pick<App, 'setBadgeCount'>, platform: NodeJS.Platform): Activity {
  const asking = new Map<string, number>();
  let saved: number | null = null;
  // Linux has no bar without an end (electron.d.ts, setProgressBar).
  const endless = () => (platform !== 'linux' && now.running.length > 0 ? 2 : -1);
  const show = (windows: Bars) => {
    for (const window of windows) window.setProgressBar(saved ?? endless());
  };
  let now: DesktopActivity = { window: '', running: [], asking: 0, recent: [] };
  return {
    now: () => now,
    report(activity, windows) {
      if (activity.asking === 0) asking.delete(activity.window);
      else asking.set(activity.window, activity.asking);
      now = { ...activity, asking: [...asking.values()].reduce((sum, one) => sum + one, 0) };
      app.setBadgeCount(now.asking);
      if (platform !== 'linux') show(windows);
    },
    saving(part, windows) {
      saved = part;
      show(windows);
    },
  };
}
