import { randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { mkdir, open, readdir, rename, rm, rmdir, symlink, unlink } from 'node:fs/promises';
import { dirname, join, sep } from 'node:path';
import type { EntryState, NotTakenBack, TakeBackState } from '#contract/checkpoints.ts';
import { ToolError } from '../mcp/builtin/tool-error.ts';
import { type ResolvedPath, isInside } from '../mcp/builtin/workspace/safe-path.ts';
import type { ChangeLine } from './change-log.ts';
import type { Copies } from './copies.ts';
import {
  COPY_LIMIT,
  type KnownHashes,
  ParentGoneError,
  inParent,
  isSameState,
  readState,
  stateIn,
} from './entry-state.ts';

/** What taking back would do at one path. */
export interface PlannedPath {
  place: ResolvedPath;
  /** What is there now. */
  now: EntryState;
  /** What was there before the first of the changes. */
  goal: EntryState;
  state: TakeBackState;
}

export interface TakeBackDeps {
  copies: Copies;
  known: KnownHashes;
  /** The attached folders. */
  roots: readonly string[];
  closed: string | null;
}

/** Where a path may be written: below an attached folder, and outside of Baton's own. */
export function placeIn({ roots, closed }: Pick<TakeBackDeps, 'roots' | 'closed'>, path: string): ResolvedPath | null {
  const root = roots.find((one) => one !== path && isInside(one, path));
  if (root === undefined || (closed !== null && isInside(closed, path))) return null;
  if (
    path
      .slice(root.length)
      .split(sep)
      .some((part) => part.toLowerCase() === '.git' || part === '..')
  )
    return null;
  return { root, path, shown: path, closed };
}

/**
 * Looks at each path of the selected changes. `all`: every change of the session, in order. Taking back a path also undoes
 * what others did to it between the selected changes, so those have to be ticked.
 */
export async function planTakeBack(
  deps: TakeBackDeps,
  selected: readonly ChangeLine[],
  all: readonly ChangeLine[],
): Promise<PlannedPath[]> {
  const newest = new Map(all.map((change) => [change.path, change]));
  const spans = new Map<string, { first: ChangeLine; last: ChangeLine }>();
  for (const change of selected)
    spans.set(change.path, { first: spans.get(change.path)?.first ?? change, last: change });
  const chosen = new Set(selected.map(({ seq }) => seq));
  const planned: PlannedPath[] = [];
  for (const [path, { first, last }] of spans) {
    const goal = first.before;
    const isMixed = all.some(
      (one) =>
        one.path === path &&
        one.seq > first.seq &&
        one.seq < last.seq &&
        !chosen.has(one.seq) &&
        // Such as these changes taken back once before.
        !isSameState(one.after, goal),
    );
    const place = placeIn(deps, path);
    if (!place) {
      planned.push({
        place: { root: '', path, shown: path, closed: deps.closed },
        now: { kind: 'other' },
        goal,
        state: 'outside',
      });
      continue;
    }
    const now = await readState(place, { known: deps.known });
    const later = newest.get(path);
    const byLater = later !== undefined && later.seq > last.seq && isSameState(later.after, now);
    const state = await stateOf(deps.copies, now, goal, last.after, byLater);
    planned.push({ place, now, goal, state: state === 'ready' && isMixed ? 'later' : state });
  }
  return planned;
}

async function stateOf(
  copies: Copies,
  now: EntryState,
  goal: EntryState,
  expected: EntryState,
  byLater: boolean,
): Promise<TakeBackState> {
  if (now.kind === 'other') return 'outside';
  if (isSameState(goal, now)) return 'same';
  if (!(await canRestore(copies, now, goal))) return 'no-copy';
  if (!isSameState(expected, now)) return byLater ? 'later' : 'changed';
  return isKept(now) || hasSameBytes(now, goal) ? 'ready' : 'too-large';
}

const hasSameBytes = (a: EntryState, b: EntryState) =>
  a.kind === 'file' && b.kind === 'file' && a.hash !== null && a.hash === b.hash;

/** Whether it can be stored before it is replaced. */
const isKept = (now: EntryState) => now.kind !== 'file' || (now.size <= COPY_LIMIT && now.hash !== null);

export async function canRestore(copies: Copies, now: EntryState, goal: EntryState): Promise<boolean> {
  if (goal.kind === 'other') return false;
  if (goal.kind !== 'file' || hasSameBytes(now, goal)) return true;
  return goal.hash !== null && copies.has(goal.hash, goal.size);
}

/** What a write that a crash cut off may have left beside its file (text-file.ts, and here). */
const leftoverOf = (name: string) => (found: string) =>
  found.startsWith(`.${name.slice(0, 100)}.`) && /^[0-9a-f]{12}\.tmp$/.test(found.slice(name.slice(0, 100).length + 2));

export async function removeLeftovers(planned: readonly PlannedPath[]): Promise<void> {
  for (const { place, state } of planned) {
    if (state === 'outside') continue;
    try {
      await inParent(place, async (folder, name) => {
        for (const found of (await readdir(folder)).filter(leftoverOf(name))) await unlink(join(folder, found));
      });
    } catch (error) {
      // A folder that is gone or closed has none to be removed.
      if (!(error instanceof ParentGoneError) && !(error instanceof ToolError)) throw error;
    }
  }
}

/** Parents that have to be made first, from the top down. */
export async function missingParents(planned: readonly PlannedPath[]): Promise<PlannedPath[]> {
  const listed = new Set(planned.map(({ place }) => place.path));
  const found: PlannedPath[] = [];
  for (const { place, goal } of planned) {
    if (goal.kind === 'absent') continue;
    for (let path = dirname(place.path); path !== place.root && isInside(place.root, path); path = dirname(path)) {
      if (listed.has(path)) continue;
      const parent = { ...place, path };
      if ((await readState(parent)).kind !== 'absent') break;
      listed.add(path);
      found.push({ place: parent, now: { kind: 'absent' }, goal: { kind: 'folder', mode: null }, state: 'ready' });
    }
  }
  return found;
}

const depth = (path: string) => path.split(sep).length;
/** Whether what is there has to go before something else can come. */
const goesFirst = ({ now, goal }: PlannedPath) =>
  now.kind !== 'absent' && (goal.kind === 'absent' || (now.kind === 'folder') !== (goal.kind === 'folder'));

/**
 * Puts back what was there: removes from the bottom up, then makes from the top down. A path that is no longer as planned
 * is left alone. Returns what was not done.
 */
export async function applyTakeBack(
  deps: Pick<TakeBackDeps, 'copies' | 'known'>,
  planned: readonly PlannedPath[],
): Promise<Map<string, NotTakenBack>> {
  const left = new Map<string, NotTakenBack>();
  const attempt = async (one: PlannedPath, work: () => Promise<NotTakenBack | null>) => {
    let reason: NotTakenBack | null;
    try {
      reason = await work();
    } catch {
      // Whatever the reason, the file is as it was, and the list says so.
      reason = 'failed';
    }
    if (reason !== null) left.set(one.place.path, reason);
  };
  const removed = new Set<string>();
  const down = planned.filter(goesFirst).toSorted((a, b) => depth(b.place.path) - depth(a.place.path));
  for (const one of down)
    await attempt(one, async () => {
      const reason = await removeEntry(one, deps.known);
      if (reason === null) removed.add(one.place.path);
      return reason;
    });
  const up = planned
    .filter(({ goal }) => goal.kind !== 'absent')
    .toSorted((a, b) => depth(a.place.path) - depth(b.place.path));
  for (const one of up) {
    if (left.has(one.place.path)) continue;
    const now: EntryState = removed.has(one.place.path) ? { kind: 'absent' } : one.now;
    await attempt(one, () => makeEntry({ ...one, now }, deps));
  }
  return left;
}

async function removeEntry({ place, now }: PlannedPath, known: KnownHashes): Promise<NotTakenBack | null> {
  return inParent(place, async (folder, name) => {
    if (!isSameState(await stateIn(folder, name, place.path, { known }), now)) return 'changed';
    if (now.kind !== 'folder') {
      await unlink(join(folder, name));
      return null;
    }
    try {
      await rmdir(join(folder, name));
      return null;
    } catch (error) {
      if (error instanceof Error && 'code' in error && (error.code === 'ENOTEMPTY' || error.code === 'EEXIST'))
        return 'kept-files';
      throw error;
    }
  });
}

const { O_DIRECTORY, O_NOFOLLOW, O_NONBLOCK, O_RDONLY } = constants;

async function setMode(path: string, mode: number | null, flags = 0): Promise<void> {
  if (mode === null || process.platform === 'win32') return;
  const handle = await open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | flags);
  try {
    await handle.chmod(mode);
  } finally {
    await handle.close();
  }
}

async function makeEntry(
  { place, now, goal }: PlannedPath,
  { copies, known }: Pick<TakeBackDeps, 'copies' | 'known'>,
): Promise<NotTakenBack | null> {
  return inParent(place, async (folder, name) => {
    const path = join(folder, name);
    if (!isSameState(await stateIn(folder, name, place.path, { known }), now)) return 'changed';
    if (goal.kind === 'folder') {
      if (now.kind === 'absent') await mkdir(path);
      await setMode(path, goal.mode, O_DIRECTORY);
      return null;
    }
    if (goal.kind === 'file' && hasSameBytes(now, goal)) {
      await setMode(path, goal.mode);
      return null;
    }
    const temporary = join(folder, `.${name.slice(0, 100)}.${randomBytes(6).toString('hex')}.tmp`);
    try {
      if (goal.kind === 'link') await symlink(goal.target, temporary);
      else if (goal.kind === 'file') {
        const bytes = goal.hash === null ? null : await copies.read(goal.hash);
        if (!bytes) return 'no-copy';
        const handle = await open(temporary, 'wx', goal.mode === null ? 0o666 : 0o600);
        try {
          await handle.writeFile(bytes);
          if (goal.mode !== null && process.platform !== 'win32') await handle.chmod(goal.mode);
          await handle.sync();
        } finally {
          await handle.close();
        }
      }
      await rename(temporary, path);
      return null;
    } catch (error) {
      await rm(temporary, { force: true });
      throw error;
    }
  });
}
