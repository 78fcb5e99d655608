import { join } from 'node:path';
import { z } from 'zod';
import { readText, writePrivate } from '../../base/private-file.ts';
import type { MarkedProcess } from './process-table.ts';

const File = z.object({
  version: z.literal(1),
  processes: z.array(z.object({ session: z.string(), pid: z.int().min(2), born: z.string(), mark: z.string().min(1) })),
});

const toText = (processes: z.infer<typeof File>['processes']) => `${JSON.stringify({ version: 1, processes })}\n`;
const EMPTY = toText([]);

export interface OrphanProcess extends MarkedProcess {
  readonly session: string;
}

/** The orphaned processes on disk, for the next host if this one is killed. */
export interface OrphanFile {
  /** Empty without a file; rejects when the file can't be parsed. */
  read(): Promise<readonly OrphanProcess[]>;
  write(processes: readonly OrphanProcess[]): Promise<void>;
}

export function createOrphanFile(home: string): OrphanFile {
  const file = join(home, 'left-running.json');
  let written: string | null = null;
  return {
    async read() {
      const text = await readText(file);
      written = text ?? EMPTY;
      return text === null ? [] : File.parse(JSON.parse(text)).processes;
    },
    async write(given) {
      const processes = given.map(({ session, pid, born, mark }) => ({ session, pid, born, mark }));
      const text = toText(processes);
      if (text === written) return;
      await writePrivate(file, text);
      written = text;
    },
  };
}
