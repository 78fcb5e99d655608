import { join } from 'node:path';
import { z } from 'zod/mini';
import { type CheckpointChoice, CheckpointSettings } from '#contract/checkpoints.ts';
import { readText, renameToBackup, writePrivate } from '../base/private-file.ts';

const SettingsFile = z.extend(CheckpointSettings, { version: z.literal(1) });

const DEFAULTS: CheckpointSettings = { on: true, commands: true, ignored: false };

/** The user's choices about checkpoints. A file that can't be read is set aside at the next choice. */
export function createSettingsFile(home: string, now: () => number) {
  const file = join(home, 'checkpoints.json');
  let current: CheckpointSettings | null = null;
  let isDamaged = false;

  async function read(): Promise<CheckpointSettings> {
    if (current) return current;
    const text = await readText(file);
    if (text === null) return (current = DEFAULTS);
    try {
      const { version: _version, ...settings } = SettingsFile.parse(JSON.parse(text));
      return (current = settings);
    } catch {
      // Keeping more than wanted loses nothing.
      isDamaged = true;
      return (current = DEFAULTS);
    }
  }

  return {
    read,
    /** Changes what was chosen, and leaves the rest as it is. */
    async write(choice: CheckpointChoice): Promise<void> {
      const settings = { ...(await read()), ...choice };
      if (isDamaged) await renameToBackup(file, now());
      await writePrivate(file, `${JSON.stringify({ version: 1, ...settings }, null, 2)}\n`);
      isDamaged = false;
      current = settings;
    },
  };
}
