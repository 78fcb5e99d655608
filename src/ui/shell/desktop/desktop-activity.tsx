import { useHostInfo } from '#ui/data/use-host-info.ts';
import { lazyPart } from '#ui/kit/lazy-part.ts';

const ActivityReporter = lazyPart(async () => (await import('./activity-reporter.tsx')).ActivityReporter);

/** Tells the desktop app what its tray, badge and taskbar show. Elsewhere nobody is told. */
export function DesktopActivity() {
  return useHostInfo()?.mount === 'electron' ? <ActivityReporter /> : null;
}
