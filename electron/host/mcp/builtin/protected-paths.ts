import { basename, relative, sep } from 'node:path';

/** Folders whose files other programs run or obey on their own, later and outside of any sandbox. */
const PROTECTED_FOLDERS = ['.git', '.vscode', '.baton'] as const;
/** Files of the same kind: servers that other apps start. */
const PROTECTED_FILES = ['.mcp.json'] as const;
/** Read by command shells, by git and by direnv, at the next start. */
const SHELL_PROFILES = [
  '.bashrc',
  '.bash_profile',
  '.bash_login',
  '.bash_logout',
  '.profile',
  '.zshrc',
  '.zprofile',
  '.zshenv',
  '.zlogin',
  '.zlogout',
  '.kshrc',
  '.envrc',
  '.gitconfig',
  '.gitmodules',
] as const;

const FOLDERS: ReadonlySet<string> = new Set(PROTECTED_FOLDERS);
const FILES: ReadonlySet<string> = new Set([...PROTECTED_FILES, ...SHELL_PROFILES]);

/**
 * Whether a file may only change with the user's eyes on it, at any depth below an attached folder. Case doesn't matter,
 * because it doesn't on macOS and Windows.
 */
export function isProtected(root: string, path: string): boolean {
  const parts = relative(root, path).toLowerCase().split(sep);
  return parts.some((part) => FOLDERS.has(part)) || FILES.has(basename(path).toLowerCase());
}
