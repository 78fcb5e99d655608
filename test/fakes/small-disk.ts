import { spawnSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync, statSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** An in-memory file system that can be filled to the last byte. */
export interface SmallDisk {
  path: string;
  fill: () => void;
  /** Frees what `fill` used. */
  free: () => void;
  remove: () => void;
}

const mount = (args: readonly string[]) => spawnSync('/bin/mount', args, { stdio: 'ignore' }).status === 0;
const unmount = (path: string) => spawnSync('/bin/umount', ['-l', path], { stdio: 'ignore' });

/** Why there can be none here; `null` if there can. */
export function noSmallDisk(): string | null {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return 'only root on Linux can mount a small disk';
  const disk = mountSmallDisk(1);
  disk?.remove();
  return disk ? null : 'this machine lets nobody mount a disk';
}

function mountSmallDisk(megabytes: number): SmallDisk | null {
  const path = mkdtempSync(join(tmpdir(), 'baton-disk-'));
  if (!mount(['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=700`, 'baton-test', path])) {
    rmSync(path, { recursive: true });
    return null;
  }
  const filler = join(path, 'filler');
  return {
    path,
    fill() {
      const file = openSync(filler, 'a');
      for (const size of [1024 ** 2, 4096, 1]) {
        try {
          while (writeSync(file, Buffer.alloc(size, 'x')) === size);
        } catch (error) {
          if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error;
        }
      }
      closeSync(file);
      if (statSync(filler).size === 0) throw new Error('there was nothing to fill');
    },
    free: () => rmSync(filler, { force: true }),
    remove() {
      unmount(path);
      rmSync(path, { recursive: true, force: true });
    },
  };
}

export function makeSmallDisk(megabytes: number): SmallDisk {
  const disk = mountSmallDisk(megabytes);
  if (!disk) throw new Error(noSmallDisk() ?? 'the disk could not be mounted');
  return disk;
}
