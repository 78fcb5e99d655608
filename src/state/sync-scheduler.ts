import { createStore } from 'zustand/vanilla';
import type { StoreApi } from 'zustand/vanilla';

/** State of the sync with the other devices. */
export type SyncStatus =
  /** No remote is chosen, or nothing is known yet. */
  | { kind: 'off' }
  | { kind: 'paused' }
  | { kind: 'idle' }
  /** Another window of this profile syncs. */
  | { kind: 'elsewhere' }
  | { kind: 'going'; received: number; sent: number }
  /** The remote is unreachable. It is retried automatically. */
  | { kind: 'waiting' }
  /** The user has to act; `code` selects the text. */
  | { kind: 'failed'; code: string };

/** Why a sync object of a device cannot be read. The objects after it wait. */
export type SyncWaiting = 'rolled-back' | 'missing' | 'damaged' | 'newer-version' | 'growing';

export interface SyncDevice {
  id: string;
  name: string;
  /** Time of its last object, by its own clock. */
  at: number;
  self: boolean;
  /** Why its latest objects are not merged yet. */
  waiting: SyncWaiting | null;
}

export interface SyncView {
  status: SyncStatus;
  /** Time of the last successful pass; `null` before the first. */
  last: number | null;
  address: string | null;
  devices: readonly SyncDevice[];
  /** Time of the next automatic attempt; `null` when none is planned. */
  next: number | null;
  /** The error that has repeated since the last successful pass. */
  problem: { code: string; times: number } | null;
}

/** The result of one pass. */
export interface SyncPassOutcome {
  devices: readonly SyncDevice[];
}

export interface SyncRunsDeps {
  /** The host's remote; `null` if there is none. */
  place(): Promise<{ address: string; fingerprint: string } | null>;
  /** Registers this profile as a writer there, if it is not one yet. Returns whether it is paused. */
  prepare(fingerprint: string): Promise<{ paused: boolean }>;
  pass(options: {
    changed?: readonly string[];
    signal: AbortSignal;
    onProgress: (progress: { received: number; sent: number }) => void;
  }): Promise<SyncPassOutcome>;
  setPaused(paused: boolean): Promise<void>;
  /** Forgets the remote, here and in the host. */
  forget(): Promise<void>;
  locks: Pick<LockManager, 'request'>;
  clock: { now(): number; setTimeout(fn: () => void, ms: number): unknown; clearTimeout(handle: unknown): void };
  onError(error: unknown): void;
}

export interface SyncScheduler {
  store: StoreApi<SyncView>;
  /** Reads the chosen remote and starts. Call it once at startup and after every change of the choice. */
  begin(): Promise<void>;
  /** Called when something changed here. Sends it after a delay. */
  changed(sessions: readonly string[] | 'all'): void;
  /** Resolves when the pass is done, with any outcome. */
  now(): Promise<void>;
  pause(): Promise<void>;
  resume(): Promise<void>;
  leave(): Promise<void>;
}

/** Changes of one question and its answer should go out together. */
const AFTER_CHANGE_MS = 30_000;
/** Interval between checks for changes from other devices. */
const EVERY_MS = 4 * 60_000;
/** Delays between attempts while the remote is unreachable. */
const RETRY_MS = [15_000, 60_000, EVERY_MS];

const LOCK = 'baton-sync';
/** The host or the remote is unreachable. */
const OFFLINE = new Set(['sync_unreachable', 'HostUnreachable']);

/** Decides when this profile syncs, in one window at a time. */
export function createSyncScheduler(deps: SyncRunsDeps): SyncScheduler {
  const { clock } = deps;
  const nothing: SyncView = {
    status: { kind: 'off' },
    last: null,
    address: null,
    devices: [],
    next: null,
    problem: null,
  };
  const store = createStore<SyncView>(() => nothing);
  /** `null` for all sessions. */
  let dirty: Set<string> | null = null;
  let timer: unknown = null;
  let failures = 0;
  let activePass: Promise<void> | null = null;
  /** The remote is known, and this profile writes there. */
  let begun = false;
  let starting: Promise<boolean> | null = null;
  let ending = new AbortController();

  const show = (status: SyncStatus): void => store.setState({ status });
  const isOn = (): boolean => !['off', 'paused'].includes(store.getState().status.kind);

  function later(ms: number): void {
    clock.clearTimeout(timer);
    timer = clock.setTimeout(() => void now(), ms);
    store.setState({ next: clock.now() + ms });
  }

  function fail(error: unknown): void {
    const code = codeOf(error);
    if (code === 'sync_unset') {
      // Another window left the remote.
      store.setState(nothing);
      return;
    }
    const offline = OFFLINE.has(code);
    if (!offline) deps.onError(error);
    const { problem } = store.getState();
    store.setState({ problem: { code, times: problem?.code === code ? problem.times + 1 : 1 } });
    show(offline ? { kind: 'waiting' } : { kind: 'failed', code });
    later(RETRY_MS[Math.min(failures, RETRY_MS.length - 1)] ?? EVERY_MS);
    failures++;
  }

  async function runPass(): Promise<void> {
    const { signal } = ending;
    const changed = dirty;
    dirty = new Set();
    const markDirtyAgain = (): void => {
      dirty = changed === null || dirty === null ? null : new Set([...changed, ...dirty]);
    };
    show({ kind: 'going', received: 0, sent: 0 });
    try {
      const passed = await deps.locks.request(LOCK, { ifAvailable: true }, async (lock) =>
        lock
          ? deps.pass({
              ...(changed && { changed: [...changed] }),
              signal,
              onProgress: (progress) => !signal.aborted && show({ kind: 'going', ...progress }),
            })
          : null,
      );
      if (signal.aborted) return;
      failures = 0;
      if (passed) store.setState({ last: clock.now(), devices: passed.devices, problem: null });
      else markDirtyAgain();
      show(passed ? { kind: 'idle' } : { kind: 'elsewhere' });
      later(EVERY_MS);
    } catch (error) {
      markDirtyAgain();
      if (!signal.aborted) fail(error);
    }
  }

  function now(): Promise<void> {
    if (!isOn()) return Promise.resolve();
    if (!begun) return begin();
    clock.clearTimeout(timer);
    store.setState({ next: null });
    activePass ??= runPass().finally(() => {
      activePass = null;
    });
    return activePass;
  }

  /** Stops the pass in progress. Its completed work stays. */
  async function stop(): Promise<void> {
    ending.abort();
    clock.clearTimeout(timer);
    await activePass;
    ending = new AbortController();
    store.setState({ next: null });
  }

  async function begin(): Promise<void> {
    starting ??= readRemote().finally(() => {
      starting = null;
    });
    if (await starting) await now();
  }

  /** Returns whether there is something to do. */
  async function readRemote(): Promise<boolean> {
    begun = false;
    await stop();
    try {
      const place = await deps.place();
      if (!place) {
        store.setState(nothing);
        return false;
      }
      store.setState({ address: place.address });
      const { paused } = await deps.prepare(place.fingerprint);
      begun = true;
      dirty = null;
      show(paused ? { kind: 'paused' } : { kind: 'idle' });
      return !paused;
    } catch (error) {
      fail(error);
      return false;
    }
  }

  return {
    store,
    begin,
    now,
    changed(sessions) {
      if (sessions === 'all') dirty = null;
      else for (const id of sessions) dirty?.add(id);
      if (isOn() && !activePass) later(AFTER_CHANGE_MS);
    },
    async pause() {
      await deps.setPaused(true);
      await stop();
      show({ kind: 'paused' });
    },
    async resume() {
      await deps.setPaused(false);
      await begin();
    },
    async leave() {
      await stop();
      try {
        await deps.forget();
      } catch (error) {
        void begin();
        throw error;
      }
      store.setState(nothing);
    },
  };
}

function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
}
