import type { CallChanges, ChangeState, EntryState, FileChange } from '#contract/checkpoints.ts';

/** One file of a run, from before its first change to after its last. */
export interface ChangedFile {
  path: string;
  shown: string;
  before: EntryState;
  after: EntryState;
  state: ChangeState;
}

/** The calls of one run, oldest first. */
export interface RunGroup {
  run: string;
  calls: readonly CallChanges[];
  files: readonly ChangedFile[];
  /** Files were taken back. */
  isTakeBack: boolean;
}

export type Did = 'created' | 'changed' | 'deleted' | 'mode';

export function didTo(before: EntryState, after: EntryState): Did {
  if (before.kind === 'absent') return 'created';
  if (after.kind === 'absent') return 'deleted';
  if (before.kind === 'folder' && after.kind === 'folder') return 'mode';
  if (before.kind !== 'file' || after.kind !== 'file') return 'changed';
  return before.hash !== null && before.hash === after.hash ? 'mode' : 'changed';
}

/** What is left of several changes to one file. */
function stateOver(changes: readonly FileChange[]): ChangeState {
  const [first, last] = [changes[0], changes.at(-1)];
  if (!first || !last) return 'left';
  return first.state === 'taken-back' || first.state === 'no-copy' ? first.state : last.state;
}

export function filesOf(calls: readonly CallChanges[]): ChangedFile[] {
  const byPath = Map.groupBy(
    calls.flatMap(({ changes }) => changes),
    ({ path }) => path,
  );
  return [...byPath].flatMap(([path, changes]) => {
    const [first, last] = [changes[0], changes.at(-1)];
    if (!first || !last) return [];
    return [{ path, shown: last.shown, before: first.before, after: last.after, state: stateOver(changes) }];
  });
}

/** Newest runs first. */
export function groupRuns(calls: readonly CallChanges[]): RunGroup[] {
  return [...Map.groupBy(calls, ({ run }) => run)]
    .map(([run, own]) => ({
      run,
      calls: own,
      files: filesOf(own),
      isTakeBack: own.every(({ tool }) => tool === 'take-back'),
    }))
    .toReversed();
}
