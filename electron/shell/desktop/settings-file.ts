import { join } from 'node:path';
import { DesktopSettings } from '#contract/desktop.ts';
import type { Clock } from '../../host/base/deps.ts';
import { readText, renameToBackup, writePrivate } from '../../host/base/private-file.ts';

const FIRST: DesktopSettings = { tray: 'ask', spelling: [], quickShortcut: null };

export interface SettingsFile {
  read(): Promise<DesktopSettings>;
  write(settings: DesktopSettings): Promise<void>;
}

/** `desktop.json` in the home. A damaged file is kept as a backup, and everything is as at the first start. */
export function createSettingsFile(home: string, clock: Pick<Clock, 'now'>): SettingsFile {
  const file = join(home, 'desktop.json');
  return {
    async read() {
      const text = await readText(file);
      if (text === null) return FIRST;
      try {
        const { version, ...settings } = JSON.parse(text) as { version: unknown };
        if (version !== 1) throw new Error('unknown version');
        return DesktopSettings.parse({ ...FIRST, ...settings });
      } catch {
        await renameToBackup(file, clock.now());
        return FIRST;
      }
    },
    write: (settings) => writePrivate(file, `${JSON.stringify({ version: 1, ...settings }, null, 2)}\n`),
  };
}
