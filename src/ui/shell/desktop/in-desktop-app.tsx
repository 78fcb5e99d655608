import { useHostInfo } from '#ui/data/use-host-info.ts';
import { lazyPart } from '#ui/kit/lazy-part.ts';

const ActivityReporter = lazyPart(async () => (await import('./activity-reporter.tsx')).ActivityReporter);

const DragOut = lazyPart(async () => (await import('./drag-out.tsx')).DragOut);

/** What a page does for the desktop app alone: its tray, badge and taskbar, and files that are dragged out. */
export function InDesktopApp() {
  if (useHostInfo()?.mount !== 'electron') return null;
  return (
    <>
      <ActivityReporter />
      <DragOut />
    </>
  );
}
