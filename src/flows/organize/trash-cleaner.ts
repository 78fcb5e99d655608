import { purgeFolders } from '#storage/deleted-projects.ts';
import { getSession } from '#storage/read-sessions.ts';
import { advanceTrashClock, type ExpiredSession } from '#storage/trash-repository.ts';
import { NotWriterError } from '#storage/writer-fence.ts';
import type { SessionRemoval } from '../conversation/delete-session.ts';
import type { FlowDeps } from '../base/flow-deps.ts';

/** A window that stays open for weeks sweeps as often as one that is opened every day. */
const EVERY_MS = 3_600_000;

export interface TrashCleaner {
  /** Removes for good what has been in the trash for its time. Resolves with the number of sessions. */
  sweep(): Promise<number>;
  /** Sweeps now and at intervals, until the signal aborts. */
  begin(signal: AbortSignal): void;
}

/**
 * Empties the trash on time: a deleted session stays for its days (core/trash-clock.ts defines a day) and is then
 * removed in the only way that removes a session. A session that someone writes in stays until they are done.
 */
export function createTrashCleaner(
  deps: Pick<FlowDeps, 'db' | 'clock' | 'writers' | 'onUnreadableRow' | 'onError'>,
  removal: Pick<SessionRemoval, 'remove'>,
): TrashCleaner {
  const { db, clock, writers } = deps;

  async function removeDue({ id, deletedAt }: ExpiredSession): Promise<boolean> {
    const tasks = await db.sessions.where('task.above').equals(id).primaryKeys();
    const holds = [];
    try {
      for (const one of [id, ...tasks]) holds.push(await writers.acquire(one));
      // It may have been restored while this waited for the lock.
      const row = await getSession(db, id, deps.onUnreadableRow);
      if (row?.deletedAt !== deletedAt) return false;
      await removal.remove(id);
      return true;
    } catch (error) {
      if (error instanceof NotWriterError) return false;
      throw error;
    } finally {
      for (const { release } of holds) release();
    }
  }

  async function sweep(): Promise<number> {
    let removed = 0;
    const { sessions, folders } = await advanceTrashClock(db, clock.now());
    await purgeFolders(db, folders);
    for (const due of sessions) if (await removeDue(due)) removed += 1;
    return removed;
  }

  return {
    sweep,
    begin(signal) {
      let timer: unknown;
      const run = async (): Promise<void> => {
        try {
          await sweep();
        } catch (error) {
          // The host may be missing or the disk full. Nothing was removed by halves, and the next sweep removes it.
          deps.onError(error);
        }
        if (!signal.aborted) timer = clock.setTimeout(() => void run(), EVERY_MS);
      };
      signal.addEventListener('abort', () => clock.clearTimeout(timer), { once: true });
      void run();
    },
  };
}
