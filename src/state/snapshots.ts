import { createStore } from 'zustand/vanilla';
import type { StoreApi } from 'zustand/vanilla';
import type { Snapshot, SnapshotList, SnapshotReason, SnapshotSettingsPatch } from '#contract/snapshot.ts';
import type { SnapshotHost } from '#host-client/snapshot-host.ts';
import { isDue } from '#snapshots/is-due.ts';
import type { SnapshotProgress } from '#snapshots/make-snapshot.ts';
import type { SnapshotClient } from '#snapshots/snapshot-client.ts';
import { SnapshotError, toSnapshotFailure } from '#snapshots/snapshot-error.ts';

export interface SnapshotsState {
  /** undefined until the host has answered. */
  list: SnapshotList | undefined;
  /** The list could not be had. */
  listFailure: SnapshotError | null;
  /** What this window makes or verifies. */
  going: { what: SnapshotReason | 'check'; progress: SnapshotProgress | null; stopping: boolean } | null;
  /** Why the last one that Baton made by itself did not come about; null when it did. */
  failure: SnapshotError | null;
}

/** What became of the wish for a snapshot: the history may be the one that the last snapshot holds. */
export interface SnapshotOutcome {
  snapshot: Snapshot;
  isNew: boolean;
}

export interface Snapshots {
  store: StoreApi<SnapshotsState>;
  /** Something builds on one that is as new as can be. It is made by itself, where that is wanted at all. */
  want(): void;
  /** Begins to make one a day by itself. */
  look(): void;
  /** Reads the list again. */
  reload(): void;
  /** Rejects with a `SnapshotError`, or an AbortError when it was stopped. */
  make(): Promise<SnapshotOutcome>;
  /** Before much is brought in, where snapshots are made by themselves. What goes wrong is told as of any automatic one. */
  protect(signal: AbortSignal): Promise<void>;
  /** Reads it back and compares again. */
  check(id: string): Promise<Snapshot>;
  stop(): void;
  remove(id: string): Promise<void>;
  change(patch: SnapshotSettingsPatch): Promise<void>;
  /** The file itself, for restoring from it or keeping it elsewhere. */
  file(id: string, signal: AbortSignal): Promise<File>;
  /** The person has heard of the failure, which is enough for today. */
  dismiss(): void;
}

export interface SnapshotsDeps {
  host: SnapshotHost;
  client: SnapshotClient;
  locks: Pick<LockManager, 'request'>;
  now: () => number;
  setTimeout: (fn: () => void, ms: number) => unknown;
  clearTimeout: (handle: unknown) => void;
  /** Resolves when the page has nothing better to do. */
  idle: () => Promise<void>;
  /** Something is going on that a snapshot would slow down. */
  isBusy: () => boolean;
  writtenBy: () => string;
  /** Called before one is read; what comes back is told its id once it is verified. */
  beginBase: () => Promise<((id: string) => Promise<void>) | null>;
  onError: (error: unknown) => void;
}

/** One window at a time makes or verifies snapshots. */
const LOCK = 'baton-snapshot';
/** A window that was just opened has other things to do. */
const FIRST_LOOK_MS = 30_000;
const BUSY_MS = 60_000;
const LOOK_MS = 60 * 60_000;
const WANTED_MS = 5_000;

export function createSnapshots(deps: SnapshotsDeps): Snapshots {
  const { client, host, onError } = deps;
  const store = createStore<SnapshotsState>(() => ({ list: undefined, listFailure: null, going: null, failure: null }));
  let newest = 0;
  let next: unknown = null;
  let abort: AbortController | null = null;
  let isWanted = false;
  /** The failure, and the day, of which the person wants to hear no more. */
  let quiet = '';
  const nameOf = ({ code }: SnapshotError) => `${code} ${new Date(deps.now()).toDateString()}`;

  /** Of several answers the last one tells how things stand. */
  async function follow(asking: Promise<SnapshotList>): Promise<SnapshotList> {
    const mine = (newest += 1);
    const list = await asking;
    if (mine === newest) store.setState({ list, listFailure: null });
    return list;
  }

  function reload(): void {
    follow(host.list()).catch((error: unknown) => store.setState({ listFailure: toSnapshotFailure(error) }));
  }

  /** Alone among all windows; rejects at once when another one is at it. */
  function alone<T>(work: () => Promise<T>): Promise<T> {
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
      store.setState({ going: { what, progress, stopping: own.signal.aborted } });
    onProgress(null);
    try {
      return await work({ signal, onProgress });
    } catch (error) {
      signal.throwIfAborted();
      throw toSnapshotFailure(error);
    } finally {
      abort = null;
      store.setState({ going: null });
      reload();
    }
  }

  /** The newest one that can be relied on, when the history is still what it holds. */
  async function unchanged(list: SnapshotList): Promise<Snapshot | null> {
    const last = list.snapshots.find(({ state }) => state === 'verified');
    const print = await client.fingerprint();
    if (print === null) throw new SnapshotError('nothing');
    return last?.fingerprint === print ? last : null;
  }

  async function make(reason: SnapshotReason, outer?: AbortSignal): Promise<SnapshotOutcome> {
    const list = await follow(host.list());
    return run(
      reason,
      async (going) => {
        const commit = await deps.beginBase();
        const last = await unchanged(list);
        const snapshot = last ?? (await client.make({ reason, writtenBy: deps.writtenBy() }, going));
        isWanted = false;
        await commit?.(snapshot.id).catch(onError);
        return { snapshot, isNew: last === null };
      },
      outer,
    );
  }

  /** What Baton does by itself: its failures are shown in a banner, except those that show by themselves. */
  async function byItself(work: () => Promise<void>): Promise<void> {
    try {
      await work();
      store.setState({ failure: null });
    } catch (error) {
      if (error instanceof DOMException && error.name === 'AbortError') return;
      const failure = toSnapshotFailure(error);
      if (failure.code === 'busy' || failure.code === 'nothing' || failure.code === 'host-away') return;
      if (nameOf(failure) !== quiet) store.setState({ failure });
      onError(failure);
    }
  }

  async function daily(): Promise<void> {
    const list = await follow(host.list());
    if (list.settingsDamaged) throw new SnapshotError('settings');
    if (!list.settings.automatic) return;
    const [last] = list.snapshots;
    // A window that was closed in between left one that nobody has read back.
    const snapshots =
      last?.state === 'unchecked'
        ? [await run('check', (going) => client.check(last.id, going)), ...list.snapshots.slice(1)]
        : list.snapshots;
    if (isWanted || isDue(snapshots, deps.now())) await make('daily');
  }

  function findIn(ms: number): void {
    deps.clearTimeout(next);
    next = deps.setTimeout(() => void tick().catch(onError), ms);
  }

  async function tick(): Promise<void> {
    await deps.idle();
    if (deps.isBusy() || store.getState().going) {
      findIn(BUSY_MS);
      return;
    }
    await byItself(() => alone(daily));
    findIn(LOOK_MS);
  }

  return {
    store,
    want() {
      if (isWanted) return;
      isWanted = true;
      findIn(WANTED_MS);
    },
    look: () => findIn(FIRST_LOOK_MS),
    reload,
    async make() {
      const made = await alone(() => make('manual'));
      store.setState({ failure: null });
      return made;
    },
    protect: (signal) =>
      byItself(async () => {
        const { settings } = await host.list();
        if (settings.automatic) await alone(() => make('before-restore', signal));
      }),
    check: (id) => alone(() => run('check', (going) => client.check(id, going))),
    stop() {
      const { going } = store.getState();
      if (!going || !abort) return;
      store.setState({ going: { ...going, stopping: true } });
      abort.abort();
    },
    async remove(id) {
      await host.remove(id);
      await follow(host.list());
    },
    async change(patch) {
      await follow(host.change(patch));
    },
    file: async (id, signal) => new File([await host.read(id, signal)], `${id}.zip`, { type: 'application/zip' }),
    dismiss() {
      const { failure } = store.getState();
      if (failure) quiet = nameOf(failure);
      store.setState({ failure: null });
    },
  };
}
