import { basename, dirname } from 'node:path';
import type { EntryState, LookLimits } from '#contract/checkpoints.ts';
import { ToolError } from '../mcp/builtin/tool-error.ts';
import { isInside, type ResolvedPath } from '../mcp/builtin/workspace/safe-path.ts';
import type { Copies } from './copies.ts';
import { type KnownHashes, ParentGoneError, inParent, isSameState, readState, stateIn } from './entry-state.ts';
import { type Scan, type ScanLimits, type SeenEntry, scan } from './scan.ts';

/** What was in the folders before a command. */
export interface Look {
  scan: Scan;
  /** Hashes of the files that have a copy. */
  hashes: Map<string, string>;
  /** Targets of links. */
  targets: Map<string, string>;
  uncopied: number;
}

export interface LookOptions {
  roots: readonly string[];
  closed: string | null;
  ignored: boolean;
  /** Whether files are copied. */
  copies: boolean;
  limits: LookBounds;
}

export interface LookBounds extends ScanLimits {
  /** Larger files are not copied before a command. */
  fileBytes: number;
  copyMs: number;
  /** Room for copies. */
  room: number;
  /** More changes of one command are not recorded. */
  changes: number;
}

export interface LookDeps {
  copies: Copies;
  known: KnownHashes;
}

const AT_ONCE = 8;

async function forEachOf<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  let next = 0;
  const worker = async () => {
    for (let at = next++; at < items.length; at = next++) await work(items[at] as T);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}

export function placeOf(roots: readonly string[], path: string, closed: string | null): ResolvedPath {
  return { root: roots.find((one) => isInside(one, path)) ?? '', path, shown: path, closed };
}

/** Looks at the folders and copies what may be needed later, as far as room and time allow. */
export async function lookBefore(deps: LookDeps, options: LookOptions): Promise<Look> {
  const { copies, known } = deps;
  const { limits, roots, closed } = options;
  const found = await scan(roots, { closed, ignored: options.ignored, limits });
  const hashes = new Map<string, string>();
  const targets = new Map<string, string>();
  const until = performance.now() + limits.copyMs;
  let uncopied = 0;
  let room = limits.room;

  async function take(folder: string, path: string, entry: SeenEntry): Promise<void> {
    if (entry.kind === 'link') {
      const state = await stateIn(folder, basename(path), path);
      if (state.kind === 'link') targets.set(path, state.target);
      return;
    }
    if (!options.copies || entry.size > limits.fileBytes || entry.size > room || performance.now() > until) {
      uncopied += 1;
      return;
    }
    room -= entry.size;
    const keep = (name: string, bytes: Uint8Array) => copies.put(name, bytes, false);
    const state = await stateIn(folder, basename(path), path, { known, keep, limit: limits.fileBytes });
    // One that was changed since the scan is copied as it is now, so it is compared by its bytes.
    if (state.kind === 'file' && state.hash !== null) hashes.set(path, state.hash);
    else uncopied += 1;
  }

  const entries = [...found.entries].filter(([, { kind }]) => kind !== 'folder');
  await forEachOf([...Map.groupBy(entries, ([path]) => dirname(path)).values()], async (inside) => {
    const missing: [string, SeenEntry][] = [];
    for (const [path, entry] of inside) {
      const hash = entry.kind === 'file' && entry.settled ? known.get(path, entry.key) : null;
      if (hash !== null && (await copies.has(hash, entry.size))) hashes.set(path, hash);
      else missing.push([path, entry]);
    }
    const [first] = missing;
    if (!first) return;
    try {
      await inParent(placeOf(roots, first[0], closed), (folder) =>
        forEachOf(missing, ([path, entry]) => take(folder, path, entry)),
      );
    } catch (error) {
      // A folder that went or was closed since the scan. What is wrong with the copies themselves is no such thing.
      if (!(error instanceof ParentGoneError) && !(error instanceof ToolError)) throw error;
      uncopied += missing.length;
    }
  });
  return { scan: found, hashes, targets, uncopied };
}

export interface LookedChange {
  path: string;
  before: EntryState;
  after: EntryState;
}

/** Finds what is different now. `own`: what calls of Baton's other tools left at these paths meanwhile. */
export async function lookAfter(
  deps: Pick<LookDeps, 'known'>,
  before: Look,
  options: Omit<LookOptions, 'copies'>,
  own: ReadonlyMap<string, EntryState>,
): Promise<{ changes: LookedChange[]; partial: LookLimits['partial'] }> {
  const { roots, closed, limits } = options;
  const after = await scan(roots, { closed, ignored: options.ignored, limits });
  let partial = before.scan.partial ?? after.partial;
  const suspects: string[] = [];
  for (const [path, entry] of before.scan.entries)
    if (own.has(path) || mayDiffer(entry, after.entries.get(path))) suspects.push(path);
  for (const path of after.entries.keys())
    if (!before.scan.entries.has(path) && (own.has(path) || wasAbsent(before.scan, path, roots))) suspects.push(path);
  for (const path of own.keys()) if (!before.scan.entries.has(path) && !after.entries.has(path)) suspects.push(path);
  const changes: LookedChange[] = [];
  await forEachOf(suspects, async (path) => {
    const now = await readState(placeOf(roots, path, closed), { known: deps.known });
    const then = own.get(path) ?? stateBefore(before, path);
    // Without a copy, size and times are all there is to compare.
    const untouched = then.kind === 'file' && then.hash === null && after.entries.get(path)?.key === then.stamp;
    if (untouched && now.kind === 'file' && then.mode === now.mode) return;
    if (isSameState(then, now)) return;
    if (changes.length >= limits.changes) partial ??= 'files';
    else changes.push({ path, before: then, after: now });
  });
  return { changes: changes.toSorted((a, b) => (a.path < b.path ? -1 : 1)), partial };
}

/** Whether the bytes have to be compared. */
function mayDiffer(before: SeenEntry, after: SeenEntry | undefined): boolean {
  if (!after || before.kind !== after.kind || before.mode !== after.mode) return true;
  // The times of a folder tell only that entries came or went, and those are listed themselves.
  if (before.kind === 'folder') return false;
  return before.key !== after.key || !before.settled;
}

/** Whether it is known that nothing was at this path before. */
function wasAbsent(before: Scan, path: string, roots: readonly string[]): boolean {
  if (before.ignored.has(path)) return false;
  const folder = dirname(path);
  if (before.complete.has(folder)) return true;
  const above = before.entries.get(folder);
  // What was a file or a link had nothing in it.
  if (above && above.kind !== 'folder') return true;
  if (roots.includes(folder) || above || folder === path) return false;
  return wasAbsent(before, folder, roots);
}

function stateBefore({ scan: { entries }, hashes, targets }: Look, path: string): EntryState {
  const entry = entries.get(path);
  if (!entry) return { kind: 'absent' };
  if (entry.kind === 'folder') return { kind: 'folder', mode: entry.mode };
  if (entry.kind === 'link') return { kind: 'link', target: targets.get(path) ?? '' };
  const hash = hashes.get(path) ?? null;
  return {
    kind: 'file',
    size: entry.size,
    hash,
    mode: entry.mode,
    ...(hash === null && { stamp: entry.key }),
  };
}
