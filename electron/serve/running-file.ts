import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { APP_HEADER, APP_HEADER_VALUE, TOKEN_HEADER } from '#contract/headers.ts';
import { readText, writePrivate } from '#host/private-file.ts';

const Running = z.object({ pid: z.int(), port: z.int(), token: z.string(), url: z.string() });
export type Running = z.infer<typeof Running>;

const PING_MS = 2000;
const fileOf = (home: string) => join(home, 'running.json');

/** What a Baton on this home wrote when it started; it may have ended without cleaning up. */
export async function readRunning(home: string): Promise<Running | null> {
  const text = await readText(fileOf(home));
  if (text === null) return null;
  try {
    return Running.parse(JSON.parse(text));
  } catch {
    return null;
  }
}

export async function writeRunning(home: string, running: Running): Promise<void> {
  await writePrivate(fileOf(home), `${JSON.stringify(running)}\n`);
}

/** Leaves the file of a later Baton alone. */
export async function removeRunning(home: string, pid: number): Promise<void> {
  if ((await readRunning(home))?.pid === pid) await rm(fileOf(home), { force: true });
}

/** True when the Baton of this file still answers: only it knows the token. */
export async function isAlive({ port, token }: Running): Promise<boolean> {
  try {
    const response = await fetch(`http://127.0.0.1:${port}/api/ping`, {
      headers: { [APP_HEADER]: APP_HEADER_VALUE, [TOKEN_HEADER]: token },
      signal: AbortSignal.timeout(PING_MS),
      redirect: 'error',
    });
    return response.ok;
  } catch {
    return false;
  }
}
