import type { BigIntStats, Dirent } from 'node:fs';
import { lstat, readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { isInside, inFolder } from '../mcp/builtin/workspace/safe-path.ts';
import { type IgnoreRules, ignoredBy, readIgnoreRules } from '../mcp/builtin/workspace/ignore-rules.ts';
import { isSettled, keyOf, modeOf } from './entry-state.ts';

/** An entry as the file system lists it; nothing of it is read. */
export interface SeenEntry {
  kind: 'file' | 'link' | 'folder';
  size: number;
  key: string;
  mode: number | null;
  /** Whether an equal `key` later proves that nothing has changed. */
  settled: boolean;
}

export interface Scan {
  entries: Map<string, SeenEntry>;
  /** Folders of which every entry was seen. */
  complete: Set<string>;
  /** Paths that .gitignore names; nothing below them was looked at. */
  ignored: Set<string>;
  partial: 'files' | 'time' | null;
}

export interface ScanLimits {
  files: number;
  ms: number;
}

export const SCAN_LIMITS: ScanLimits = { files: 50_000, ms: 2000 };

const IGNORE_FILE_LIMIT = 1024 * 1024;
const AT_ONCE = 8;

interface Scope {
  base: string;
  rules: IgnoreRules;
}

interface Waiting {
  root: string;
  path: string;
  scopes: readonly Scope[];
}

/** Folders that are inside others of the list are left out. */
export const outermost = (roots: readonly string[]): string[] =>
  roots.filter(
    (root, at) => !roots.some((other, i) => i !== at && isInside(other, root) && (other !== root || i < at)),
  );

/**
 * Lists everything in the folders, from the top down, so that a limit cuts off what is deepest. Links are not followed.
 * `.git` is left out: what git does there is its own.
 */
export async function scan(
  roots: readonly string[],
  { closed, ignored, limits }: { closed: string | null; ignored: boolean; limits: ScanLimits },
): Promise<Scan> {
  const found: Scan = { entries: new Map(), complete: new Set(), ignored: new Set(), partial: null };
  const until = performance.now() + limits.ms;
  let waiting: Waiting[] = outermost(roots).map((root) => ({ root, path: root, scopes: [] }));

  async function visit({ root, path, scopes }: Waiting): Promise<Waiting[]> {
    if (performance.now() > until) found.partial ??= 'time';
    if (found.entries.size >= limits.files) found.partial ??= 'files';
    if (found.partial !== null) return [];
    const below: Waiting[] = [];
    await inFolder({ root, path, shown: path, closed }, async (folder) => {
      const entries = (await readdir(folder, { withFileTypes: true })).filter(({ name }) => name !== '.git');
      const rules = ignored ? null : await rulesIn(folder, entries);
      const all = rules ? [...scopes, { base: path, rules }] : scopes;
      const wanted = entries.filter((entry) => {
        const whole = join(path, entry.name);
        if (closed !== null && isInside(closed, whole)) return false;
        if (!isIgnored(all, whole, entry.isDirectory())) return true;
        found.ignored.add(whole);
        return false;
      });
      const stats = await Promise.all(
        wanted.map(({ name }) => lstat(join(folder, name), { bigint: true }).catch(() => null)),
      );
      for (const [at, { name }] of wanted.entries()) {
        const entry = stats[at] && describe(stats[at]);
        if (!entry) continue;
        const whole = join(path, name);
        found.entries.set(whole, entry);
        if (entry.kind === 'folder') below.push({ root, path: whole, scopes: all });
      }
      found.complete.add(path);
    });
    return below;
  }

  while (waiting.length > 0) {
    const next: Waiting[] = [];
    for (let at = 0; at < waiting.length; at += AT_ONCE) {
      // A folder that was removed meanwhile or can't be read is not complete, so nothing is concluded about it.
      const some = waiting.slice(at, at + AT_ONCE).map((one) => visit(one).catch(() => []));
      next.push(...(await Promise.all(some)).flat());
    }
    waiting = next;
  }
  return found;
}

function describe(found: BigIntStats): SeenEntry | null {
  const kind = found.isSymbolicLink() ? 'link' : found.isDirectory() ? 'folder' : found.isFile() ? 'file' : null;
  if (kind === null) return null;
  return {
    kind,
    size: Number(found.size),
    key: keyOf(found),
    mode: modeOf(found),
    settled: isSettled(found, Date.now()),
  };
}

async function rulesIn(folder: string, entries: readonly Dirent[]): Promise<IgnoreRules | null> {
  if (!entries.some((entry) => entry.name === '.gitignore' && entry.isFile())) return null;
  const text = await readFile(join(folder, '.gitignore'), 'utf8').catch(() => '');
  return text === '' ? null : readIgnoreRules(text.slice(0, IGNORE_FILE_LIMIT));
}

function isIgnored(scopes: readonly Scope[], path: string, isFolder: boolean): boolean {
  for (const { base, rules } of scopes.toReversed()) {
    const below = path.slice(base.length + (base.endsWith('/') || base.endsWith('\\') ? 0 : 1)).replaceAll('\\', '/');
    const verdict = ignoredBy(rules, below, isFolder);
    if (verdict !== null) return verdict;
  }
  return false;
}
