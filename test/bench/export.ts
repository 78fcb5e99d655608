import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Figure } from './performance-table.ts';

/**
 * Throughput and memory of an archive in one zip file, without a database on either side, beside generating the texts
 * alone: `npm run bench -- export 100 100`, MB of text and of attachments.
 */
export async function benchExport(): Promise<Figure[]> {
  const sizes = process.argv.slice(2).filter((size) => Number(size) > 0);
  const child = fork(join(import.meta.dirname, 'export-process.ts'), sizes);
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`it ended without figures: ${code}`);
  });
  const [figures] = (await Promise.race([once(child, 'message'), ended])) as [Figure[]];
  ended.catch(() => undefined);
  return figures;
}
