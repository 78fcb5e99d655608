import ignore, { type Ignore } from 'ignore';

export type IgnoreRules = Ignore;

const MAX_RULES = 5000;

/** Parses the text of a .gitignore. Its patterns are relative to the folder it is in. */
export function readIgnoreRules(text: string): IgnoreRules {
  return ignore({ ignorecase: false }).add(text.split(/\r?\n/, MAX_RULES));
}

/** Whether these rules ignore a path: the last match decides; null when none matches. */
export function ignoredBy(rules: IgnoreRules, path: string, isFolder: boolean): boolean | null {
  const { ignored, unignored } = rules.test(isFolder ? `${path}/` : path);
  return ignored || unignored ? ignored : null;
}
