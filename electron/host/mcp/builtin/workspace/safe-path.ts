import { constants, type FileHandle, open, readlink, realpath, stat } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { isProtected } from '../protected-paths.ts';
import { ToolError } from '../tool-error.ts';
import { isReservedOnWindows } from './reserved-on-windows.ts';

/** A path inside an attached folder. `path` contains no links; `shown` is the path the model sees. */
export interface ResolvedPath {
  root: string;
  path: string;
  shown: string;
  /** A folder that is never entered, wherever it is; null for none. */
  closed: string | null;
  /** Nobody has seen the call, so it stays away from what other programs run (protected-paths.ts). */
  guarded?: boolean;
}

const { O_DIRECTORY, O_NOFOLLOW, O_NONBLOCK, O_RDONLY } = constants;
const LINUX = process.platform === 'linux';

export function isInside(root: string, path: string): boolean {
  const rest = relative(root, path);
  return rest === '' || (!isAbsolute(rest) && rest !== '..' && !rest.startsWith(`..${sep}`));
}

const outside = (path: string) =>
  new ToolError(`"${path}" is outside the attached folders. Only paths inside them can be used.`);

const missing = (error: unknown) =>
  error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR');

/** The real path of the deepest part that exists, plus the part that doesn't exist yet. */
async function realOrNew(path: string): Promise<string> {
  try {
    return await realpath(path);
  } catch (error) {
    if (!missing(error) || dirname(path) === path) throw error;
    return join(await realOrNew(dirname(path)), basename(path));
  }
}

const isOpen = ({ root, closed, guarded }: Pick<ResolvedPath, 'root' | 'closed' | 'guarded'>, real: string): boolean =>
  isInside(root, real) &&
  (closed === null || !isInside(closed, real)) &&
  (guarded !== true || !isProtected(root, real));

/**
 * Resolves a path from the model, following links. Throws unless the result is inside one of the folders and outside
 * `closed`. A relative path starts in the first folder. All folders are real paths (folders.ts).
 */
export async function locate(
  folders: readonly string[],
  given: string,
  closed: string | null = null,
): Promise<ResolvedPath> {
  const [first] = folders;
  if (first === undefined)
    throw new ToolError('No folder is attached to this conversation. Ask the user to attach one.');
  if (given.includes('\0')) throw new ToolError('A path cannot contain a zero byte.');
  if (process.platform === 'win32' && isReservedOnWindows(given))
    throw new ToolError(`"${given}" means something else on Windows. Use the plain name of the file.`);
  const requested = resolve(first, given === '' ? '.' : given);
  const root = folders.find((folder) => isInside(folder, requested));
  if (root === undefined) throw outside(given);
  let path: string;
  try {
    path = await realOrNew(requested);
  } catch (error) {
    throw new ToolError(
      `"${given}" cannot be reached: ${error instanceof Error && 'code' in error ? String(error.code) : 'unknown reason'}.`,
    );
  }
  const home = folders.find((folder) => isOpen({ root: folder, closed }, path));
  if (home === undefined) throw outside(given);
  return { root: home, path, shown: relative(first, path).split(sep).join('/') || '.', closed };
}

/** Returns the real path of an open handle. Without /proc the name is resolved again and must be the same file. */
async function placeOf(handle: FileHandle, path: string): Promise<string> {
  if (LINUX) return readlink(`/proc/self/fd/${handle.fd}`);
  const [real, opened] = [await realpath(path), await handle.stat({ bigint: true })];
  const named = await stat(real, { bigint: true });
  if (named.ino !== opened.ino || named.dev !== opened.dev)
    throw new ToolError('The file was replaced while it was being opened.');
  return real;
}

async function openChecked(place: ResolvedPath, flags: number): Promise<FileHandle> {
  let handle: FileHandle;
  try {
    // Non-blocking: a pipe would hang the call forever. A link created there since `locate` is not followed.
    handle = await open(place.path, flags | O_NOFOLLOW | O_NONBLOCK);
  } catch (error) {
    if ((flags & O_DIRECTORY) !== 0 && error instanceof Error && 'code' in error && error.code === 'ENOTDIR')
      throw new ToolError(`"${place.shown}" is a file, not a folder; use read.`);
    if (missing(error)) throw new ToolError(`There is no "${place.shown}".`);
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown reason';
    throw new ToolError(`"${place.shown}" cannot be opened: ${code}.`);
  }
  try {
    // A parent folder may have been replaced by a link since the path was resolved.
    if (!isOpen(place, await placeOf(handle, place.path))) throw outside(place.shown);
    return handle;
  } catch (error) {
    await handle.close();
    throw error;
  }
}

/** Opens a regular file for reading. The caller closes it. */
export async function openFile(place: ResolvedPath): Promise<{ handle: FileHandle; size: number; mode: number }> {
  const handle = await openChecked(place, O_RDONLY);
  try {
    const found = await handle.stat();
    if (found.isDirectory()) throw new ToolError(`"${place.shown}" is a folder; use list.`);
    if (!found.isFile()) throw new ToolError(`"${place.shown}" is no ordinary file and cannot be read.`);
    return { handle, size: found.size, mode: found.mode & 0o777 };
  } catch (error) {
    await handle.close();
    throw error;
  }
}

/**
 * Runs `work` in a folder, with a path that keeps pointing to this folder whatever happens to the original path.
 * Without /proc (not Linux) that is the path itself, checked a moment before.
 */
export async function inFolder<T>(place: ResolvedPath, work: (path: string) => Promise<T>): Promise<T> {
  if (process.platform === 'win32') {
    if (!isOpen(place, await realpath(place.path))) throw outside(place.shown);
    return work(place.path);
  }
  const handle = await openChecked(place, O_RDONLY | O_DIRECTORY);
  try {
    return await work(LINUX ? `/proc/self/fd/${handle.fd}` : place.path);
  } finally {
    await handle.close();
  }
}
