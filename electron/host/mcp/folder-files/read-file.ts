import type { FileHandle } from 'node:fs/promises';
import { stat } from 'node:fs/promises';
import type { FileFacts } from '#contract/folder-files.ts';
import { ToolError } from '../builtin/tool-error.ts';
import { inFolder, locate, openFile, type ResolvedPath } from '../builtin/workspace/safe-path.ts';
import { isBinary } from '../builtin/workspace/text-file.ts';
import { walk } from '../builtin/workspace/walk.ts';
import { HostError } from '../../base/problem.ts';

const CHUNK = 256 * 1024;
/** What the page stores of one file (`MAX_FILE` in paste-rules.ts). */
const MAX_BYTES = 30 * 1024 * 1024;
const MAX_LISTED = 1000;
const MAX_BYTES_SKIPPED = 1024 * 1024 * 1024;
const LINE_FEED = 0x0a;

/** Names a file of an attached folder; throws `not_found` for one outside of it, inside Baton's home, or none at all. */
export async function locateFile(folder: string, path: string, closed: string): Promise<ResolvedPath> {
  try {
    return await locate([folder], path, closed);
  } catch (error) {
    throw notFound(error);
  }
}

/** `isOwn`: whether the user says that what is at this real path is their own. */
export async function readFacts(
  folder: string,
  path: string,
  closed: string,
  isOwn: (path: string) => Promise<boolean>,
): Promise<FileFacts> {
  try {
    const place = await locate([folder], path, closed);
    const own = await isOwn(place.path);
    if ((await stat(place.path)).isDirectory()) return { state: 'folder', bytes: 0, text: true, own };
    const { handle, size } = await openFile(place);
    try {
      return { state: 'file', bytes: size, text: !isBinary(await readChunk(handle, 0, 8192)), own };
    } finally {
      await handle.close();
    }
  } catch (error) {
    if (error instanceof ToolError || (error instanceof Error && 'code' in error))
      return { state: 'missing', bytes: 0, text: false, own: false };
    throw error;
  }
}

/** The bytes of a file, of its lines `from` to `to`, or of the listing of a folder. */
export async function readPlace(
  place: ResolvedPath,
  { from, to }: { from?: number | undefined; to?: number | undefined },
  signal: AbortSignal,
): Promise<Uint8Array<ArrayBuffer>> {
  try {
    if ((await stat(place.path)).isDirectory()) return new TextEncoder().encode(await listingOf(place, signal));
    const { handle, size } = await openFile(place);
    try {
      if (from !== undefined) return await readRange(handle, from, to ?? from, signal);
      if (size > MAX_BYTES) throw new HostError('payload_too_large');
      return await readWhole(handle, size, signal);
    } finally {
      await handle.close();
    }
  } catch (error) {
    throw notFound(error);
  }
}

/** Other failures of the file system mean that it can't be read now, whatever it was before. */
function notFound(error: unknown): unknown {
  const gone = error instanceof ToolError || (error instanceof Error && 'syscall' in error);
  return gone ? new HostError('not_found', error.message, { cause: error }) : error;
}

async function listingOf(place: ResolvedPath, signal: AbortSignal): Promise<string> {
  await inFolder(place, async () => undefined);
  const lines: string[] = [];
  for await (const { path, kind } of walk(place, { signal, depth: 1, ignored: false })) {
    if (lines.length >= MAX_LISTED) {
      lines.push(`[more than ${MAX_LISTED} entries]`);
      break;
    }
    lines.push(`${path}${kind === 'folder' ? '/' : kind === 'link' ? '@' : ''}`);
  }
  return `${lines.join('\n') || '[empty]'}\n`;
}

async function readChunk(handle: FileHandle, position: number, length = CHUNK): Promise<Uint8Array<ArrayBuffer>> {
  const buffer = new Uint8Array(length);
  const { bytesRead } = await handle.read(buffer, 0, length, position);
  return buffer.subarray(0, bytesRead);
}

/** A file may grow while it is read; what is added after its size was known isn't part of it. */
async function readWhole(handle: FileHandle, size: number, signal: AbortSignal): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = new Uint8Array(size);
  let filled = 0;
  while (filled < size) {
    signal.throwIfAborted();
    const { bytesRead } = await handle.read(bytes, filled, Math.min(CHUNK, size - filled), filled);
    if (bytesRead === 0) break;
    filled += bytesRead;
  }
  return bytes.subarray(0, filled);
}

/** Counts lines by their bytes, so that the text keeps its encoding. */
async function readRange(
  handle: FileHandle,
  from: number,
  to: number,
  signal: AbortSignal,
): Promise<Uint8Array<ArrayBuffer>> {
  const kept: Uint8Array<ArrayBuffer>[] = [];
  let [line, position, size] = [1, 0, 0];
  while (line <= to) {
    signal.throwIfAborted();
    const chunk = await readChunk(handle, position);
    if (chunk.length === 0) break;
    if (position === 0 && isBinary(chunk)) throw new ToolError('This file has no lines.');
    position += chunk.length;
    if (position > MAX_BYTES_SKIPPED) throw new HostError('payload_too_large');
    let start = line >= from ? 0 : -1;
    let end = chunk.length;
    for (let at = chunk.indexOf(LINE_FEED); at >= 0; at = chunk.indexOf(LINE_FEED, at + 1)) {
      line++;
      if (line === from) start = at + 1;
      if (line > to) {
        end = at + 1;
        break;
      }
    }
    if (start < 0) continue;
    const part = chunk.subarray(start, end);
    size += part.length;
    if (size > MAX_BYTES) throw new HostError('payload_too_large');
    kept.push(part);
  }
  if (size === 0) throw new ToolError(`The file has fewer than ${from} lines.`);
  const bytes = new Uint8Array(size);
  let at = 0;
  for (const part of kept) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}
