import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { readText, writePrivate } from '../base/private-file.ts';

const Moved = z.object({
  version: z.literal(1),
  /** Whether an earlier build used the home with its former address. */
  before: z.boolean(),
  /** Ports whose history has been migrated. */
  ports: z.array(z.int()),
});
type Moved = z.infer<typeof Moved>;

const fileOf = (home: string) => join(home, 'moved.json');
const SIGNS = new Set(['logs', 'running.json', 'opened-with.json', 'browser']);

/** When unknown, assume a former history: checking costs little, missing it would cost much. */
async function readMoved(home: string): Promise<Moved> {
  const text = await readText(fileOf(home)).catch(() => null);
  try {
    return Moved.parse(JSON.parse(text ?? ''));
  } catch {
    return { version: 1, before: true, ports: [] };
  }
}

const write = (home: string, moved: Moved) => writePrivate(fileOf(home), `${JSON.stringify(moved)}\n`);

/** Records, for a home that gets its name now, whether there may be a history under the former address. */
export async function markFormerOrigin(home: string): Promise<void> {
  const names = await readdir(home);
  await write(home, { version: 1, before: names.some((name) => SIGNS.has(name)), ports: [] });
}

export async function needsMigration(home: string, port: number): Promise<boolean> {
  const { before, ports } = await readMoved(home);
  return before && !ports.includes(port);
}

export async function markMigrated(home: string, port: number): Promise<void> {
  const moved = await readMoved(home);
  await write(home, { ...moved, ports: [...new Set([...moved.ports, port])] });
}
