import { basename, join, relative, sep } from 'node:path';

/** Folders whose files other programs run or obey on their own, later and outside of any sandbox. */
export const PROTECTED_FOLDERS = ['.git', '.vscode', '.baton'] as const;
/** The same: hooks, and commands and servers of agents and editors. In few folders, so no sandbox makes them. */
const RARE_FOLDERS = ['.claude', '.codex', '.cursor', '.gemini', '.husky', '.idea'] as const;
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

const FOLDERS: ReadonlySet<string> = new Set([...PROTECTED_FOLDERS, ...RARE_FOLDERS]);
const FILES: ReadonlySet<string> = new Set([...PROTECTED_FILES, ...SHELL_PROFILES, 'opencode.json', 'opencode.jsonc']);

/**
 * The names that a disk of macOS or Windows takes for the same: without case, with `ſ` as `s` and `ﬁ` as `fi` (APFS), and
 * without invisible characters (HFS+).
 */
export const folded = (name: string): string =>
  name
    .normalize('NFKC')
    .replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '')
    .toUpperCase()
    .toLowerCase();

/** Whether a file may only change with the user's eyes on it, at any depth below an attached folder. */
export function isProtected(root: string, path: string): boolean {
  const parts = relative(root, path).split(sep).map(folded);
  return parts.some((part) => FOLDERS.has(part)) || FILES.has(folded(basename(path)));
}

interface Protected {
  path: string;
  kind: 'folder' | 'file';
  /** Also where it doesn't exist yet. */
  always: boolean;
}

/** What a sandboxed command must not change in an attached folder. `home`: the user's own folder. */
export function protectedIn(root: string, home: string | null): Protected[] {
  const files: readonly string[] = root === home ? [...PROTECTED_FILES, ...SHELL_PROFILES] : PROTECTED_FILES;
  return [
    ...PROTECTED_FOLDERS.map((name) => ({ path: join(root, name), kind: 'folder' as const, always: true })),
    ...files.map((name) => ({ path: join(root, name), kind: 'file' as const, always: true })),
    ...RARE_FOLDERS.map((name) => ({ path: join(root, name), kind: 'folder' as const, always: false })),
  ];
}
