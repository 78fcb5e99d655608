import type { Dirent } from 'node:fs';
import { readdir, realpath, stat } from 'node:fs/promises';
import { dirname, isAbsolute, join, parse } from 'node:path';
import type { BrowsedFolder } from '#contract/folder-files.ts';
import { reasonText } from '#core/reasons.ts';
import { isFolder } from '../../base/is-folder.ts';
import { HostError } from '../../base/problem.ts';

const MAX_FOLDERS = 1000;

/**
 * Lists the folders in a folder, for a user who looks for one to attach. It opens no file and reads nothing but names.
 * Links to folders count as folders.
 */
export async function browseFolders(
  given: string | null,
  hidden: boolean,
  userHome: string | undefined,
): Promise<BrowsedFolder> {
  const home = userHome !== undefined && isAbsolute(userHome) ? userHome : null;
  const asked = given === null ? (home ?? parse(process.cwd()).root) : expandHome(given.trim(), home);
  if (asked.includes('\0') || !isAbsolute(asked)) throw new HostError('bad_request', reasonText('folder.path'));
  const path = await realpath(asked).catch(() => null);
  if (path === null) throw new HostError('folder_missing', reasonText('folder.missing'));
  if (!(await stat(path)).isDirectory()) throw new HostError('folder_missing', reasonText('folder.isFile'));
  const entries = await readdir(path, { withFileTypes: true }).catch(() => null);
  const named = (entries ?? []).filter(({ name }) => hidden || !name.startsWith('.'));
  const names: string[] = [];
  const order = new Intl.Collator(undefined, { numeric: true });
  for (const entry of named.sort((a, b) => order.compare(a.name, b.name))) {
    if (names.length > MAX_FOLDERS) break;
    if (await leadsToFolder(path, entry)) names.push(entry.name);
  }
  return {
    path,
    home,
    above: wayTo(path),
    folders: names.slice(0, MAX_FOLDERS).map((name) => ({ name, path: join(path, name) })),
    more: names.length > MAX_FOLDERS,
    closed: entries === null,
  };
}

function expandHome(path: string, home: string | null): string {
  return home !== null && /^~(?:[/\\]|$)/.test(path) ? join(home, path.slice(1)) : path;
}

const leadsToFolder = async (path: string, entry: Dirent): Promise<boolean> =>
  entry.isSymbolicLink() ? isFolder(join(path, entry.name)) : entry.isDirectory();

function wayTo(path: string): BrowsedFolder['above'] {
  const above = dirname(path);
  const { base, root } = parse(path);
  return above === path ? [{ name: root, path: root }] : [...wayTo(above), { name: base, path }];
}
