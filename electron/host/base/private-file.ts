import { access, readFile, rename } from 'node:fs/promises';
import writeFileAtomic from 'write-file-atomic';
import { HostError } from './problem.ts';

export function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}

/** null when there is no such file. */
export async function readText(file: string): Promise<string | null> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

/** The disk, the quota or the largest size of a file is reached. */
export function isDiskFull(error: unknown): boolean {
  return error instanceof Error && 'code' in error && ['ENOSPC', 'EDQUOT', 'EFBIG'].includes(String(error.code));
}

/** Whole or not at all, on disk when it resolves, readable by this user only. Throws `disk_full`. */
export async function writePrivate(file: string, text: string): Promise<void> {
  try {
    await writeFileAtomic(file, text, { mode: 0o600, fsync: true });
  } catch (error) {
    throw isDiskFull(error) ? new HostError('disk_full', undefined, { cause: error }) : error;
  }
}

async function exists(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  );
}

/** Moves a file out of the way under a name that tells when, and keeps it. Returns the new name, null without a file. */
export async function renameToBackup(file: string, now: number): Promise<string | null> {
  if (!(await exists(file))) return null;
  const stem = `${file}.set-aside-${new Date(now).toISOString().replaceAll(':', '-')}`;
  let name = stem;
  for (let count = 2; await exists(name); count++) name = `${stem}-${count}`;
  await rename(file, name);
  return name;
}
