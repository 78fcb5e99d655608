import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type App, type BrowserWindow, nativeImage, ShareMenu } from 'electron';
import type { GiveFile } from '#contract/desktop.ts';
import type { Clock, Log } from '../../host/base/deps.ts';
import { HostError } from '../../host/base/problem.ts';
import { savedName } from '../saved-name.ts';

export interface FileGiverDeps {
  app: Pick<App, 'on'>;
  home: string;
  platform: NodeJS.Platform;
  /** The picture under the pointer. */
  icon: string;
  window: () => BrowserWindow | null;
  clock: Clock;
  log: Log;
}

/** Programs read what they take at once, or when a message with it is sent. No system says when they are done. */
const KEPT_MS = 10 * 60_000;
const ICON = 48;

/**
 * Gives a file of the page to another program: under the pointer, or through the share menu of macOS. Both need a file on
 * the disk, which is the account's own, and is removed after ten minutes, when Baton quits, and at the next start.
 */
export async function createFileGiver({
  app,
  home,
  platform,
  icon,
  window,
  clock,
  log,
}: FileGiverDeps): Promise<(file: GiveFile, bytes: Uint8Array) => Promise<void>> {
  const folder = join(home, 'given');
  const failed = (error: unknown) => log.write('warn', 'shell.given-file-left', { error: String(error) });
  const remove = (path: string) => rm(path, { recursive: true, force: true, maxRetries: 2 }).catch(failed);
  await remove(folder);
  app.on('quit', () => {
    try {
      rmSync(folder, { recursive: true, force: true });
    } catch (error) {
      failed(error);
    }
  });

  return async ({ name, by }, bytes) => {
    const from = window();
    if (from === null || (by === 'share' && platform !== 'darwin')) throw new HostError('not_found');
    const own = join(folder, randomUUID());
    const path = join(own, savedName(name));
    try {
      await mkdir(own, { recursive: true, mode: 0o700 });
      await writeFile(path, bytes, { mode: 0o600, flag: 'wx' });
      clock.setTimeout(() => void remove(own), KEPT_MS);
      if (by === 'share') new ShareMenu({ filePaths: [path] }).popup({ window: from });
      else {
        const picture = nativeImage.createFromPath(icon).resize({ width: ICON, height: ICON });
        from.webContents.startDrag({ file: path, icon: picture });
      }
    } catch (error) {
      await remove(own);
      throw error;
    }
  };
}
