import { lstat, readFile, stat } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { type IgnoreRules, ignoredBy, readIgnoreRules } from '../builtin/workspace/ignore-rules.ts';
import { inFolder, type ResolvedPath } from '../builtin/workspace/safe-path.ts';

const MAX_DEPTH = 40;
const IGNORE_FILE_LIMIT = 256 * 1024;
/** These folders hold other people's files, even when no .gitignore lists them. */
const FOREIGN: ReadonlySet<string> = new Set(['.git', 'node_modules']);

/**
 * Returns the folders from an attached folder's root down to a place in it, root first, both included. Stops at
 * dependencies and at folders that .gitignore lists.
 */
export async function foldersTo(place: ResolvedPath): Promise<string[]> {
  const found = await stat(place.path).catch(() => null);
  const end = found?.isDirectory() ? place.path : dirname(place.path);
  const below = relative(place.root, end);
  const names = below === '' ? [] : below.split(sep).slice(0, MAX_DEPTH);
  const folders = [place.root];
  const scopes: { depth: number; rules: IgnoreRules }[] = [];
  for (const [depth, name] of names.entries()) {
    const path = folders.at(-1) ?? place.root;
    scopes.push({ depth, rules: await ignoreRulesOf({ ...place, path }) });
    const verdict = scopes
      .map((scope) => ignoredBy(scope.rules, names.slice(scope.depth, depth + 1).join('/'), true))
      .findLast((one) => one !== null);
    if (FOREIGN.has(name) || verdict === true) break;
    folders.push(join(path, name));
  }
  return folders;
}

/** Empty unless the file is a regular file: a pipe would never end. */
async function ignoreRulesOf(folder: ResolvedPath): Promise<IgnoreRules> {
  const read = async (path: string): Promise<string> => {
    const file = join(path, '.gitignore');
    const found = await lstat(file);
    return found.isFile() && found.size <= IGNORE_FILE_LIMIT ? readFile(file, 'utf8') : '';
  };
  return readIgnoreRules(await inFolder(folder, read).catch(() => ''));
}
