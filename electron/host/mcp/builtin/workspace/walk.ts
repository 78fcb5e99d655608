import { type Dirent } from 'node:fs';
import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type IgnoreRules, ignoredBy, readIgnoreRules } from './ignore-rules.ts';
import { type ResolvedPath, inFolder } from './safe-path.ts';

export interface Found {
  /** Relative to the starting folder, with `/`. */
  path: string;
  kind: 'file' | 'folder' | 'link' | 'other';
  depth: number;
}

export interface WalkOptions {
  signal: AbortSignal;
  depth: number;
  /** Includes files that .gitignore lists; never .git itself. */
  ignored: boolean;
}

const MAX_ENTRIES = 200_000;
const IGNORE_FILE_LIMIT = 1024 * 1024;

function kindOf(entry: Dirent): Found['kind'] {
  if (entry.isSymbolicLink()) return 'link';
  if (entry.isDirectory()) return 'folder';
  return entry.isFile() ? 'file' : 'other';
}

/**
 * Yields everything in a folder, sorted by name, each folder before its contents. Links are listed but never followed,
 * so the walk can't leave the folder or loop.
 */
export async function* walk(
  place: ResolvedPath,
  { signal, depth, ignored }: WalkOptions,
): AsyncGenerator<Found, void, void> {
  let seen = 0;

  async function entriesOf(below: string): Promise<{ entries: Dirent[]; rules: IgnoreRules | null }> {
    const path = below === '' ? place.path : join(place.path, below);
    return inFolder({ ...place, path }, async (folder) => {
      const entries = await readdir(folder, { withFileTypes: true });
      const own = entries.find(({ name }) => name === '.gitignore');
      const text = own?.isFile() && !ignored ? await readFile(join(folder, '.gitignore'), 'utf8').catch(() => '') : '';
      return {
        entries: entries.sort((a, b) => (a.name < b.name ? -1 : 1)),
        rules: text === '' ? null : readIgnoreRules(text.slice(0, IGNORE_FILE_LIMIT)),
      };
    });
  }

  /** `scopes`: rules of the parent folders, each with its location. The nearest scope with a match decides. */
  async function* visit(
    below: string,
    level: number,
    scopes: readonly { base: string; rules: IgnoreRules }[],
  ): AsyncGenerator<Found, void, void> {
    // A folder that was removed or can't be read is treated as empty.
    const { entries, rules } = await entriesOf(below).catch(() => ({ entries: [], rules: null }));
    const all = rules === null ? scopes : [...scopes, { base: below === '' ? '' : `${below}/`, rules }];
    for (const entry of entries) {
      signal.throwIfAborted();
      if (entry.name === '.git' || ++seen > MAX_ENTRIES) continue;
      const path = below === '' ? entry.name : `${below}/${entry.name}`;
      const kind = kindOf(entry);
      const verdict = all
        .map((scope) => ignoredBy(scope.rules, path.slice(scope.base.length), kind === 'folder'))
        .findLast((one) => one !== null);
      if (verdict === true) continue;
      yield { path, kind, depth: level };
      if (kind === 'folder' && level < depth) yield* visit(path, level + 1, all);
    }
  }

  yield* visit('', 1, []);
}
