import { appendFile, mkdir, rename, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Log } from './deps.ts';
import type { Redactor } from './redact.ts';
import { createQueue } from './serialize.ts';

export interface FileLog extends Log {
  /** Resolves when everything written so far is in the file. */
  flush(): Promise<void>;
}

export interface FileLogOptions {
  home: string;
  redactor: Redactor;
  now: () => number;
  /** Bytes after which a new file begins; one older file is kept besides. */
  maxBytes?: number;
}

const MAX_BYTES = 2 * 1024 * 1024;

/** JSON lines in <home>/logs/baton.log, one per event, without secrets (security.md S39). Never throws: a full disk must not stop a chat. */
export function createFileLog({ home, redactor, now, maxBytes = MAX_BYTES }: FileLogOptions): FileLog {
  const folder = join(home, 'logs');
  const file = join(folder, 'baton.log');
  const enqueue = createQueue();
  let size: number | null = null;

  async function append(line: string): Promise<void> {
    if (size === null) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      size = await stat(file).then(
        (found) => found.size,
        () => 0,
      );
    }
    const bytes = Buffer.byteLength(line);
    if (size > 0 && size + bytes > maxBytes) {
      await rename(file, `${file}.1`);
      size = 0;
    }
    await appendFile(file, line, { mode: 0o600 });
    size += bytes;
  }

  return {
    write(level, event, data = {}) {
      const fields = redactor.value(data);
      const line = JSON.stringify({ at: new Date(now()).toISOString(), level, event, ...(fields as object) });
      enqueue(() => append(`${line}\n`)).catch(() => {
        size = null;
      });
    },
    flush: () => enqueue(async () => undefined),
  };
}
