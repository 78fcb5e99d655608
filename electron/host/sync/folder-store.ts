import { randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { access, link, lstat, mkdir, open, opendir, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { reasonText } from '#core/reasons.ts';
import { errorMessage } from '#core/thrown.ts';
import { isMissing } from '../base/private-file.ts';
import { MAX_BYTES, MAX_NAMES, type ObjectStore, StoreError } from './object-store.ts';

/**
 * Stores objects in a folder of this machine, which another program may sync to other devices (Dropbox, Syncthing).
 * Files that such a program adds next to ours (conflict copies, partial files) have different names, and an incomplete
 * object can't pass for a complete one: everything is encrypted and authenticated.
 */
export function createFolderStore(root: string): ObjectStore {
  const at = (name: string) => join(root, ...name.split('/'));

  /** The folder belongs to the user: when it is missing (a disk that is not mounted), it is not created. */
  async function requireRoot(): Promise<void> {
    const there = await stat(root).catch(() => null);
    if (!there?.isDirectory()) throw new StoreError('missing', root);
  }

  return {
    async list(folder, after = '') {
      await requireRoot();
      try {
        const names: string[] = [];
        let seen = 0;
        for await (const entry of await opendir(at(folder))) {
          if (++seen > MAX_NAMES) throw new StoreError('unfit', reasonText('sync.names', { folder, count: MAX_NAMES }));
          if (!entry.isFile() && !entry.isDirectory()) continue;
          if (entry.name > after && !entry.name.startsWith('.')) names.push(entry.name);
        }
        return names.toSorted();
      } catch (error) {
        if (error instanceof StoreError) throw error;
        if (isMissing(error)) return [];
        throw toStoreError(error);
      }
    },
    async get(name) {
      await requireRoot();
      try {
        return await readOrdinary(at(name));
      } catch (error) {
        if (error instanceof StoreError) throw error;
        if (isMissing(error)) return null;
        throw toStoreError(error);
      }
    },
    async has(name) {
      await requireRoot();
      return exists(at(name));
    },
    async create(name, bytes) {
      await requireRoot();
      const file = at(name);
      const folder = dirname(file);
      const part = join(folder, `.${basename(file)}.${randomBytes(6).toString('hex')}.part`);
      try {
        await mkdir(folder, { recursive: true });
        if (await exists(file)) return false;
        await writeThrough(part, bytes);
        const created = await place(part, file);
        await syncFolder(folder);
        return created;
      } catch (error) {
        throw toStoreError(error);
      } finally {
        await rm(part, { force: true });
      }
    },
  };
}

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';

function exists(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  );
}

/**
 * Reads only regular files of limited size: another program with access to the folder may put a pipe, which never ends,
 * a link, which leads elsewhere, or a huge file, which fills memory, in place of an object. Opens without blocking,
 * then checks the type, because the name may be replaced in between.
 */
async function readOrdinary(file: string): Promise<Uint8Array> {
  if ((await lstat(file)).isSymbolicLink()) throw new StoreError('unfit', reasonText('sync.link', { file }));
  // Windows has neither of the last two flags and no pipes among its files; there they count as 0.
  const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = constants;
  const handle = await open(file, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
  try {
    const facts = await handle.stat();
    if (!facts.isFile()) throw new StoreError('unfit', reasonText('sync.notFile', { file }));
    if (facts.size > MAX_BYTES) throw new StoreError('unfit', reasonText('sync.large', { file, bytes: MAX_BYTES }));
    const bytes = new Uint8Array(facts.size);
    let length = 0;
    while (length < bytes.length) {
      const { bytesRead } = await handle.read(bytes, length, bytes.length - length, length);
      if (bytesRead === 0) break;
      length += bytesRead;
    }
    return bytes.subarray(0, length);
  } finally {
    await handle.close();
  }
}

async function writeThrough(file: string, bytes: Uint8Array): Promise<void> {
  const handle = await open(file, 'wx', 0o600);
  try {
    await handle.writeFile(bytes);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** A hard link fails if the name exists already. On disks without hard links, that is checked first. */
async function place(part: string, file: string): Promise<boolean> {
  try {
    await link(part, file);
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
  }
  if (await exists(file)) return false;
  await rename(part, file);
  return true;
}

/** Makes the new name survive a power cut, as the bytes do; not every system supports this. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r').catch(() => null);
  await handle?.sync().catch(() => undefined);
  await handle?.close();
}

function toStoreError(error: unknown): StoreError {
  const code = codeOf(error);
  const detail = errorMessage(error);
  if (code === 'ENOSPC' || code === 'EDQUOT') return new StoreError('full', detail, error);
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS') return new StoreError('refused', detail, error);
  return new StoreError('failed', detail, error);
}
