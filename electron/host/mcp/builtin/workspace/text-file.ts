import { randomBytes } from 'node:crypto';
import { lstat, mkdir, open, rename, rm } from 'node:fs/promises';
import { basename, dirname, join, relative, sep } from 'node:path';
import type { PlannedWrite } from './file-changes.ts';
import { folded } from '../protected-paths.ts';
import { ToolError } from '../tool-error.ts';
import { type ResolvedPath, inFolder, isInside, openFile } from './safe-path.ts';

/** Larger files are read in parts and can't be edited. */
export const EDIT_LIMIT = 8 * 1024 * 1024;
const SNIFF = 8192;

export interface TextFile {
  /** With \n only, whatever the file uses. */
  text: string;
  crlf: boolean;
  bom: boolean;
  mode: number;
}

/** Text has no zero bytes. UTF-16 has them, but is no text for a model either. */
export const isBinary = (bytes: Uint8Array): boolean => bytes.subarray(0, SNIFF).includes(0);

/** Reads a full file as text that can be edited and written back without loss. */
export async function readTextFile(place: ResolvedPath): Promise<TextFile> {
  const { handle, size, mode } = await openFile(place);
  try {
    if (size > EDIT_LIMIT)
      throw new ToolError(`"${place.shown}" has ${size} bytes; files over ${EDIT_LIMIT} are not edited.`);
    const bytes = await handle.readFile();
    if (isBinary(bytes)) throw new ToolError(`"${place.shown}" is binary and cannot be edited as text.`);
    let raw: string;
    try {
      raw = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    } catch {
      throw new ToolError(`"${place.shown}" is not UTF-8; editing it would damage it.`);
    }
    const bom = raw.startsWith('\ufeff');
    const lines = raw.split('\n').length - 1;
    // Only a file with CRLF on every line counts as CRLF; a mixed file keeps its lines as they are. Of CR CR LF, one CR
    // belongs to the line, and would be lost on the way back.
    const crlf = lines > 0 && raw.split('\r\n').length - 1 === lines && !raw.includes('\r\r\n');
    const text = bom ? raw.slice(1) : raw;
    return { text: crlf ? text.replaceAll('\r\n', '\n') : text, crlf, bom, mode };
  } finally {
    await handle.close();
  }
}

/** .git contains code that git runs on its own. */
function refuseGit(place: ResolvedPath): void {
  if (
    relative(place.root, place.path)
      .split(sep)
      .some((part) => folded(part) === '.git')
  )
    throw new ToolError('Files inside .git can’t be edited. Use git.');
}

async function makeFolders(place: ResolvedPath): Promise<void> {
  const below = relative(place.root, place.path);
  let path = place.root;
  for (const part of below === '' ? [] : below.split(sep)) {
    const parent: ResolvedPath = { ...place, path };
    await inFolder(parent, async (folder) => {
      await mkdir(join(folder, part)).catch((error: unknown) => {
        if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
      });
    });
    path = join(path, part);
  }
}

/**
 * Writes the file atomically, keeping the mode, line ends and byte order mark of the existing file. `around` is given the
 * write before anything is changed.
 */
export async function writeTextFile(
  place: ResolvedPath,
  text: string,
  before: TextFile | null,
  around: (change: PlannedWrite) => Promise<void> = ({ write }) => write(),
): Promise<void> {
  refuseGit(place);
  if (place.path === place.root) throw new ToolError(`"${place.shown}" is a folder.`);
  const folder: ResolvedPath = { ...place, path: dirname(place.path) };
  if (!isInside(place.root, folder.path)) throw new ToolError(`"${place.shown}" is outside the attached folders.`);
  const plain = before?.crlf ? text.replaceAll('\r\n', '\n').replaceAll('\n', '\r\n') : text;
  const bytes = Buffer.from(before?.bom && !plain.startsWith('\ufeff') ? `\ufeff${plain}` : plain);
  const write = async () => {
    await makeFolders(folder);
    await writeBytes(place, folder, bytes, before);
  };
  await around({ place, bytes, mode: before?.mode ?? null, write });
}

async function writeBytes(
  place: ResolvedPath,
  folder: ResolvedPath,
  bytes: Uint8Array,
  before: TextFile | null,
): Promise<void> {
  await inFolder(folder, async (path) => {
    const target = join(path, basename(place.path));
    const found = await lstat(target).catch(() => null);
    if (found && !found.isFile()) throw new ToolError(`"${place.shown}" is no ordinary file and is not written.`);
    const temporary = join(path, `.${basename(place.path).slice(0, 100)}.${randomBytes(6).toString('hex')}.tmp`);
    try {
      const handle = await open(temporary, 'wx', before ? 0o600 : 0o666);
      try {
        await handle.writeFile(bytes);
        if (before) await handle.chmod(before.mode);
        await handle.sync();
      } finally {
        await handle.close();
      }
      await rename(temporary, target);
    } catch (error) {
      await rm(temporary, { force: true });
      throw error;
    }
  });
}
