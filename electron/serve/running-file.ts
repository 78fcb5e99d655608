import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { readText, writePrivate } from '../host/base/private-file.ts';

/** The process that serves a home, shown to the user when it doesn't answer. Earlier builds stored their token here. */
const Running = z.object({ pid: z.int() });

const fileOf = (home: string) => join(home, 'running.json');

/** Returns null without a file. The process may have ended without removing it. */
export async function readRunning(home: string): Promise<number | null> {
  const text = await readText(fileOf(home));
  if (text === null) return null;
  try {
    return Running.parse(JSON.parse(text)).pid;
  } catch {
    return null;
  }
}

/** Replaces the file, including one of an earlier build. */
export async function writeRunning(home: string, pid: number): Promise<void> {
  await rm(fileOf(home), { force: true });
  await writePrivate(fileOf(home), `${JSON.stringify({ pid })}\n`);
}

/** Does not remove the file of a later Baton. */
export async function removeRunning(home: string, pid: number): Promise<void> {
  if ((await readRunning(home)) === pid) await rm(fileOf(home), { force: true });
}
