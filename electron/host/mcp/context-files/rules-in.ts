import { join, relative, sep } from 'node:path';
import { readRuleFile, type RuleFile, type RuleOwner } from '#core/reliability/rule-file.ts';
import { ToolError } from '../builtin/tool-error.ts';
import { globMatcher } from '../builtin/workspace/glob-pattern.ts';
import { locate } from '../builtin/workspace/safe-path.ts';
import { walk } from '../builtin/workspace/walk.ts';
import { readBeginning, type FileHead } from './read-beginning.ts';

const PLACES: readonly [string, RuleOwner][] = [
  ['.claude/rules', 'claude'],
  ['.cursor/rules', 'cursor'],
];
const MAX_RULES = 100;
const MAX_DEPTH = 5;

export interface FoundRule extends FileHead {
  /** Where it was found, before links were followed. */
  path: string;
}

/**
 * Returns the rules of a folder that apply to a path in it, sorted by name; with null, those that apply to every file.
 */
export async function rulesIn(
  root: string,
  folder: string,
  touched: string | null,
  closed: string,
  signal: AbortSignal,
): Promise<FoundRule[]> {
  const found: FoundRule[] = [];
  for (const [name, owner] of PLACES)
    for (const path of await listRules(root, join(folder, name), closed, signal)) {
      const read = await readBeginning(root, path, closed);
      const rule = read && readRuleFile(read.text, owner);
      if (read && rule && rule.text !== '' && holds(rule, folder, touched))
        found.push({ ...read, text: rule.text, path });
    }
  return found;
}

async function listRules(root: string, place: string, closed: string, signal: AbortSignal): Promise<string[]> {
  const folder = await locate([root], place, closed).catch(() => null);
  if (!folder) return [];
  const paths: string[] = [];
  for await (const { path, kind } of walk(folder, { signal, depth: MAX_DEPTH, ignored: true })) {
    if (kind !== 'folder' && /\.mdc?$/i.test(path)) paths.push(join(place, path));
    if (paths.length >= MAX_RULES) break;
  }
  return paths;
}

function holds({ always, globs }: RuleFile, folder: string, touched: string | null): boolean {
  if (always) return true;
  if (touched === null) return false;
  const below = relative(folder, touched).split(sep).join('/');
  return globs.some((glob) => fits(glob, below));
}

/** An invalid pattern matches nothing. */
function fits(glob: string, path: string): boolean {
  try {
    return globMatcher(glob)(path);
  } catch (error) {
    if (error instanceof ToolError) return false;
    throw error;
  }
}
