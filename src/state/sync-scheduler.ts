import { createStore } from 'zustand/vanilla';
import type { StoreApi } from 'zustand/vanilla';

/** How things stand with the other machines. */
export type SyncStatus =
  /** No place is chosen; or nothing is known yet. */
  | { kind: 'off' }
  | { kind: 'paused' }
  | { kind: 'idle' }
  /** Another window of this profile does it. */
  | { kind: 'elsewhere' }
  | { kind: 'going'; received: number; sent: number }
  /** The place cannot be reached; it is tried again by itself. */
  | { kind: 'waiting' }
  /** Somebody has to do something; `code` picks the words. */
  | { kind: 'failed'; code: string };

/** Why an object of a machine cannot be taken in; what comes behind it waits. */
export type SyncWaiting = 'rolled-back' | 'missing' | 'damaged' | 'newer-version' | 'growing';

export interface SyncDevice {
  id: string;
  name: string;
  /** Of its last object, by its own clock. */
  at: number;
  self: boolean;
  /** Why what it said last is not taken in yet. */
  waiting: SyncWaiting | null;
}

export interface SyncView {
  status: SyncStatus;
  /** The last time that everything was in order; null before the first. */
  last: number | null;
  address: string | null;
  devices: readonly SyncDevice[];
  /** When it is tried again by itself; null while nothing is planned. */
  next: number | null;
  /** What has gone wrong again and again since the last time that everything was in order. */
  problem: { code: string; times: number } | null;
}

/** What came of one pass. */
export interface SyncPassOutcome {
  devices: readonly SyncDevice[];
}

export interface SyncRunsDeps {
  /** The place that the host keeps; null for none. */
  place(): Promise<{ address: string; fingerprint: string } | null>;
  /** Makes this profile one that writes there, unless it is. Answers whether it is paused. */
  prepare(fingerprint: string): Promise<{ paused: boolean }>;
  pass(options: {
    changed?: readonly string[];
    signal: AbortSignal;
    onProgress: (progress: { received: number; sent: number }) => void;
  }): Promise<SyncPassOutcome>;
  setPaused(paused: boolean): Promise<void>;
  /** Forgets the place, here and in the host. */
  forget(): Promise<void>;
  locks: Pick<LockManager, 'request'>;
  clock: { now(): number; setTimeout(fn: () => void, ms: number): unknown; clearTimeout(handle: unknown): void };
  onError(error: unknown): void;
}

export interface SyncScheduler {
  store: StoreApi<SyncView>;
  /** Looks what is chosen, and begins; call it once at the start and after every change of the choice. */
  begin(): Promise<void>;
  /** Something was changed here: it goes out a while later. */
  changed(sessions: readonly string[] | 'all'): void;
  /** Resolves when it is done, whatever came of it. */
  now(): Promise<void>;
  pause(): Promise<void>;
  resume(): Promise<void>;
  leave(): Promise<void>;
}

/** What is typed and answered in one go should go out in one go. */
const AFTER_CHANGE_MS = 30_000;
/** So often it is asked what is new elsewhere. */
const EVERY_MS = 4 * 60_000;
/** Between attempts while the place cannot be reached. */
const RETRY_MS = [15_000, 60_000, EVERY_MS];

const LOCK = 'baton-sync';
/** The host could not be reached, or the place could not. */
const OFFLINE = new Set(['sync_unreachable', 'HostUnreachable']);

/** Decides when this profile meets the others; one window of it at a time. */
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
  /** null: all of them. */
  let dirty: Set<string> | null = null;
  let timer: unknown = null;
  let failures = 0;
  let going: Promise<void> | null = null;
  /** The place is known, and this profile writes there. */
  let begun = false;
  let beginning: Promise<boolean> | null = null;
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
      // It was left in another window.
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

  async function once(): Promise<void> {
    const { signal } = ending;
    const changed = dirty;
    dirty = new Set();
    const back = (): void => {
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
      else back();
      show(passed ? { kind: 'idle' } : { kind: 'elsewhere' });
      later(EVERY_MS);
    } catch (error) {
      back();
      if (!signal.aborted) fail(error);
    }
  }

  function now(): Promise<void> {
    if (!isOn()) return Promise.resolve();
    if (!begun) return begin();
    clock.clearTimeout(timer);
    store.setState({ next: null });
    going ??= once().finally(() => {
      going = null;
    });
    return going;
  }

  /** Ends what goes on; what was done of it stays. */
  async function stop(): Promise<void> {
    ending.abort();
    clock.clearTimeout(timer);
    await going;
    ending = new AbortController();
    store.setState({ next: null });
  }

  async function begin(): Promise<void> {
    beginning ??= look().finally(() => {
      beginning = null;
    });
    if (await beginning) await now();
  }

  /** Whether there is something to do. */
  async function look(): Promise<boolean> {
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
      if (isOn() && !going) later(AFTER_CHANGE_MS);
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
