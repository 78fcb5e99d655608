import type { ConfigurationWarning, LayerName } from '#contract/configuration.ts';

/** Returns the layer for a name. Unknown names count as a workspace, which may do less than the user's own. */
export function layerNamed(origin: string): LayerName {
  if (/^user\b/i.test(origin)) return 'user';
  return /^ui\b/i.test(origin) ? 'ui' : 'workspace';
}

/** Returns a warning as one English sentence, for logs and for callers without a page. */
export function warningText({ file, line, key, code, detail = '' }: ConfigurationWarning): string {
  const texts: Record<ConfigurationWarning['code'], string> = {
    syntax: `could not be read and is left out (${detail})`,
    'not-an-object': 'holds no object and is left out',
    'too-large': 'is too long for a configuration and is left out',
    unreadable: `could not be opened and is left out (${detail})`,
    'unknown-key': `"${key}" is not known and is ignored`,
    'unused-list': `"${key}" is not used here`,
    'unknown-hook': `unknown hook "${detail}" in ${key} is ignored`,
    'renamed-hook': `a hook in ${key} has another name now: ${detail}`,
    'invalid-value': `"${key}" is not valid and is left out (expected: ${detail})`,
    'unsafe-key': `"${key}" is not allowed and is ignored`,
    'repeated-key': `"${key}" is written twice, the last one counts`,
    'user-file-only': `"${key}"${detail === '' ? '' : ` (${detail})`} counts in the user's own file only and is ignored here`,
  };
  return `${file}${line === null ? '' : `:${line}`}: ${texts[code]}`;
}
