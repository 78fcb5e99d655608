import { lstat, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { isMissing } from '../base/private-file.ts';

const KEPT = 3;

interface Image {
  path: string;
  bytes: number;
  at: number;
}

/** Files of Crashpad (`.dmp`, and what belongs to them). Links are neither followed nor counted. */
async function listImages(folder: string): Promise<Image[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch((error: unknown) => {
    if (isMissing(error)) return [];
    throw error;
  });
  const files = entries.filter((entry) => entry.isFile() && /\.(dmp|meta)$/.test(entry.name));
  const images = files.map(async (entry) => {
    const path = join(entry.parentPath, entry.name);
    const { size, mtimeMs } = await lstat(path);
    return { path, bytes: size, at: mtimeMs };
  });
  return Promise.all(images);
}

export async function countImages(folder: string): Promise<{ folder: string; count: number; bytes: number }> {
  const images = await listImages(folder);
  return {
    folder,
    count: images.filter(({ path }) => path.endsWith('.dmp')).length,
    bytes: images.reduce((sum, { bytes }) => sum + bytes, 0),
  };
}

/** Keeps the newest ones, because each may hold what was in memory: text, and parts of keys. */
export async function removeImages(folder: string, kept = KEPT): Promise<void> {
  const images = (await listImages(folder)).toSorted((a, b) => b.at - a.at);
  const dumps = images.filter(({ path }) => path.endsWith('.dmp'));
  const stems = new Set(dumps.slice(0, kept).map(({ path }) => path.slice(0, -'.dmp'.length)));
  const old = images.filter(({ path }) => !stems.has(path.replace(/\.(dmp|meta)$/, '')));
  await Promise.all(old.map(({ path }) => rm(path, { force: true })));
}
