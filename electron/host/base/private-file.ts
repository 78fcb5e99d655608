import { access, readFile, rename } from 'node:fs/promises';
import writeFileAtomic from 'write-file-atomic';
import { HostError } from './problem.ts';

export function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}

/** Returns `null` when the file does not exist. */
export async function readText(file: string): Promise<string | null> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

/** True when the disk or the quota is full, or the file is too large. */
export function isDiskFull(error: unknown): boolean {
  return error instanceof Error && 'code' in error && ['ENOSPC', 'EDQUOT', 'EFBIG'].includes(String(error.code));
}

/** Writes the file atomically, readable by this user only, and resolves when it is on disk. Throws `disk_full`. */
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

/** Renames a file to a backup with the time in its name. Returns the new name, or `null` when there is no file. */
export async function renameToBackup(file: string, now: number): Promise<string | null> {
  if (!(await exists(file))) return null;
  const stem = `${file}.set-aside-${new Date(now).toISOString().replaceAll(':', '-')}`;
  let name = stem;
  for (let count = 2; await exists(name); count++) name = `${stem}-${count}`;
  await rename(file, name);
  return name;
}
