import { join } from 'node:path';
import { z } from 'zod';
import { SnapshotSettings } from '#contract/snapshot.ts';
import { readText, renameToBackup, writePrivate } from '../base/private-file.ts';

const SettingsFile = z.object({ version: z.literal(1), ...SnapshotSettings.shape });

export const DEFAULT_SNAPSHOT_SETTINGS: SnapshotSettings = { automatic: true, cap: null };

/** The user's choice is unknown, so nothing is switched on. */
const UNREADABLE: SnapshotSettings = { automatic: false, cap: null };

export interface SnapshotSettingsFile {
  read(): Promise<SnapshotSettings & { damaged: boolean }>;
  write(settings: SnapshotSettings): Promise<void>;
}

/**
 * Stored by the host and not in the history, because they apply even when the history is lost. A file with errors is
 * kept.
 */
export function createSnapshotSettings(home: string, now: () => number): SnapshotSettingsFile {
  const file = join(home, 'snapshots.json');
  const parse = (text: string): SnapshotSettings | null => {
    try {
      const { automatic, cap } = SettingsFile.parse(JSON.parse(text));
      return { automatic, cap };
    } catch {
      return null;
    }
  };
  return {
    async read() {
      const text = await readText(file);
      if (text === null) return { ...DEFAULT_SNAPSHOT_SETTINGS, damaged: false };
      const settings = parse(text);
      return { ...(settings ?? UNREADABLE), damaged: settings === null };
    },
    async write(settings) {
      const text = await readText(file);
      if (text !== null && parse(text) === null) await renameToBackup(file, now());
      await writePrivate(file, `${JSON.stringify({ version: 1, ...settings }, null, 2)}\n`);
    },
  };
}
