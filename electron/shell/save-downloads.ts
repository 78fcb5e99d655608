import { access, constants, statfs } from 'node:fs/promises';
import { basename, dirname, extname } from 'node:path';
import {
  BrowserWindow,
  dialog,
  type DownloadItem,
  Notification,
  type Session,
  shell,
  type WebContents,
} from 'electron';
import type { DesktopTexts } from '#texts/desktop-texts.ts';
import type { Log } from '../host/base/deps.ts';
import type { SaveFolders } from './save-folders.ts';
import { savedName } from './saved-name.ts';

/** A file that is there sooner shows no progress. */
const SHOW_BYTES = 16 * 1024 ** 2;

interface SaverDeps {
  session: Pick<Session, 'on'>;
  folders: SaveFolders;
  texts: Pick<DesktopTexts, 'saved' | 'showInFolder' | 'saveFailed' | 'saveFull' | 'saveRefused' | 'saveBroken'>;
  /** From 0 to 1 for the dock and the taskbar; `null` when nothing is being saved. */
  onProgress: (part: number | null) => void;
  log: Log;
}

/** Electron says only that it was interrupted. */
async function whyNot(folder: string, bytes: number): Promise<'saveFull' | 'saveRefused' | 'saveBroken'> {
  try {
    await access(folder, constants.W_OK);
    const { bavail, bsize } = await statfs(folder);
    return bavail * bsize < bytes ? 'saveFull' : 'saveBroken';
  } catch {
    return 'saveRefused';
  }
}

/**
 * Everything that the page saves as a file goes through the system's dialog: where it goes is the user's own choice,
 * whatever the page does. Runs after guardSession, which decides what may be saved at all (security.md S15).
 */
export function saveDownloads({ session, folders, texts, onProgress, log }: SaverDeps): void {
  const parts = new Map<DownloadItem, number>();
  const show = () => {
    const now = [...parts.values()];
    onProgress(now.length === 0 ? null : now.reduce((sum, one) => sum + one, 0) / now.length);
  };

  function tell(path: string): void {
    if (!Notification.isSupported()) return;
    const note = new Notification({
      title: texts.saved.replaceAll('{{name}}', basename(path)),
      body: texts.showInFolder,
      silent: true,
    });
    note.on('click', () => shell.showItemInFolder(path));
    note.show();
  }

  async function fail(path: string, bytes: number, contents: WebContents): Promise<void> {
    const why = await whyNot(dirname(path), bytes);
    log.write('warn', 'shell.not-saved', { why, bytes });
    const box = {
      type: 'warning' as const,
      message: texts.saveFailed.replaceAll('{{name}}', basename(path)),
      detail: texts[why],
      noLink: true,
    };
    const window = BrowserWindow.fromWebContents(contents);
    await (window ? dialog.showMessageBox(window, box) : dialog.showMessageBox(box));
  }

  session.on('will-download', (event, item, contents) => {
    if (event.defaultPrevented) return;
    const name = savedName(item.getFilename());
    const extension = extname(name).slice(1);
    item.setSaveDialogOptions({
      defaultPath: folders.propose(name),
      ...(extension !== '' && { filters: [{ name: extension.toUpperCase(), extensions: [extension] }] }),
      properties: ['createDirectory', 'showOverwriteConfirmation'],
    });
    item.on('updated', () => {
      const total = item.getTotalBytes();
      // Before the user has chosen, nothing is under way.
      if (item.getSavePath() === '' || total < SHOW_BYTES) return;
      parts.set(item, item.getReceivedBytes() / total);
      show();
    });
    item.once('done', (_event, state) => {
      if (parts.delete(item)) show();
      const path = item.getSavePath();
      if (state === 'completed') {
        folders.remember(path);
        tell(path);
      } else if (state === 'interrupted')
        fail(path, item.getTotalBytes(), contents).catch((error: unknown) =>
          log.write('error', 'shell.dialog-failed', { error: String(error) }),
        );
    });
  });
}
