import { basename, join, relative, sep } from 'node:path';

/** Folders whose files other programs run or obey on their own, later and outside of any sandbox. */
export const PROTECTED_FOLDERS = ['.git', '.vscode', '.baton'] as const;
/** Files of the same kind: servers that other apps start. */
export const PROTECTED_FILES = ['.mcp.json'] as const;
/** Read by command shells, by git and by direnv, at the next start. */
export const SHELL_PROFILES = [
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

/** What a sandboxed command must not change in an attached folder. `home`: the user's own folder. */
export function protectedIn(root: string, home: string | null): { path: string; kind: 'folder' | 'file' }[] {
  const files: readonly string[] = root === home ? [...PROTECTED_FILES, ...SHELL_PROFILES] : PROTECTED_FILES;
  return [
    ...PROTECTED_FOLDERS.map((name) => ({ path: join(root, name), kind: 'folder' as const })),
    ...files.map((name) => ({ path: join(root, name), kind: 'file' as const })),
  ];
}
