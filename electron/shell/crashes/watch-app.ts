import type { App } from 'electron';
import type { CrashReports, Log } from '../../host/base/deps.ts';
import { removeImages } from '../../host/crashes/memory-images.ts';
import type { WatchedGraphics } from './graphics.ts';
import type { RunMarker } from './run-marker.ts';

interface WatchedApp {
  app: App;
  run: RunMarker;
  graphics: WatchedGraphics;
  crashes: CrashReports;
  /** Where the system's crash handler writes. */
  images: string;
  log: Log;
}

/** Reports what failed outside of a window: the run before, the graphics process, and Chromium's other processes. */
export function watchApp({ app, run, graphics, crashes, images, log }: WatchedApp): void {
  if (run.before !== null) crashes.record('app', { notify: true });
  else if (graphics.takeNews()) crashes.record('graphics', { notify: true });
  app.on('child-process-gone', (_event, { type, reason, exitCode, serviceName }) => {
    log.write('warn', 'shell.process-gone', { type, reason, exitCode, serviceName });
    if (type !== 'GPU' || reason === 'clean-exit') return;
    // Chromium starts it again by itself, and the page doesn't notice.
    const off = graphics.failed();
    crashes.record('graphics', { facts: { reason, exitCode, next: off ? 'off' : 'on' } });
  });
  removeImages(images).catch((error: unknown) => log.write('warn', 'crash-images-not-removed', { error }));
}
