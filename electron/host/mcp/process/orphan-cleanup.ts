import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';
import { readText, writePrivate } from '../../base/private-file.ts';
import { createQueue } from '../../base/serialize.ts';
import { readProcStat } from './proc-stat.ts';
import type { Child, Spawner } from './spawner.ts';

const File = z.array(z.object({ pid: z.int().min(2), born: z.string() }));
type Entry = z.infer<typeof File>[number];

/** When a process began, in whatever words the system has: with the pid it tells this process from a later one. */
async function birthOf(pid: number, platform: NodeJS.Platform): Promise<string | null> {
  try {
    if (platform === 'linux') return (await readProcStat(pid)).born;
    const { stdout } = await promisify(execFile)('ps', ['-o', 'lstart=', '-p', String(pid)]);
    return stdout.trim() || null;
  } catch {
    return null;
  }
}

/**
 * Remembers on disk which programs run, and ends those that a host left behind when it was killed and that did not end
 * with their input. Two hosts never share a home. On Windows nothing is remembered: there is no birth to compare.
 */
export function withOrphanCleanup(system: Spawner, home: string): Spawner {
  const file = join(home, 'mcp-running.json');
  const enqueue = createQueue();
  const running: Entry[] = [];
  const write = () => enqueue(() => writePrivate(file, `${JSON.stringify(running)}\n`));

  async function sweep(): Promise<void> {
    const text = await readText(file);
    if (text === null) return;
    let left: Entry[];
    try {
      left = File.parse(JSON.parse(text));
    } catch {
      return;
    }
    for (const { pid, born } of left) {
      if ((await birthOf(pid, system.platform)) !== born) continue;
      try {
        process.kill(-pid, 'SIGKILL');
      } catch {
        // It ended just now.
      }
    }
  }

  async function remember({ pid, exited }: Child): Promise<void> {
    let gone = false;
    const ended = exited.then(() => (gone = true));
    const born = await birthOf(pid, system.platform);
    if (born === null || gone) return;
    const entry = { pid, born };
    running.push(entry);
    // A disk that refuses must not keep a server from running.
    await write().catch(() => undefined);
    await ended;
    running.splice(running.indexOf(entry), 1);
    await write().catch(() => undefined);
  }

  if (system.platform === 'win32') return system;
  // A file that cannot be read tells of nothing to end.
  const swept = sweep().catch(() => undefined);
  return {
    env: system.env,
    platform: system.platform,
    async spawn(options) {
      await swept;
      const child = await system.spawn(options);
      // Not awaited: Node throws away what a process wrote before it ended if nobody listens by then.
      void remember(child);
      return child;
    },
    flush: () => enqueue(async () => undefined),
  };
}
