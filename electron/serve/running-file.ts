import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { readText, writePrivate } from '../host/base/private-file.ts';

/** Which process serves a home: for people, when it does not answer. Earlier builds kept their token here. */
const Running = z.object({ pid: z.int() });

const fileOf = (home: string) => join(home, 'running.json');

/** Null when nobody wrote one. It may have ended without cleaning up. */
export async function readRunning(home: string): Promise<number | null> {
  const text = await readText(fileOf(home));
  if (text === null) return null;
  try {
    return Running.parse(JSON.parse(text)).pid;
  } catch {
    return null;
  }
}

/** Takes the place of what an earlier build left there. */
export async function writeRunning(home: string, pid: number): Promise<void> {
  await rm(fileOf(home), { force: true });
  await writePrivate(fileOf(home), `${JSON.stringify({ pid })}\n`);
}

/** Leaves the file of a later Baton alone. */
export async function removeRunning(home: string, pid: number): Promise<void> {
  if ((await readRunning(home)) === pid) await rm(fileOf(home), { force: true });
}
