/** Whose rules. Both are written alike but differ when a rule does not say when it applies. */
export type RuleOwner = 'claude' | 'cursor';

export interface RuleFile {
  /** The text to send, without the front matter. */
  text: string;
  /** It applies to every file. */
  always: boolean;
  /** It applies to files matching these patterns, relative to the folder that contains the rules. */
  globs: string[];
}

const MAX_GLOBS = 50;

/**
 * Parses a rule by its front matter. Both kinds take `globs` and `paths`, as lists or on one line, and `alwaysApply`.
 * Without any of them a Claude rule applies to every file (code.claude.com/docs/en/memory, 2026), and a Cursor rule
 * only where the user names it (cursor.com/docs/context/rules, 2026). Never throws: unreadable lines are ignored.
 */
export function readRuleFile(source: string, owner: RuleOwner): RuleFile {
  const plain = source.replace(/^\ufeff/, '').replaceAll('\r\n', '\n');
  const found = /^---[ \t]*\n(?:([\s\S]*?)\n)?---[ \t]*(?:\n|$)/.exec(plain);
  const fields = readFields(found?.[1] ?? '');
  const globs = [...(fields.get('globs') ?? []), ...(fields.get('paths') ?? [])].slice(0, MAX_GLOBS);
  const stated = fields.get('alwaysapply')?.[0]?.toLowerCase();
  const always = stated === 'true' || (stated === undefined && owner === 'claude' && globs.length === 0);
  return { text: plain.slice(found?.[0].length ?? 0).trim(), always, globs };
}

/**
 * The subset of YAML that such files use: `key: value`, `key: [a, b]`, and a list below its key. Values are always
 * lists.
 */
function readFields(yaml: string): ReadonlyMap<string, string[]> {
  const fields = new Map<string, string[]>();
  let open: string[] | null = null;
  for (const line of yaml.split('\n')) {
    const item = /^\s*-\s+(.*)$/.exec(line);
    if (item) {
      open?.push(...splitValues(item[1] ?? ''));
      continue;
    }
    const field = /^([A-Za-z_-]+)\s*:(.*)$/.exec(line);
    if (!field) continue;
    open = splitValues(field[2] ?? '');
    fields.set((field[1] ?? '').toLowerCase(), open);
  }
  return fields;
}

/** Commas separate values, but not inside quotes or braces: `*.{ts,tsx}` is one name. */
function splitValues(text: string): string[] {
  const inner = text.trim().replace(/^\[([\s\S]*)\]$/, '$1');
  const values: string[] = [];
  let [value, quote, depth] = ['', '', 0];
  for (const char of inner) {
    if (quote !== '') {
      if (char === quote) quote = '';
      else value += char;
    } else if (char === '"' || char === "'") quote = char;
    else if (char === ',' && depth === 0) {
      values.push(value);
      value = '';
    } else {
      if (char === '{') depth++;
      if (char === '}') depth = Math.max(0, depth - 1);
      value += char;
    }
  }
  return [...values, value].map((one) => one.trim()).filter((one) => one !== '');
}
