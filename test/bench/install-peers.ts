import { execFile } from 'node:child_process';
import { access } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const FOLDER = fileURLToPath(new URL('peers/', import.meta.url));
const MAX_MS = 180_000;

/** Installs the libraries to compare with, once. Returns an error message; `null` when they are installed. */
export async function installPeers(): Promise<string | null> {
  try {
    await access(`${FOLDER}node_modules/.package-lock.json`);
    return null;
  } catch {
    // Not installed yet.
  }
  try {
    await promisify(execFile)('npm', ['ci'], { cwd: FOLDER, timeout: MAX_MS });
    return null;
  } catch (error) {
    return error instanceof Error ? (error.message.split('\n')[0] ?? error.message) : String(error);
  }
}
