import { createStore } from 'zustand/vanilla';
import type { StoreApi } from 'zustand/vanilla';
import type { Snapshot, SnapshotList, SnapshotReason, SnapshotSettingsPatch } from '#contract/snapshot.ts';
import type { SnapshotHost } from '#host-client/host-api.ts';
import { isDue } from '#snapshots/is-due.ts';
import type { SnapshotProgress } from '#snapshots/make-snapshot.ts';
import type { SnapshotClient } from '#snapshots/snapshot-client.ts';
import { SnapshotError, toSnapshotError } from '#snapshots/snapshot-error.ts';

export interface SnapshotsState {
  /** `undefined` until someone has asked for it and the host has responded. */
  list: SnapshotList | undefined;
  /** Why the list could not be loaded. */
  listFailure: SnapshotError | null;
  /** The snapshot that this window is making or verifying. */
  active: { what: SnapshotReason | 'check'; progress: SnapshotProgress | null; stopping: boolean } | null;
  /** Why the last automatic snapshot failed; `null` if it succeeded. */
  failure: SnapshotError | null;
}

/** The result of a request for a snapshot. If the history has not changed, it is the last snapshot. */
export interface SnapshotOutcome {
  snapshot: Snapshot;
  isNew: boolean;
}

export interface Snapshots {
  store: StoreApi<SnapshotsState>;
  /**
   * Requests an up-to-date snapshot that something else builds on. Made automatically, if automatic snapshots are on.
   */
  want(): void;
  /** Starts making one automatic snapshot a day. */
  refresh(): void;
  /** Reads the list. From then on it stays up to date. */
  reload(): void;
  /** Reads the list again, if someone has asked for it. */
  update(): void;
  /** Rejects with a `SnapshotError`, or with an AbortError when stopped. */
  make(): Promise<SnapshotOutcome>;
  /** Makes one to take along to the other side, whether or not something changed since the last of another reason. */
  leave(reason: 'from-browser' | 'from-desktop'): Promise<SnapshotOutcome>;
  /**
   * Makes a snapshot before a large restore, if automatic snapshots are on. Reports failures like any automatic
   * snapshot.
   */
  protect(signal: AbortSignal): Promise<void>;
  /**
   * The history right before an install: a new snapshot, or the last one if nothing has changed. Waits for other windows.
   * Rejects like `make`.
   */
  secure(signal: AbortSignal): Promise<Snapshot>;
  /** Reads the snapshot back and compares it again. */
  check(id: string): Promise<Snapshot>;
  stop(): void;
  remove(id: string): Promise<void>;
  change(patch: SnapshotSettingsPatch): Promise<void>;
  /** The snapshot file itself, to restore from it or to save it elsewhere. */
  file(id: string, signal: AbortSignal): Promise<File>;
  /** The user has seen the failure. It is not shown again today. */
  dismiss(): void;
}

export interface SnapshotsDeps {
  host: SnapshotHost;
  client: SnapshotClient;
  locks: Pick<LockManager, 'request'>;
  now: () => number;
  setTimeout: (fn: () => void, ms: number) => unknown;
  clearTimeout: (handle: unknown) => void;
  /** Resolves when the page is idle. */
  idle: () => Promise<void>;
  /** Something is in progress that a snapshot would slow down. */
  isBusy: () => boolean;
  writtenBy: () => string;
  /** Called before the history is read. The returned function is called with the snapshot's id once it is verified. */
  beginBase: () => Promise<((id: string) => Promise<void>) | null>;
  onError: (error: unknown) => void;
}

/** One window at a time makes or verifies snapshots. */
const LOCK = 'baton-snapshot';
/** A newly opened window has other things to do first. */
const FIRST_LOOK_MS = 30_000;
const BUSY_MS = 60_000;
const LOOK_MS = 60 * 60_000;
const WANTED_MS = 5_000;

export function createSnapshots(deps: SnapshotsDeps): Snapshots {
  const { client, host, onError } = deps;
  const store = createStore<SnapshotsState>(() => ({
    list: undefined,
    listFailure: null,
    active: null,
    failure: null,
  }));
  let newest = 0;
  let next: unknown = null;
  let abort: AbortController | null = null;
  let isWanted = false;
  /** The failure and day that the user has dismissed. */
  let dismissedFailure = '';
  const nameOf = ({ code }: SnapshotError) => `${code} ${new Date(deps.now()).toDateString()}`;

  /** Of several responses, only the last one is used. */
  async function follow(asking: Promise<SnapshotList>): Promise<SnapshotList> {
    const requestNumber = (newest += 1);
    const list = await asking;
    if (requestNumber === newest) store.setState({ list, listFailure: null });
    return list;
  }

  function reload(): void {
    follow(host.list()).catch((error: unknown) => store.setState({ listFailure: toSnapshotError(error) }));
  }

  function update(): void {
    if (newest > 0) reload();
  }

  /** Runs in one window at a time. Rejects immediately when another window holds the lock. */
  function runExclusively<T>(work: () => Promise<T>): Promise<T> {
    return deps.locks.request(LOCK, { ifAvailable: true }, (lock) => {
      if (!lock) throw new SnapshotError('busy');
      return work();
    });
  }

  async function run<T>(
    what: SnapshotReason | 'check',
    work: (run: { signal: AbortSignal; onProgress: (progress: SnapshotProgress) => void }) => Promise<T>,
    outer?: AbortSignal,
  ): Promise<T> {
    const own = new AbortController();
    abort = own;
    const signal = outer ? AbortSignal.any([own.signal, outer]) : own.signal;
    const onProgress = (progress: SnapshotProgress | null) =>
      store.setState({ active: { what, progress, stopping: own.signal.aborted } });
    onProgress(null);
    try {
      return await work({ signal, onProgress });
    } catch (error) {
      signal.throwIfAborted();
      throw toSnapshotError(error);
    } finally {
      abort = null;
      store.setState({ active: null });
      reload();
    }
  }

  /** The newest verified snapshot, if the history is still the same. */
  async function unchanged(list: SnapshotList, reason: SnapshotReason): Promise<Snapshot | null> {
    const leaves = reason === 'from-browser' || reason === 'from-desktop';
    const last = list.snapshots.find((one) => one.state === 'verified' && (!leaves || one.reason === reason));
    const print = await client.fingerprint();
    if (print === null) throw new SnapshotError('nothing');
    return last?.fingerprint === print ? last : null;
  }

  async function make(reason: SnapshotReason, outer?: AbortSignal): Promise<SnapshotOutcome> {
    const list = await follow(host.list());
    return run(
      reason,
      async (job) => {
        const commit = await deps.beginBase();
        const last = await unchanged(list, reason);
        const snapshot = last ?? (await client.make({ reason, writtenBy: deps.writtenBy() }, job));
        isWanted = false;
        await commit?.(snapshot.id).catch(onError);
        return { snapshot, isNew: last === null };
      },
      outer,
    );
  }

  /** Runs automatic work. A banner shows its failures, except those that are visible anyway. */
  async function runAutomatic(work: () => Promise<void>): Promise<void> {
    try {
      await work();
      store.setState({ failure: null });
    } catch (error) {
      if (error instanceof DOMException && error.name === 'AbortError') return;
      const failure = toSnapshotError(error);
      if (failure.code === 'busy' || failure.code === 'nothing' || failure.code === 'host-away') return;
      if (nameOf(failure) !== dismissedFailure) store.setState({ failure });
      onError(failure);
    }
  }

  async function daily(): Promise<void> {
    const list = await follow(host.list());
    if (list.settingsDamaged) throw new SnapshotError('settings');
    if (!list.settings.automatic) return;
    const [last] = list.snapshots;
    // A window that closed too early left a snapshot unchecked.
    const snapshots =
      last?.state === 'unchecked'
        ? [await run('check', (job) => client.check(last.id, job)), ...list.snapshots.slice(1)]
        : list.snapshots;
    if (isWanted || isDue(snapshots, deps.now())) await make('daily');
  }

  function scheduleTick(ms: number): void {
    deps.clearTimeout(next);
    next = deps.setTimeout(() => void tick().catch(onError), ms);
  }

  async function tick(): Promise<void> {
    await deps.idle();
    if (deps.isBusy() || store.getState().active) {
      scheduleTick(BUSY_MS);
      return;
    }
    await runAutomatic(() => runExclusively(daily));
    scheduleTick(LOOK_MS);
  }

  return {
    store,
    want() {
      if (isWanted) return;
      isWanted = true;
      scheduleTick(WANTED_MS);
    },
    refresh: () => scheduleTick(FIRST_LOOK_MS),
    reload,
    update,
    async make() {
      const made = await runExclusively(() => make('manual'));
      store.setState({ failure: null });
      return made;
    },
    leave: (reason) => runExclusively(() => make(reason)),
    protect: (signal) =>
      runAutomatic(async () => {
        const { settings } = await host.list();
        if (settings.automatic) await runExclusively(() => make('before-restore', signal));
      }),
    secure: (signal) =>
      deps.locks.request(LOCK, { signal }, async () => (await make('before-install', signal)).snapshot),
    check: (id) => runExclusively(() => run('check', (job) => client.check(id, job))),
    stop() {
      const { active } = store.getState();
      if (!active || !abort) return;
      store.setState({ active: { ...active, stopping: true } });
      abort.abort();
    },
    async remove(id) {
      await host.remove(id);
      await follow(host.list());
    },
    async change(patch) {
      await follow(host.change(patch));
    },
    file: async (id, signal) => new File([await host.read(id, { signal })], `${id}.zip`, { type: 'application/zip' }),
    dismiss() {
      const { failure } = store.getState();
      if (failure) dismissedFailure = nameOf(failure);
      store.setState({ failure: null });
    },
  };
}
