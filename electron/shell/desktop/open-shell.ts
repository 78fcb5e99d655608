import { type App, BrowserWindow, type Session } from 'electron';
import { join } from 'node:path';
import type { Clock } from '../../host/base/deps.ts';
import { createFileGiver } from './give-file.ts';
import { createDesktop, type DesktopShell } from './create-desktop.ts';
import { createOpenedFiles, type OpenedFiles } from '../opened-files.ts';
import { saveDownloads } from '../save-downloads.ts';
import { createSaveFolders } from '../save-folders.ts';
import { createPdfSaver } from '../save-pdf.ts';
import { createQuickWindow } from '../quick-window.ts';
import type { WindowOptions } from '../window.ts';
import { createWindows, type Windows } from '../windows.ts';

interface ShellDeps {
  app: App;
  session: Session;
  home: string;
  portable: boolean;
  env: Readonly<Record<string, string | undefined>>;
  platform: NodeJS.Platform;
  /** The picture in the tray. */
  icon: string;
  clock: Clock;
  /** What every window with the page is made of. */
  page: Pick<WindowOptions, 'crashes' | 'log' | 'packaged' | 'preload' | 'texts' | 'token'>;
  /** Called with each ordinary window before it is shown. */
  onOpen: (window: BrowserWindow) => void;
  /** The user stayed where a page asked not to be left, so Baton doesn't quit. */
  onStay: () => void;
  /** A page reports what runs in it, so it works. */
  onReport: () => void;
  /** Quitting takes a window, which then stays until it has done what it is for. */
  holdsUp: () => boolean;
}

/** The windows, and what the desktop app has beside them. */
export async function openShell(
  deps: ShellDeps,
): Promise<{ windows: Windows; files: OpenedFiles; shell: DesktopShell }> {
  const { app, home, platform } = deps;
  const page = {
    ...deps.page,
    onStay() {
      desktop.stay();
      deps.onStay();
    },
  };
  const quick = createQuickWindow({
    ...page,
    app,
    platform,
    showInMain: (address) => windows.show(address),
    hasOthers: () => !windows.hasNone(),
  });
  const windows = createWindows({
    ...page,
    app,
    stateFile: join(home, 'window.json'),
    onOpen(window) {
      desktop.adopt(window);
      deps.onOpen(window);
    },
    showQuick: () => quick.show(),
    // On macOS an app goes on without windows.
    onAllClosed: () => platform !== 'darwin' && quick.end(),
  });
  const folders = createSaveFolders(join(home, 'save-folders.json'), () => app.getPath('downloads'), page.log);
  const files = createOpenedFiles({ texts: page.texts, platform, log: page.log });
  const desktop = await createDesktop({
    ...deps,
    texts: page.texts,
    log: page.log,
    show: windows.show,
    quick,
    openedFile: files.read,
    giveFile: await createFileGiver({ ...deps, log: page.log, window: () => BrowserWindow.getFocusedWindow() }),
    savePdf: createPdfSaver({
      window: () => BrowserWindow.getFocusedWindow(),
      folder: folders,
      texts: page.texts,
      country: () => app.getLocaleCountryCode(),
    }),
  });
  const { session } = deps;
  saveDownloads({ session, folders, texts: page.texts, onProgress: desktop.showSaving, log: page.log });
  return {
    windows,
    files,
    shell: {
      ...desktop,
      report(activity) {
        deps.onReport();
        desktop.report(activity);
      },
    },
  };
}
