import type { App } from 'electron';
import type { Host } from '#host/create-host.ts';
import type { Log } from '../host/base/deps.ts';
import { closeBeforeQuit } from './close-before-quit.ts';
import type { LinkListener } from './listen-for-links.ts';
import { prepareBeforeQuit } from './prepare-before-quit.ts';
import type { Relaunch } from './relaunch.ts';
import type { Windows } from './windows.ts';

interface AppLife {
  app: App;
  platform: NodeJS.Platform;
  windows: Windows;
  links: LinkListener;
  /** Returns the address that shows an archive (opened-files.ts). */
  offer: (path: string) => Promise<string | null>;
  /** As crashes/run-marker.ts has it. */
  run: { before: { address: string | null } | null; end(): void };
  /** Where the first window begins; `null`: where the last run was when it crashed, or at the beginning. */
  address: string | null;
  /** Ends what the app has started. */
  close: () => Promise<void>;
  /** Replaces the app by a newer version, if one is ready. */
  update: Host['update'];
  relaunch: Relaunch;
  /** Baton quits to start again. */
  restarts: () => boolean;
  log: Log;
}

/** Opens the first window and what a link has asked for, and ends with the last window, except on macOS. */
export function followApp({
  app,
  platform,
  windows,
  links,
  offer,
  run,
  address,
  close,
  update,
  relaunch,
  restarts,
  log,
}: AppLife): void {
  app.on('activate', () => windows.show(null));
  app.on('window-all-closed', () => {
    if (platform !== 'darwin') app.quit();
  });
  prepareBeforeQuit({ app, update, windows, log });
  const end = () => {
    run.end();
    return close();
  };
  async function replace(): Promise<void> {
    const wanted = () => restarts() || windows.wereWanted();
    if (await update.install(wanted)) relaunch();
  }
  closeBeforeQuit(app, end, log, replace);
  // A link to the quick window alone opens none of these.
  if (!links.begin(windows.show, offer) || windows.hasNone()) windows.open(address ?? run.before?.address ?? undefined);
}
