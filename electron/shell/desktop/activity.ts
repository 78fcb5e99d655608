import type { App, BrowserWindow } from 'electron';
import type { DesktopActivity } from '#contract/desktop.ts';

export interface Activity {
  now(): DesktopActivity;
  /** Shows it on the dock and the taskbar. */
  report(activity: DesktopActivity, windows: readonly Pick<BrowserWindow, 'setProgressBar'>[]): void;
}

/** Every window knows all running work and only its own questions, which are added up. */
export function createActivity(app: Pick<App, 'setBadgeCount'>, platform: NodeJS.Platform): Activity {
  const asking = new Map<string, number>();
  let now: DesktopActivity = { window: '', running: [], asking: 0, recent: [] };
  return {
    now: () => now,
    report(activity, windows) {
      if (activity.asking === 0) asking.delete(activity.window);
      else asking.set(activity.window, activity.asking);
      now = { ...activity, asking: [...asking.values()].reduce((sum, one) => sum + one, 0) };
      app.setBadgeCount(now.asking);
      // Linux has no bar without an end (electron.d.ts, setProgressBar).
      if (platform === 'linux') return;
      for (const window of windows) window.setProgressBar(now.running.length > 0 ? 2 : -1);
    },
  };
}
