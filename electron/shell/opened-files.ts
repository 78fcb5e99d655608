import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { lstat, open, type FileHandle } from 'node:fs/promises';
import { basename } from 'node:path';
import { Readable } from 'node:stream';
import { dialog } from 'electron';
import type { DesktopTexts } from '#texts/desktop-texts.ts';
import type { Log, OpenedFile } from '../host/base/deps.ts';
import { addressOfArchive } from './addresses.ts';
import { vetArchivePath } from './archive-paths.ts';

/** No history is larger, and the page holds the file while it reads. */
const MAX_BYTES = 64 * 1024 ** 3;
/** Files that wait for the page. Older ones are forgotten. */
const MAX_HELD = 8;
/** A link isn't followed, and a pipe doesn't make the app wait. Windows knows neither. */
const FLAGS = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

export interface OpenedFiles {
  /** Returns the page's address for an archive that the system opens; `null` after telling the user why not. */
  offer: (path: string) => Promise<string | null>;
  /** The bytes of such a file; `null` when it isn't the one that was opened, or no longer there. */
  read: (id: string) => Promise<OpenedFile | null>;
}

export interface OpenedFilesDeps {
  texts: Pick<DesktopTexts, 'fileRefused' | 'fileNotArchive' | 'fileMissing' | 'fileTooLarge'>;
  platform: NodeJS.Platform;
  log: Log;
}

interface Identity {
  dev: bigint;
  ino: bigint;
  size: bigint;
  mtimeNs: bigint;
}

class Refused extends Error {
  readonly why: 'fileNotArchive' | 'fileMissing' | 'fileTooLarge';
  constructor(why: Refused['why']) {
    super(why);
    this.why = why;
  }
}

/** Archives that the system asked Baton to open. Opening one shows what is in it; only the user restores it (S51). */
export function createOpenedFiles({ texts, platform, log }: OpenedFilesDeps): OpenedFiles {
  const held = new Map<string, { path: string; identity: Identity }>();

  async function look(path: string): Promise<Identity> {
    const handle = await openFile(path);
    try {
      return identityOf(await handle.stat({ bigint: true }));
    } finally {
      await handle.close();
    }
  }

  function tell(why: Refused['why']): void {
    dialog
      .showMessageBox({ type: 'warning', message: texts.fileRefused, detail: texts[why], noLink: true })
      .catch((error: unknown) => log.write('error', 'shell.dialog-failed', { error: String(error) }));
  }

  return {
    async offer(text) {
      try {
        const path = vetArchivePath(text, platform);
        if (path === null) throw new Refused('fileNotArchive');
        const identity = await look(path);
        const id = randomUUID();
        held.set(id, { path, identity });
        for (const oldest of held.keys()) {
          if (held.size <= MAX_HELD) break;
          held.delete(oldest);
        }
        return addressOfArchive(id, basename(path));
      } catch (error) {
        const why = error instanceof Refused ? error.why : 'fileMissing';
        // The path isn't written down: it may hold anything.
        log.write('warn', 'shell.file-refused', { why, length: text.length });
        tell(why);
        return null;
      }
    },
    async read(id) {
      const one = held.get(id);
      if (!one) return null;
      let handle: FileHandle | null = null;
      try {
        handle = await openFile(one.path);
        const now = identityOf(await handle.stat({ bigint: true }));
        if (Object.entries(one.identity).some(([key, value]) => now[key as keyof Identity] !== value))
          throw new Refused('fileMissing');
        return {
          bytes: Number(now.size),
          body: Readable.toWeb(handle.createReadStream()) as ReadableStream<Uint8Array<ArrayBuffer>>,
        };
      } catch (error) {
        await handle?.close();
        log.write('warn', 'shell.file-gone', { error: String(error) });
        return null;
      }
    },
  };
}

/** Opens a file that is one: no link, folder, pipe or device. */
async function openFile(path: string): Promise<FileHandle> {
  // Windows opens what a link leads to.
  if (!(await lstat(path)).isFile()) throw new Refused('fileNotArchive');
  const handle = await open(path, FLAGS);
  const stat = await handle.stat();
  if (stat.isFile() && stat.size <= MAX_BYTES) return handle;
  await handle.close();
  throw new Refused(stat.isFile() ? 'fileTooLarge' : 'fileNotArchive');
}

const identityOf = ({ dev, ino, size, mtimeNs }: Identity): Identity => ({ dev, ino, size, mtimeNs });
