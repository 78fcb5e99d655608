import { toError } from '#core/thrown.ts';
import type { BatonDatabase } from './database.ts';
import { claimSession, NotWriterError } from './writer-fence.ts';
import type { Fence } from './writer-fence.ts';

/**
 * `pending` while the lock is requested; `other` when another window holds it; `failed` when no window holds it and
 * storage rejected the claim: the next `acquire` claims again.
 */
export type WriterState = 'pending' | 'mine' | 'other' | 'failed';

/** The right to write for the duration of a task. */
export interface WriterLease {
  fence: Fence;
  /** Aborts when another window takes the conversation over: finish with one last write, then release. */
  lost: AbortSignal;
  release: () => void;
}

/** How windows ask each other to release a conversation; a BroadcastChannel in the page. */
export interface WriterChannel {
  post(message: WriterMessage): void;
  listen(on: (message: WriterMessage) => void): void;
}

export interface WriterMessage {
  type: 'yield' | 'yielded';
  sessionId: string;
}

export interface SessionWritersDeps {
  db: BatonDatabase;
  locks: LockManager;
  channel: WriterChannel;
  setTimeout(fn: () => void, ms: number): unknown;
  clearTimeout(handle: unknown): void;
  onError(error: unknown): void;
}

export interface SessionWriters {
  /** Keeps the conversation open in this window. Stays in the queue for the lock until `close` is called. */
  open(sessionId: string): () => void;
  state(sessionId: string): WriterState;
  subscribe(sessionId: string, listener: () => void): () => void;
  /** Rejects with NotWriterError when another window writes here. */
  acquire(sessionId: string): Promise<WriterLease>;
  /** The conversations that some window, perhaps this one, holds or waits for. */
  held(): Promise<ReadonlySet<string>>;
  /**
   * Asks the other window to end its run and release the lock. Takes the lock by force if it does not respond. Resolves
   * with the conversation `mine` or, when storage rejects the claim, `failed`.
   */
  takeOver(sessionId: string): Promise<void>;
  /** Marks unfinished answers without a writer as interrupted. Run it once at startup. */
  recover(): Promise<string[]>;
}

/** The previous page of another window may still be closing. Ignore a lock that is released this soon. */
const SETTLE_MS = 150;
/** Time for another window to store its last text before the lock is taken by force. */
const YIELD_MS = 2_000;

interface Entry {
  opens: number;
  holds: number;
  state: WriterState;
  fence: Fence | null;
  /** Aborted to leave the queue, or to end a run that lost its lock. */
  lost: AbortController;
  leaveQueue: AbortController;
  releaseSession: (() => void) | null;
  /** Why the lock could not be used: storage failed while claiming. */
  problem: Error | null;
}

const LOCK_PREFIX = 'baton-session-';

export function lockName(sessionId: string): string {
  return `${LOCK_PREFIX}${sessionId}`;
}

/**
 * One writer per conversation across windows. Web Locks decide which window; a fencing token in the database stops late
 * writes.
 */
export function createSessionWriters(deps: SessionWritersDeps): SessionWriters {
  const entries = new Map<string, Entry>();
  const yielded = new Map<string, () => void>();
  const listeners = new Map<string, Set<() => void>>();

  function listen(sessionId: string, listener: () => void): () => void {
    const of = listeners.get(sessionId) ?? new Set();
    listeners.set(sessionId, of.add(listener));
    return () => {
      of.delete(listener);
      if (of.size === 0 && listeners.get(sessionId) === of) listeners.delete(sessionId);
    };
  }

  function notify(sessionId: string): void {
    for (const listener of listeners.get(sessionId) ?? []) listener();
  }

  deps.channel.listen((message) => {
    if (message.type === 'yielded') {
      yielded.get(message.sessionId)?.();
      return;
    }
    const entry = entries.get(message.sessionId);
    if (entry?.state === 'mine') void giveUp(message.sessionId, entry);
  });

  /** Ends what writes here, and says so to the window that asked. */
  async function giveUp(sessionId: string, entry: Entry): Promise<void> {
    const { lost } = entry;
    lost.abort();
    await watch(sessionId, () => entry.holds === 0);
    deps.channel.post({ type: 'yielded', sessionId });
    // The other window may have closed the conversation meanwhile.
    deps.setTimeout(() => {
      if (entry.lost === lost) entry.lost = new AbortController();
    }, YIELD_MS);
  }

  function setState(sessionId: string, entry: Entry, state: WriterState): void {
    if (entry.state === state) return;
    entry.state = state;
    notify(sessionId);
  }

  function watch(sessionId: string, until: () => boolean): Promise<void> {
    return new Promise((resolve) => {
      if (until()) {
        resolve();
        return;
      }
      const stop = listen(sessionId, () => {
        if (!until()) return;
        stop();
        resolve();
      });
    });
  }

  function enter(sessionId: string): Entry {
    const existing = entries.get(sessionId);
    if (existing) return existing;
    const entry: Entry = {
      opens: 0,
      holds: 0,
      state: 'pending',
      fence: null,
      lost: new AbortController(),
      leaveQueue: new AbortController(),
      releaseSession: null,
      problem: null,
    };
    entries.set(sessionId, entry);
    void requestLock(sessionId, entry, {});
    return entry;
  }

  /** Holds the lock until the entry is left or the lock is stolen. Then queues again if it is still needed. */
  async function requestLock(sessionId: string, entry: Entry, options: { steal?: true }): Promise<void> {
    let granted = false;
    let settle: unknown;
    // A slow page must not report its own lock as another window's. Check that someone holds it, and not this window.
    const settleLater = () => {
      settle = deps.setTimeout(async () => {
        const { held } = await deps.locks.query();
        if (granted || entry.state !== 'pending') return;
        if (held?.some(({ name }) => name === lockName(sessionId))) setState(sessionId, entry, 'other');
        else settleLater();
      }, SETTLE_MS);
    };
    settleLater();
    try {
      await deps.locks.request(
        lockName(sessionId),
        options.steal ? { steal: true } : { signal: entry.leaveQueue.signal },
        async () => {
          granted = true;
          if (options.steal) entry.leaveQueue.abort();
          const { fence } = await claimSession(deps.db, sessionId);
          entry.fence = fence;
          entry.lost = new AbortController();
          setState(sessionId, entry, 'mine');
          if (entry.opens === 0 && entry.holds === 0) return;
          await new Promise<void>((resolve) => {
            entry.releaseSession = resolve;
          });
        },
      );
      entry.fence = null;
    } catch (error) {
      if (!isAbort(error)) deps.onError(error);
      if (entry.fence === null) {
        if (isAbort(error)) return;
        entry.problem = toError(error);
        setState(sessionId, entry, 'failed');
        return;
      }
      // The lock was stolen. Work in this window is aborted, and the fence rejects its writes.
      entry.fence = null;
      entry.lost.abort();
      setState(sessionId, entry, 'other');
      if (entries.get(sessionId) === entry) {
        entry.leaveQueue = new AbortController();
        void requestLock(sessionId, entry, {});
      }
    } finally {
      granted = true;
      deps.clearTimeout(settle);
    }
  }

  /** Storage failed during the last claim. Discard that error and claim again. */
  function claimAgain(sessionId: string, entry: Entry): void {
    entry.problem = null;
    setState(sessionId, entry, 'pending');
    void requestLock(sessionId, entry, {});
  }

  function leaveIfUnused(sessionId: string, entry: Entry): void {
    if (entry.opens > 0 || entry.holds > 0 || entries.get(sessionId) !== entry) return;
    entries.delete(sessionId);
    entry.leaveQueue.abort();
    entry.releaseSession?.();
  }

  return {
    open(sessionId) {
      const entry = enter(sessionId);
      entry.opens += 1;
      let closed = false;
      return () => {
        if (closed) return;
        closed = true;
        entry.opens -= 1;
        leaveIfUnused(sessionId, entry);
      };
    },
    state(sessionId) {
      return entries.get(sessionId)?.state ?? 'pending';
    },
    subscribe: listen,
    async acquire(sessionId) {
      const entry = enter(sessionId);
      if (entry.state === 'failed') claimAgain(sessionId, entry);
      entry.holds += 1;
      const release = once(() => {
        entry.holds -= 1;
        notify(sessionId);
        leaveIfUnused(sessionId, entry);
      });
      await watch(sessionId, () => entry.state !== 'pending');
      if (entry.state !== 'mine' || !entry.fence || entry.lost.signal.aborted) {
        const { problem } = entry;
        release();
        throw problem ?? new NotWriterError(sessionId);
      }
      return { fence: entry.fence, lost: entry.lost.signal, release };
    },
    async held() {
      const { held = [], pending = [] } = await deps.locks.query();
      const names = [...held, ...pending].flatMap(({ name }) => (name?.startsWith(LOCK_PREFIX) ? [name] : []));
      return new Set(names.map((name) => name.slice(LOCK_PREFIX.length)));
    },
    async takeOver(sessionId) {
      const entry = enter(sessionId);
      await watch(sessionId, () => entry.state !== 'pending');
      const isMine = () => entry.state === 'mine';
      if (isMine()) return;
      let over = false;
      const end = () => {
        over = true;
        notify(sessionId);
      };
      yielded.set(sessionId, end);
      const timer = deps.setTimeout(end, YIELD_MS);
      deps.channel.post({ type: 'yield', sessionId });
      // A window that no longer has it open doesn't answer.
      await watch(sessionId, () => over || isMine());
      deps.clearTimeout(timer);
      yielded.delete(sessionId);
      if (isMine() || entries.get(sessionId) !== entry) return;
      entry.problem = null;
      void requestLock(sessionId, entry, { steal: true });
      await watch(sessionId, () => entry.state === 'mine' || entry.problem !== null);
    },
    async recover() {
      const growing = await deps.db.messages.where('status').equals('streaming').toArray();
      const interrupted: string[] = [];
      for (const sessionId of new Set(growing.map((row) => row.sessionId))) {
        await deps.locks.request(lockName(sessionId), { ifAvailable: true }, async (lock) => {
          if (lock) interrupted.push(...(await claimSession(deps.db, sessionId)).interrupted);
        });
      }
      return interrupted;
    },
  };
}

function isAbort(error: unknown): boolean {
  return error instanceof Error && error.name === 'AbortError';
}

function once(fn: () => void): () => void {
  let done = false;
  return () => {
    if (done) return;
    done = true;
    fn();
  };
}
