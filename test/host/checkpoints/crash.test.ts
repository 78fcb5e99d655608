import {
  appendFileSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import type * as FileSystem from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type StoreBench, createStoreBench, treeOf } from './support.ts';

/** How many more effects on the disk happen before the host is gone; null for a host that stays. */
const disk = vi.hoisted(() => ({ left: null as number | null, count: 0 }));

/** From the crash on nothing has an effect any more, as if the process were gone. */
class CrashError extends Error {}

function effect(): void {
  disk.count += 1;
  if (disk.left === null) return;
  if (disk.left <= 0) throw new CrashError('gone');
  disk.left -= 1;
}

vi.mock('node:fs/promises', async (original) => {
  const real = await original<typeof FileSystem>();
  const counted =
    <A extends unknown[], R>(work: (...args: A) => Promise<R>) =>
    async (...args: A): Promise<R> => {
      effect();
      return work(...args);
    };
  return {
    ...real,
    mkdir: counted(real.mkdir as never),
    rename: counted(real.rename),
    rm: counted(real.rm as never),
    rmdir: counted(real.rmdir as never),
    unlink: counted(real.unlink),
    symlink: counted(real.symlink as never),
    open: async (...args: Parameters<typeof real.open>) => {
      const writes = typeof args[1] === 'string' && args[1] !== 'r';
      if (writes) effect();
      const handle = await real.open(...args);
      if (writes) {
        const { appendFile, writeFile, datasync, sync } = handle;
        const half = (bytes: Uint8Array) => bytes.subarray(0, Math.floor(bytes.length / 2));
        // A crash cuts a write in the middle.
        const cut = async (write: (bytes: Uint8Array) => Promise<void>, bytes: Uint8Array) => {
          try {
            effect();
          } catch (error) {
            if (disk.left === 0) {
              disk.left = -1;
              await write(half(bytes));
            }
            throw error;
          }
          await write(bytes);
        };
        Object.assign(handle, {
          appendFile: (bytes: Uint8Array) => cut((some) => appendFile.call(handle, some), bytes),
          writeFile: (bytes: Uint8Array) => cut((some) => writeFile.call(handle, some), bytes),
          datasync: counted(datasync.bind(handle)),
          sync: counted(sync.bind(handle)),
        });
      }
      return handle;
    },
  };
});

let bench: StoreBench;
const file = (name: string) => join(bench.folder, name);

function begin(): Record<string, string> {
  bench = createStoreBench();
  mkdirSync(file('sub'));
  writeFileSync(file('a.txt'), 'a0');
  writeFileSync(file('sub/b.txt'), 'b0', { mode: 0o755 });
  symlinkSync('a.txt', file('link'));
  return treeOf(bench.folder);
}

/** The host is gone at effect `at`; another one takes back what it can, and again after the rest of the run. */
async function crashAt(at: number, work: () => Promise<void>): Promise<boolean> {
  const before = begin();
  try {
    disk.left = at;
    disk.count = 0;
    await work().catch((error: unknown) => {
      if (disk.left !== null && disk.left > 0) throw error;
    });
    const crashed = disk.left <= 0 && disk.count > at;
    disk.left = null;
    bench.restart();
    const result = await bench.takeBack({ runs: ['run-1'] });
    expect({ at, left: result.left }).toEqual({ at, left: [] });
    expect({ at, after: treeOf(bench.folder) }).toEqual({ at, after: before });
    return crashed;
  } finally {
    disk.left = null;
    bench.dispose();
  }
}

async function crashEverywhere(work: () => Promise<void>): Promise<number> {
  let at = 0;
  while (await crashAt(at, work)) at += 1;
  return at;
}

beforeEach(() => {
  disk.left = null;
});
afterEach(() => {
  disk.left = null;
});

describe('a host that goes at any of its effects on the disk', () => {
  test('while our tools write', async () => {
    const effects = await crashEverywhere(async () => {
      await bench.write('a.txt', 'a1');
      await bench.write('new/deep/c.txt', 'c');
      await bench.write('sub/b.txt', 'b1');
    });
    expect(effects).toBeGreaterThan(20);
  });

  test('before, in and after a command', async () => {
    const alive = () => {
      if (disk.left !== null) effect();
    };
    const effects = await crashEverywhere(() =>
      bench.command(() => {
        // A command ends with the host that started it.
        alive();
        writeFileSync(file('a.txt'), 'a1');
        alive();
        renameSync(file('sub'), file('moved'));
        alive();
        rmSync(file('link'));
        alive();
        writeFileSync(file('new.txt'), 'n');
        alive();
      }),
    );
    expect(effects).toBeGreaterThan(10);
  });

  test('while it takes back', async () => {
    let at = 0;
    for (let crashed = true; crashed; at++) {
      const before = begin();
      try {
        await bench.write('a.txt', 'a1');
        await bench.command(() => {
          rmSync(file('sub'), { recursive: true });
          rmSync(file('link'));
          writeFileSync(file('made.txt'), 'm');
        });
        disk.left = at;
        disk.count = 0;
        await bench.takeBack({ runs: ['run-1'] }).catch(() => undefined);
        crashed = disk.left <= 0 && disk.count > at;
        disk.left = null;
        bench.restart();
        expect((await bench.takeBack({ runs: ['run-1'] })).left).toEqual([]);
        expect({ at, after: treeOf(bench.folder) }).toEqual({ at, after: before });
      } finally {
        disk.left = null;
        bench.dispose();
      }
    }
    expect(at).toBeGreaterThan(10);
  });

  test('a line that was written half is left out, and the next one starts anew', async () => {
    begin();
    await bench.write('a.txt', 'a1');
    const place = join(bench.home, 'checkpoints', 'sessions');
    const log = join(place, readdirSync(place)[0] ?? '');
    appendFileSync(log, readFileSync(log).subarray(-60, -20));
    bench.restart();
    await bench.write('a.txt', 'a2');
    bench.restart();
    await bench.takeBack({ runs: ['run-1'] });
    expect(readFileSync(file('a.txt'), 'utf8')).toBe('a0');
    bench.dispose();
  });
});
