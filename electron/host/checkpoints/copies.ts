import { createHash, randomBytes } from 'node:crypto';
import { mkdir, open, readFile, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { isMissing } from '../base/private-file.ts';
import { syncFolder } from '../base/sync-folder.ts';

/** Bytes of files, each under its SHA-256. */
export interface Copies {
  has(hash: string, size: number): Promise<boolean>;
  /** `durable`: resolves when the bytes are on the disk. */
  put(hash: string, bytes: Uint8Array, durable: boolean): Promise<void>;
  /** `null` when they are missing or damaged. */
  read(hash: string): Promise<Buffer | null>;
  sizes(): Promise<ReadonlyMap<string, number>>;
  bytes(): Promise<number>;
  remove(hash: string): Promise<void>;
}

export const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

const NAME = /^[0-9a-f]{64}$/;
const FOLDER = /^[0-9a-f]{2}$/;
const TEMPORARY = /^\.[0-9a-f]{16}\.tmp$/;

export function createCopies(home: string): Copies {
  const place = join(home, 'checkpoints', 'copies');
  const folderOf = (hash: string) => join(place, hash.slice(0, 2));
  const fileOf = (hash: string) => join(folderOf(hash), hash);
  /** Written without waiting for the disk. */
  const loose = new Set<string>();
  const made = new Set<string>();
  let found: Promise<Map<string, number>> | null = null;
  let total = 0;

  async function namesIn(path: string): Promise<string[]> {
    return readdir(path).catch((error: unknown) => {
      if (isMissing(error)) return [];
      throw error;
    });
  }

  async function look(): Promise<Map<string, number>> {
    const sizes = new Map<string, number>();
    let bytes = 0;
    // Others leave files, too: file managers, programs that sync folders.
    for (const folder of (await namesIn(place)).filter((name) => FOLDER.test(name)))
      for (const name of await namesIn(join(place, folder))) {
        const path = join(place, folder, name);
        // What a crash left half written.
        if (TEMPORARY.test(name)) await rm(path, { force: true });
        else if (NAME.test(name)) {
          const { size } = await stat(path);
          sizes.set(name, size);
          bytes += size;
        }
      }
    total = bytes;
    return sizes;
  }

  const all = () =>
    (found ??= look().catch((error: unknown) => {
      found = null;
      throw error;
    }));

  async function sync(hash: string): Promise<void> {
    const handle = await open(fileOf(hash), 'r+');
    try {
      await handle.datasync();
    } finally {
      await handle.close();
    }
    await syncFolder(folderOf(hash));
    loose.delete(hash);
  }

  return {
    async has(hash, size) {
      return (await all()).get(hash) === size;
    },
    async put(hash, bytes, durable) {
      const known = await all();
      if (known.get(hash) === bytes.length) {
        if (durable && loose.has(hash)) await sync(hash);
        return;
      }
      if (!made.has(folderOf(hash))) await mkdir(folderOf(hash), { recursive: true, mode: 0o700 });
      made.add(folderOf(hash));
      const temporary = join(folderOf(hash), `.${randomBytes(8).toString('hex')}.tmp`);
      try {
        const handle = await open(temporary, 'wx', 0o600);
        try {
          await handle.writeFile(bytes);
          if (durable) await handle.datasync();
        } finally {
          await handle.close();
        }
        await rename(temporary, fileOf(hash));
      } catch (error) {
        await rm(temporary, { force: true });
        throw error;
      }
      if (durable) await syncFolder(folderOf(hash));
      else loose.add(hash);
      total += bytes.length - (known.get(hash) ?? 0);
      known.set(hash, bytes.length);
    },
    async read(hash) {
      const bytes = await readFile(fileOf(hash)).catch((error: unknown) => {
        if (isMissing(error)) return null;
        throw error;
      });
      return bytes && hashOf(bytes) === hash ? bytes : null;
    },
    sizes: all,
    async bytes() {
      await all();
      return total;
    },
    async remove(hash) {
      const known = await all();
      total -= known.get(hash) ?? 0;
      known.delete(hash);
      loose.delete(hash);
      await rm(fileOf(hash), { force: true });
    },
  };
}
