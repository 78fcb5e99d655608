import { access, chmod, constants, mkdir, readdir, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import envPaths from 'env-paths';

/** For people at a terminal; the desktop app has these words in the user's language. */
const REASONS = {
  forbidden: 'it may not be written to',
  'read-only': 'it is on a read-only disk',
  file: 'there is a file of that name',
  'part-is-file': 'a part of its path is a file',
  full: 'the disk is full',
  foreign: 'it belongs to another user',
  'no-links': 'its disk, FAT or exFAT perhaps, knows no links and no permissions',
  installed: 'an installer put the program there, and its next update would empty that folder; use a portable one',
  moved: 'the system runs the program from a temporary place; move it to another folder first',
} as const;
export type HomeReason = keyof typeof REASONS;

/** Thrown when the folder can't be used; the message says why and what to do. */
export class HomeUnusableError extends Error {
  readonly path: string;
  /** Null for an error of the system that has no words. */
  readonly reason: HomeReason | null;

  constructor(path: string, reason: HomeReason | { code: string }, options?: ErrorOptions) {
    const words = typeof reason === 'string' ? REASONS[reason] : reason.code;
    super(
      `The folder for Baton's settings and keys cannot be used: ${path} (${words}). Choose another with --home.`,
      options,
    );
    this.name = 'HomeUnusableError';
    this.path = path;
    this.reason = typeof reason === 'string' ? reason : null;
  }
}

export function resolveHome(given: string | null, env: Readonly<Record<string, string | undefined>>): string {
  return resolve(given ?? (env['BATON_HOME'] || envPaths('Baton', { suffix: '' }).config));
}

const OWN_FILES = new Set([
  'config.jsonc',
  'config.ui.json',
  'running.json',
  'secrets.json',
  'secret-store.json',
  'connections.json',
  'logs',
]);

/**
 * Creates the folder with mode 0700. An existing folder that others can read is closed only if it is empty or Baton's
 * own: pointing --home at a shared folder must not lock out its other users.
 */
export async function prepareHome(path: string): Promise<void> {
  try {
    await mkdir(path, { recursive: true, mode: 0o700 });
    const { mode } = await stat(path);
    if (process.platform !== 'win32' && (mode & 0o077) !== 0) {
      const names = await readdir(path);
      if (names.length === 0 || names.some((name) => OWN_FILES.has(name))) await chmod(path, 0o700);
    }
    await access(path, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : String(error);
    const reasons: Record<string, HomeReason> = {
      EACCES: 'forbidden',
      EPERM: 'forbidden',
      EROFS: 'read-only',
      EEXIST: 'file',
      ENOTDIR: 'part-is-file',
      ENOSPC: 'full',
    };
    throw new HomeUnusableError(path, reasons[code] ?? { code }, { cause: error });
  }
}
