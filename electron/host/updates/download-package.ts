import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, rename, rm, stat } from 'node:fs/promises';
import type { ReleaseFile } from '#contract/updates.ts';
import { networkOf } from '../base/base-url.ts';
import type { HostDeps } from '../base/deps.ts';
import { isMissing } from '../base/private-file.ts';
import { HostError } from '../base/problem.ts';

const MAX_REDIRECTS = 5;
/** Without a byte for this long, the download has failed. What has arrived is kept. */
const MAX_SILENCE_MS = 60_000;

/** What arrived is not the file that the feed names. Nothing of it is kept. */
export class PackageMismatchError extends Error {
  override name = 'PackageMismatchError';
}

export interface DownloadDeps extends Pick<HostDeps, 'fetch' | 'clock'> {
  /** Where it goes. Until it is whole and checked, it is called `<path>.part`. */
  path: string;
  signal: AbortSignal;
  onProgress: (bytes: number) => void;
}

/** Whether this is exactly that file. */
export async function isPackage(
  path: string,
  { size, sha512 }: Pick<ReleaseFile, 'size' | 'sha512'>,
): Promise<boolean> {
  if ((await sizeOf(path)) !== size) return false;
  return (await hashOf(path)).digest('hex') === sha512;
}

/** Throws a PackageMismatchError unless this is exactly that file. */
export async function checkPackage(path: string, file: Pick<ReleaseFile, 'size' | 'sha512'>): Promise<void> {
  if (!(await isPackage(path, file))) throw new PackageMismatchError('This isn’t what the signed feed names.');
}

async function sizeOf(path: string): Promise<number | null> {
  try {
    const found = await stat(path);
    return found.isFile() ? found.size : null;
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

async function hashOf(path: string) {
  const hash = createHash('sha512');
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer);
  return hash;
}

/** Servers of releases redirect to where the bytes are. What arrives is checked against the signed feed, wherever it is from. */
async function get(deps: DownloadDeps, url: string, from: number): Promise<Response> {
  let address = new URL(url);
  for (let hop = 0; hop <= MAX_REDIRECTS; hop++) {
    const reach = networkOf(address.hostname);
    if (reach === 'forbidden') throw new HostError('forbidden', `${address.hostname} is no place to ask.`);
    const headers = { 'accept-encoding': 'identity', ...(from > 0 && { range: `bytes=${from}-` }) };
    const response = await deps.fetch(
      new Request(address, { headers, redirect: 'manual', signal: deps.signal }),
      reach,
    );
    if (response.status < 300 || response.status > 399) return response;
    await response.body?.cancel();
    const next = new URL(response.headers.get('location') ?? '', address);
    const isDown = address.protocol === 'https:' && next.protocol !== 'https:';
    if (isDown || next.username !== '' || !/^https?:$/.test(next.protocol))
      throw new Error(`It led to ${next.protocol}//${next.hostname}.`);
    address = next;
  }
  throw new Error('It led from one address to the next without end.');
}

/**
 * Downloads a file that a signed feed names, and goes on where an earlier try ended. Resolves when size and SHA-512 agree;
 * otherwise rejects, and the file under `path` is as it was.
 */
export async function downloadPackage(file: ReleaseFile, deps: DownloadDeps): Promise<void> {
  const part = `${deps.path}.part`;
  let have = (await sizeOf(part)) ?? 0;
  if (have > file.size) {
    await rm(part, { force: true });
    have = 0;
  }
  let hash = have > 0 ? await hashOf(part) : createHash('sha512');
  if (have < file.size) {
    const silent = new AbortController();
    const signal = AbortSignal.any([deps.signal, silent.signal]);
    const response = await withinSilence(get({ ...deps, signal }, file.url, have), deps).catch((error: unknown) => {
      silent.abort(error);
      throw error;
    });
    if (response.status === 200 && have > 0) {
      // The server sends it from the start.
      have = 0;
      hash = createHash('sha512');
    } else if (response.status !== (have > 0 ? 206 : 200)) {
      await response.body?.cancel();
      // What is here can't be continued, so the next try begins again.
      if (response.status === 416) await rm(part, { force: true });
      throw new Error(`The server answered with status ${response.status}.`);
    }
    const reader = response.body?.getReader();
    if (!reader) throw new Error('The server sent nothing.');
    const handle = await open(part, have > 0 ? 'a' : 'w', 0o600);
    try {
      for (;;) {
        const { done, value } = await withinSilence(reader.read(), deps);
        deps.signal.throwIfAborted();
        if (done) break;
        have += value.byteLength;
        if (have > file.size) break;
        hash.update(value);
        // Unlike `write`, it goes on until all of it is written.
        await handle.writeFile(value);
        deps.onProgress(have);
      }
      await handle.sync();
    } finally {
      await handle.close();
      await reader.cancel().catch(() => undefined);
    }
    if (have < file.size) throw new Error(`It ended after ${have} of ${file.size} bytes.`);
  }
  if (have > file.size || hash.digest('hex') !== file.sha512) {
    await rm(part, { force: true });
    throw new PackageMismatchError('What arrived isn’t what the signed feed names.');
  }
  await rename(part, deps.path);
}

async function withinSilence<T>(next: Promise<T>, { clock }: Pick<DownloadDeps, 'clock'>): Promise<T> {
  const late = Promise.withResolvers<never>();
  const timer = clock.setTimeout(() => late.reject(new Error('Nothing arrived for a minute.')), MAX_SILENCE_MS);
  try {
    return await Promise.race([next, late.promise]);
  } finally {
    clock.clearTimeout(timer);
  }
}
