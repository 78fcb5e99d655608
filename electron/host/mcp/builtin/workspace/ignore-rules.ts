import { type Glob, matchesGlob, readGlob } from './glob-pattern.ts';

interface Rule {
  negated: boolean;
  foldersOnly: boolean;
  glob: Glob;
}

export type IgnoreRules = readonly Rule[];

const MAX_RULES = 5000;

/** Parses one line of a .gitignore (gitignore(5)); null for blank lines and comments. */
function readRule(line: string): Rule | null {
  let pattern = line.replace(/\r$/, '').replace(/(?<!\\)[ \t]+$/, '');
  if (pattern === '' || pattern.startsWith('#')) return null;
  const negated = pattern.startsWith('!');
  if (negated) pattern = pattern.slice(1);
  const foldersOnly = pattern.endsWith('/');
  if (foldersOnly) pattern = pattern.slice(0, -1);
  // With a slash inside it is relative to this folder; without one it matches a name at any depth.
  const bound = pattern.includes('/');
  pattern = pattern.replace(/^\//, '');
  if (pattern === '') return null;
  return { negated, foldersOnly, glob: readGlob(bound ? pattern : `**/${pattern}`) };
}

export function readIgnoreRules(text: string): IgnoreRules {
  return text
    .split('\n')
    .slice(0, MAX_RULES)
    .map(readRule)
    .filter((rule) => rule !== null);
}

/** Whether these rules ignore a path: the last match decides; null when none matches. */
export function ignoredBy(rules: IgnoreRules, path: string, isFolder: boolean): boolean | null {
  const rule = rules.findLast(({ foldersOnly, glob }) => (!foldersOnly || isFolder) && matchesGlob(glob, path));
  return rule ? !rule.negated : null;
}
