import { appendFile, mkdir, rename, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type LogLine, logLine } from '#core/log/log-line.ts';
import { createRedactor, type Redactor } from '#core/log/redact.ts';
import type { LogBook } from './deps.ts';
import { createQueue } from './serialize.ts';

export interface FileLog extends LogBook {
  /** Resolves when everything written so far is in the file. */
  flush(): Promise<void>;
  /** Values added here appear in no later line. */
  readonly redactor: Redactor;
}

export interface FileLogOptions {
  home: string;
  now: () => number;
  /** File size after which a new file is started; one older file is kept too. */
  maxBytes?: number;
}

const MAX_BYTES = 2 * 1024 * 1024;
/** Number of the host's own lines kept in memory for windows that show them. */
const KEPT = 500;

/**
 * Writes JSON lines to <home>/logs/baton.log, one per event, without secrets (security.md S39): the host's own and
 * those that windows send. Never throws: a full disk must not stop a chat.
 */
export function createFileLog({ home, now, maxBytes = MAX_BYTES }: FileLogOptions): FileLog {
  const redactor = createRedactor();
  const folder = join(home, 'logs');
  const file = join(folder, 'baton.log');
  const enqueue = createQueue();
  const recentLines: (LogLine & { seq: number })[] = [];
  let seq = 0;
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

  function put(lines: readonly LogLine[]): void {
    const text = lines.map((line) => `${JSON.stringify(line)}\n`).join('');
    enqueue(() => append(text)).catch(() => {
      size = null;
    });
  }

  return {
    file,
    redactor,
    write(level, event, data) {
      const line = logLine(redactor, { at: new Date(now()).toISOString(), level, event, from: 'host' }, data);
      recentLines.push({ ...line, seq: (seq += 1) });
      if (recentLines.length > KEPT) recentLines.shift();
      put([line]);
    },
    adopt(lines) {
      if (lines.length === 0) return;
      // Redact again: a window sends what it chose to keep, and only the host knows the keys.
      put(
        lines.map(({ sessionID, data, ...line }) =>
          logLine(redactor, { ...line, from: 'page' }, { ...data, ...(sessionID && { sessionID }) }, true),
        ),
      );
    },
    recent: (after) => recentLines.filter((line) => line.seq > after),
    flush: () => enqueue(async () => undefined),
  };
}
