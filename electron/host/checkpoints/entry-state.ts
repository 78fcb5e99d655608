import { createHash } from 'node:crypto';
import { type BigIntStats, constants } from 'node:fs';
import { type FileHandle, lstat, open, readlink, realpath } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { EntryState } from '#contract/checkpoints.ts';
import { isMissing } from '../base/private-file.ts';
import { ToolError } from '../mcp/builtin/tool-error.ts';
import { type ResolvedPath, inFolder, isInside } from '../mcp/builtin/workspace/safe-path.ts';
import { hashOf } from './copies.ts';

/** Larger files get no copy. */
export const COPY_LIMIT = 20 * 1024 ** 2;
/** Larger files are not read; size and times stand for them. */
const HASH_LIMIT = 512 * 1024 ** 2;
/** A file that was changed so short a time before it was read may change again without new times. */
const RACY_MS = 2000;

const { O_NOFOLLOW, O_NONBLOCK, O_RDONLY } = constants;
const HAS_MODES = process.platform !== 'win32';

/** The folder of a place doesn't exist, or isn't a folder of its own: nothing is there, and nothing can be written. */
export class ParentGoneError extends Error {
  constructor(path: string) {
    super(`There is no folder for ${path}.`);
    this.name = 'ParentGoneError';
  }
}

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? error.code : undefined);
const isDenied = (code: unknown) => code === 'EACCES' || code === 'EPERM';

/** Runs `work` with the folder of a place, which is exactly that folder and not one behind a link. */
export async function inParent<T>(place: ResolvedPath, work: (folder: string, name: string) => Promise<T>): Promise<T> {
  const path = dirname(place.path);
  if (!isInside(place.root, path)) throw new ParentGoneError(place.path);
  if (!(await isRealFolder(place.root, path))) throw new ParentGoneError(place.path);
  return inFolder({ ...place, path }, async (folder) => {
    if ((await realpath(folder)) !== path) throw new ParentGoneError(place.path);
    return work(folder, basename(place.path));
  });
}

/** Whether every part of the path below the root is a folder. The folder is checked again when it is open. */
async function isRealFolder(root: string, path: string): Promise<boolean> {
  try {
    if ((await realpath(path)) !== path || !isInside(root, path)) return false;
    return (await lstat(path)).isDirectory();
  } catch (error) {
    const code = codeOf(error);
    if (code === 'ENOENT' || code === 'ENOTDIR' || code === 'ELOOP') return false;
    // Opening it says why it can't be entered.
    if (isDenied(code)) return true;
    throw error;
  }
}

export const keyOf = ({ dev, ino, size, mtimeNs, ctimeNs }: BigIntStats): string =>
  [dev, ino, size, mtimeNs, ctimeNs].join(':');

export const modeOf = ({ mode }: BigIntStats): number | null => (HAS_MODES ? Number(mode & 0o777n) : null);

/** Whether equal times prove that the file is the same. */
export const isSettled = ({ ctimeNs, mtimeNs }: BigIntStats, now: number): boolean =>
  Number((ctimeNs > mtimeNs ? ctimeNs : mtimeNs) / 1_000_000n) < now - RACY_MS;

/** Hashes of files that haven't changed since they were read. */
export interface KnownHashes {
  get(path: string, key: string): string | null;
  set(path: string, key: string, hash: string): void;
}

export function createKnownHashes(most = 200_000): KnownHashes {
  const known = new Map<string, { key: string; hash: string }>();
  return {
    get(path, key) {
      const found = known.get(path);
      return found?.key === key ? found.hash : null;
    },
    set(path, key, hash) {
      if (known.size >= most) known.clear();
      known.set(path, { key, hash });
    },
  };
}

export interface ReadOptions {
  known?: KnownHashes;
  /** Receives the bytes of files up to COPY_LIMIT. */
  keep?: (hash: string, bytes: Uint8Array) => Promise<void>;
  /** Files up to this size are kept. */
  limit?: number;
}

/** What is at a place now. Links are not followed. */
export async function readState(place: ResolvedPath, options: ReadOptions = {}): Promise<EntryState> {
  try {
    return await inParent(place, (folder, name) => stateIn(folder, name, place.path, options));
  } catch (error) {
    if (error instanceof ParentGoneError || isMissing(error)) return { kind: 'absent' };
    if (error instanceof ToolError) return { kind: 'other' };
    throw error;
  }
}

/** The same in a folder that is open. */
export async function stateIn(
  folder: string,
  name: string,
  path: string,
  options: ReadOptions = {},
): Promise<EntryState> {
  let found: BigIntStats;
  try {
    found = await lstat(join(folder, name), { bigint: true });
    if (found.isSymbolicLink()) return { kind: 'link', target: await readlink(join(folder, name)) };
  } catch (error) {
    if (isMissing(error)) return { kind: 'absent' };
    if (isDenied(codeOf(error))) return { kind: 'other' };
    throw error;
  }
  if (found.isDirectory()) return { kind: 'folder', mode: modeOf(found) };
  if (!found.isFile()) return { kind: 'other' };
  let handle: FileHandle;
  try {
    handle = await open(join(folder, name), O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
  } catch (error) {
    // Readable by others only, or replaced since.
    if (isMissing(error)) return { kind: 'absent' };
    return fileState(found, null);
  }
  try {
    return await readOpen(handle, path, options);
  } finally {
    await handle.close();
  }
}

async function readOpen(handle: FileHandle, path: string, { known, keep, limit }: ReadOptions): Promise<EntryState> {
  const found = await handle.stat({ bigint: true });
  if (!found.isFile()) return { kind: 'other' };
  const wanted = keep && found.size <= (limit ?? COPY_LIMIT);
  const before = known?.get(path, keyOf(found)) ?? null;
  if (before !== null && !wanted) return fileState(found, before);
  if (found.size > HASH_LIMIT) return fileState(found, null);
  let hash: string;
  if (wanted) {
    const bytes = await handle.readFile();
    hash = hashOf(bytes);
    await keep(hash, bytes);
    // It may have grown while it was read; its size is that of the bytes.
    if (bytes.length !== Number(found.size)) return { ...fileState(found, hash), size: bytes.length };
  } else hash = await hashStream(handle);
  if (isSettled(found, Date.now())) known?.set(path, keyOf(found), hash);
  return fileState(found, hash);
}

async function hashStream(handle: FileHandle): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of handle.createReadStream({ autoClose: false, start: 0, highWaterMark: 1024 ** 2 }))
    hash.update(chunk as Buffer);
  return hash.digest('hex');
}

function fileState(found: BigIntStats, hash: string | null): Extract<EntryState, { kind: 'file' }> {
  const stamp = hash === null ? { stamp: keyOf(found) } : {};
  return { kind: 'file', size: Number(found.size), hash, mode: modeOf(found), ...stamp };
}

const sameMode = (a: number | null, b: number | null) => a === null || b === null || a === b;

/** Whether both say the same of a place, as far as they can be compared. */
export function isSameState(a: EntryState, b: EntryState): boolean {
  if (a.kind === 'absent') return b.kind === 'absent';
  if (a.kind === 'link') return b.kind === 'link' && a.target === b.target;
  if (a.kind === 'folder') return b.kind === 'folder' && sameMode(a.mode, b.mode);
  if (a.kind === 'other' || b.kind !== 'file') return false;
  if (!sameMode(a.mode, b.mode)) return false;
  return a.hash === null || b.hash === null ? a.stamp !== undefined && a.stamp === b.stamp : a.hash === b.hash;
}

/** A name for what was seen, to be compared later. */
export function nameState(state: EntryState): string {
  if (state.kind === 'file') return `file ${state.mode ?? ''} ${state.hash ?? state.stamp ?? ''}`;
  if (state.kind === 'link') return `link ${state.target}`;
  return state.kind === 'folder' ? `folder ${state.mode ?? ''}` : state.kind;
}
