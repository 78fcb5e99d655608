import { posix, win32 } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The ending of Baton's archives, which the packages register. */
export const ARCHIVE_ENDING = '.baton';

const MAX_CHARS = 4096;
/** What could show another name than the file has. Joiners belong to the writing of some languages, and to emoji. */
const HIDDEN = /[\p{Cc}\p{Bidi_Control}]/u;

/**
 * The path of an archive that the system asks to open, or `null` for any other text: whole, on this computer, and named
 * as an archive. Whether it is a file at all shows when it is read (opened-files.ts).
 */
export function vetArchivePath(text: string, platform: NodeJS.Platform): string | null {
  const windows = platform === 'win32';
  if (text.length > MAX_CHARS || HIDDEN.test(text)) return null;
  const path = text.startsWith('file:') ? pathOfUrl(text, windows) : text;
  if (path === null || !path.toLowerCase().endsWith(ARCHIVE_ENDING)) return null;
  const way = windows ? win32 : posix;
  // Written as it is read: `a/../b` is no other way to write `b`.
  if (!way.isAbsolute(path) || way.normalize(path) !== path || way.basename(path).length <= ARCHIVE_ENDING.length)
    return null;
  // Another computer (UNC), a device (`\\.\`), a stream of another file (`a.txt:b`).
  if (windows && !/^[A-Za-z]:\\[^:*?"<>|/]+$/.test(path)) return null;
  if (!windows && path.startsWith('//')) return null;
  return path;
}

/** File managers of Linux pass addresses. One that names a host is on another computer. */
function pathOfUrl(text: string, windows: boolean): string | null {
  if (!text.startsWith('file:///') || !URL.canParse(text)) return null;
  try {
    const path = fileURLToPath(text, { windows });
    return HIDDEN.test(path) ? null : path;
  } catch {
    return null;
  }
}

/**
 * The archive among the arguments of a start. The system passes one. Switches belong to Chromium, which adds some; what
 * else stands there isn't read.
 */
export function archiveIn(argv: readonly string[]): string | null {
  const named = argv
    .slice(1)
    .filter((one) => !one.startsWith('-') && one.toLowerCase().endsWith(ARCHIVE_ENDING) && !/^baton:/i.test(one));
  return named.length === 1 ? (named[0] ?? null) : null;
}
