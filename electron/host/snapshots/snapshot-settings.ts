import { join } from 'node:path';
import { z } from 'zod';
import { SnapshotSettings } from '#contract/snapshot.ts';
import { readText, setAside, writePrivate } from '../private-file.ts';

const SettingsFile = z.object({ version: z.literal(1), ...SnapshotSettings.shape });

export const DEFAULT_SNAPSHOT_SETTINGS: SnapshotSettings = { automatic: true, cap: null };

export interface SnapshotSettingsFile {
  read(): Promise<SnapshotSettings>;
  write(settings: SnapshotSettings): Promise<void>;
}

/** With the host and not with the history, because they hold when the history is gone. A file with errors is kept. */
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
      return (text === null ? null : parse(text)) ?? DEFAULT_SNAPSHOT_SETTINGS;
    },
    async write(settings) {
      const text = await readText(file);
      if (text !== null && parse(text) === null) await setAside(file, now());
      await writePrivate(file, `${JSON.stringify({ version: 1, ...settings }, null, 2)}\n`);
    },
  };
}
