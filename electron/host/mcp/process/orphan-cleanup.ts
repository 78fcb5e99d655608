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

/** A process's start time in the system's own format. With the pid it distinguishes this process from a later one. */
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
 * Records running programs on disk, and ends those that a killed host left running and that did not end when their
 * input closed. Two hosts never share a home. On Windows nothing is recorded: there is no start time to compare.
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
        // It has just ended.
      }
    }
  }

  async function remember({ pid, exited }: Child): Promise<void> {
    let hasExited = false;
    const ended = exited.then(() => (hasExited = true));
    const born = await birthOf(pid, system.platform);
    if (born === null || hasExited) return;
    const entry = { pid, born };
    running.push(entry);
    // A failing disk must not keep a server from running.
    await write().catch(() => undefined);
    await ended;
    running.splice(running.indexOf(entry), 1);
    await write().catch(() => undefined);
  }

  if (system.platform === 'win32') return system;
  // With an unreadable file there is nothing to end.
  const swept = sweep().catch(() => undefined);
  return {
    env: system.env,
    platform: system.platform,
    async spawn(options) {
      await swept;
      const child = await system.spawn(options);
      // Not awaited: Node discards the output of a process that has ended if there is no listener by then.
      void remember(child);
      return child;
    },
    flush: () => enqueue(async () => undefined),
  };
}
