import { randomUUID } from 'node:crypto';
import type { z } from 'zod/mini';
import {
  type ChangeList,
  type ChangeSelection,
  type CheckpointFacts,
  type CheckpointChoice,
  type TakeBackState,
  type EntryState,
  type FileDiff,
  type NotTakenBack,
  type TakeBack,
  type TakeBackPreview,
  TICKED_STATES,
  type TakenBack,
} from '#contract/checkpoints.ts';
import type { Clock, Log } from '../base/deps.ts';
import { HostError } from '../base/problem.ts';
import { createQueue } from '../base/serialize.ts';
import type { FileChanges } from '../mcp/builtin/workspace/file-changes.ts';
import type { Folders } from '../mcp/builtin/workspace/folders.ts';
import { type ChangeLine, type NewLine, createChangeLogs } from './change-log.ts';
import { type CleanUpLimits, cleanUp } from './clean-up.ts';
import { createCopies } from './copies.ts';
import { diffChange } from './diff-change.ts';
import { createKnownHashes, isSameState, nameState, readState } from './entry-state.ts';
import { listChanges, shownPath, stepOf } from './list-changes.ts';
import type { LookBounds } from './look.ts';
import { createPendingLooks } from './pending-looks.ts';
import { createRecorder } from './recorder.ts';
import { SCAN_LIMITS } from './scan.ts';
import { createSettingsFile } from './settings-file.ts';
import {
  type PlannedPath,
  type TakeBackDeps,
  applyTakeBack,
  missingParents,
  placeIn,
  planTakeBack,
  removeLeftovers,
} from './take-back.ts';

/** What calls did to files, and the way back. */
export interface CheckpointStore {
  readonly changes: FileChanges;
  facts(): Promise<CheckpointFacts>;
  change(settings: CheckpointChoice): Promise<CheckpointFacts>;
  /** Removes everything that is kept, for all sessions. */
  clear(): Promise<void>;
  list(session: string, run: string | undefined): Promise<ChangeList>;
  diff(session: string, selection: z.output<typeof ChangeSelection>, path: string): Promise<FileDiff>;
  preview(session: string, selection: z.output<typeof ChangeSelection>): Promise<TakeBackPreview>;
  /** Throws `files_busy` while a command works in the same folders. */
  takeBack(session: string, given: z.output<typeof TakeBack>): Promise<TakenBack>;
  forget(session: string): Promise<void>;
  close(): Promise<void>;
}

export interface CheckpointDeps {
  home: string;
  clock: Pick<Clock, 'now'>;
  log: Log;
  folders: () => Pick<Folders, 'of' | 'own'>;
  /** Smaller in tests. */
  limits?: Partial<LookBounds & { days: number }>;
}

const DAY_MS = 24 * 60 * 60_000;
const TIDY_MS = 6 * 60 * 60_000;
const MAX_FILES = 1000;

const BOUNDS: LookBounds & { days: number } = {
  ...SCAN_LIMITS,
  fileBytes: 1024 ** 2,
  copyMs: 3000,
  room: 1_000_000_000,
  changes: 10_000,
  days: 30,
};

/** Why a path that would have to be ticked, or can't be taken back, is as it was. */
const whyItStays = (state: TakeBackState): NotTakenBack =>
  state === 'no-copy' || state === 'outside' ? state : 'changed';

export function createCheckpointStore(deps: CheckpointDeps): CheckpointStore {
  const { home, clock, log } = deps;
  const bounds = { ...BOUNDS, ...deps.limits };
  const logs = createChangeLogs(home);
  const copies = createCopies(home);
  const known = createKnownHashes();
  const settings = createSettingsFile(home, () => clock.now());
  const inOrder = createQueue();
  const failed = (error: unknown) => log.write('warn', 'checkpoint-failed', { error });
  let recovered: Promise<void> | null = null;
  let tidied = 0;

  /** What an earlier host left behind comes before everything else. */
  const enqueue = <T>(task: () => Promise<T>): Promise<T> => {
    recovered ??= inOrder(() => recorder.recover()).catch(failed);
    return inOrder(task);
  };

  async function tidy(): Promise<void> {
    if (clock.now() - tidied < TIDY_MS && (await copies.bytes()) < bounds.room * 0.9) return;
    tidied = clock.now();
    const limits: CleanUpLimits = { bytes: bounds.room * 0.75, ms: bounds.days * DAY_MS };
    await cleanUp({ logs, copies }, limits, clock.now(), recorder.inUse());
  }

  const recorder = createRecorder({
    clock,
    log,
    logs,
    copies,
    known,
    pending: createPendingLooks(home, failed),
    settings: settings.read,
    closed: () => deps.folders().own(),
    bounds,
    tidy,
    enqueue,
  });

  async function facts(): Promise<CheckpointFacts> {
    return { settings: await settings.read(), bytes: await copies.bytes(), most: bounds.room, days: bounds.days };
  }

  async function select(session: string, { runs, steps, path }: z.output<typeof ChangeSelection>) {
    const { changes } = await logs.read(session);
    const [wantedRuns, wantedSteps] = [new Set(runs), new Set(steps)];
    const selected = changes.filter(
      (one) =>
        (wantedRuns.has(one.run) || wantedSteps.has(stepOf(one.call))) && (path === undefined || one.path === path),
    );
    return { changes, selected };
  }

  async function contextOf(session: string): Promise<TakeBackDeps> {
    const [roots, closed] = await Promise.all([deps.folders().of(session), deps.folders().own()]);
    return { copies, known, roots, closed };
  }

  async function stateAt(context: TakeBackDeps, path: string): Promise<EntryState> {
    const place = placeIn(context, path);
    return place ? readState(place, { known }) : { kind: 'other' };
  }

  async function plan(session: string, selection: z.output<typeof ChangeSelection>, upTo?: number) {
    const context = await contextOf(session);
    const { changes, selected } = await select(session, selection);
    const wanted = upTo === undefined ? selected : selected.filter(({ seq }) => seq <= upTo);
    return { context, last: changes.at(-1)?.seq ?? 0, planned: await planTakeBack(context, wanted, changes) };
  }

  /** Stores what is there now. Returns null when it is no longer what was planned. */
  async function keepNow(one: PlannedPath): Promise<PlannedPath | null> {
    const now = await readState(one.place, { known, keep: (hash, bytes) => copies.put(hash, bytes, true) });
    return isSameState(now, one.now) ? { ...one, now } : null;
  }

  async function takeBack(session: string, { selection, upTo, over }: z.output<typeof TakeBack>): Promise<TakenBack> {
    const { context, planned } = await plan(session, selection, upTo);
    if (recorder.isBusy(context.roots)) throw new HostError('files_busy');
    await removeLeftovers(planned);
    const ticked = new Map(over.map(({ path, seen }) => [path, seen]));
    const left = new Map<string, NotTakenBack>();
    const chosen: PlannedPath[] = [];
    for (const one of planned) {
      const { path } = one.place;
      const seen = ticked.get(path);
      const isTicked = TICKED_STATES.has(one.state) && seen !== undefined;
      if (one.state !== 'ready' && !isTicked) {
        if (one.state !== 'same') left.set(path, whyItStays(one.state));
        continue;
      }
      // Someone changed it after the user looked.
      const kept = isTicked && seen !== nameState(one.now) ? null : await keepNow(one);
      if (kept) chosen.push(kept);
      else left.set(path, 'changed');
    }
    const all = [...(await missingParents(chosen)), ...chosen];
    const run = `take-back-${randomUUID()}`;
    if (all.length > 0) {
      const at = clock.now();
      const lines = all.map(({ place, now, goal }): NewLine & { t: 'change' } => ({
        t: 'change',
        at,
        run,
        call: run,
        tool: 'take-back',
        path: place.path,
        before: now,
        after: goal,
      }));
      const seqs = await logs.append(session, lines);
      const failed = await applyTakeBack(context, all);
      for (const [path, reason] of failed) left.set(path, reason);
      const undone = seqs.filter((_, index) => failed.has(all[index]?.place.path ?? ''));
      if (undone.length > 0) await logs.void(session, undone);
    }
    const done = chosen.filter(({ place }) => !left.has(place.path)).length;
    return {
      run: done > 0 ? run : null,
      done,
      left: [...left].map(([path, reason]) => ({ path, shown: shownPath(context.roots, path), reason })),
    };
  }

  return {
    changes: recorder,
    facts,
    change: (given) =>
      enqueue(async () => {
        await settings.write(given);
        return facts();
      }),
    clear: () =>
      enqueue(async () => {
        for (const { session } of await logs.all()) await logs.remove(session);
        await cleanUp({ logs, copies }, { bytes: 0, ms: 0 }, clock.now(), recorder.inUse());
      }),
    async list(session, run) {
      const log = await enqueue(() => logs.read(session));
      const context = await contextOf(session);
      return listChanges(log, run, context.roots, copies, (path) => stateAt(context, path));
    },
    async diff(session, selection, path) {
      const { selected } = await enqueue(() => select(session, { ...selection, path }));
      const [first, last]: (ChangeLine | undefined)[] = [selected[0], selected.at(-1)];
      if (!first || !last) throw new HostError('not_found');
      const context = await contextOf(session);
      if (!placeIn(context, path)) return { kind: 'unknown', diff: '', cut: false };
      return diffChange(shownPath(context.roots, path), first.before, last.after, async ({ hash }) => {
        if (hash === null) return null;
        return (await copies.read(hash)) ?? bytesAt(context, path, hash);
      });
    },
    async preview(session, selection) {
      const { context, last, planned } = await enqueue(() => plan(session, selection));
      const files = planned
        .toSorted((a, b) => Number(TICKED_STATES.has(b.state)) - Number(TICKED_STATES.has(a.state)))
        .map(({ place: { path }, now, goal, state }) => ({
          path,
          shown: shownPath(context.roots, path),
          state,
          now,
          goal,
          seen: nameState(now),
        }));
      return { upTo: last, files: files.slice(0, MAX_FILES), more: Math.max(0, files.length - MAX_FILES) };
    },
    takeBack: (session, given) => enqueue(() => takeBack(session, given)),
    forget: (session) => enqueue(() => logs.remove(session)),
    close: () => inOrder(async () => undefined),
  };

  /** The file as it is, if it still has these bytes. */
  async function bytesAt(context: TakeBackDeps, path: string, hash: string): Promise<Uint8Array | null> {
    const place = placeIn(context, path);
    let found: Uint8Array | null = null;
    const keep = async (name: string, bytes: Uint8Array) => {
      if (name === hash) found = bytes;
    };
    if (place) await readState(place, { keep });
    return found;
  }
}
