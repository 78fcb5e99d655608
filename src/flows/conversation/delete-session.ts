import { sweepBlobs } from '#storage/blob-gc.ts';
import { forgetSearched } from '#storage/raw/search-database.ts';
import { removeSession } from '#storage/remove-session.ts';
import { trashSession, trashSessions } from '#storage/session-repository.ts';
import { withdrawAllWaiting } from '#storage/waiting-repository.ts';
import type { FlowDeps } from '../base/flow-deps.ts';
import { pause } from '../base/pause.ts';
import type { SessionOwners } from '../base/session-owners.ts';

/**
 * When a user attaches a blob again just before it is swept, a draft or a message names it within a fraction of this
 * time, in every window.
 */
const SWEEP_AFTER_MS = 10_000;

export interface SessionRemoval {
  /** Ends everything that runs in a session and its tasks, in every window. Doesn't wait for the disk. */
  end(sessionId: string): void;
  /** Moves it to the trash. All of it can be restored from there. */
  trash(sessionId: string): Promise<void>;
  /** All of them or none. Resolves with their number. */
  trashAll(sessionIds: readonly string[]): Promise<number>;
  /** Removes it from the trash for good, with everything that is stored about it anywhere. */
  remove(sessionId: string): Promise<void>;
  /** Releases what is held for sessions that are no longer in the database because another device removed them. */
  releaseSession(sessionIds: Iterable<string>): Promise<void>;
}

export function createSessionRemoval(deps: FlowDeps, own: SessionOwners): SessionRemoval {
  const { db } = deps;
  const owners = Object.entries({ ...own, ...deps.owners });

  /** An owner that fails doesn't stop the others. */
  function endHere(sessionId: string): void {
    for (const [, owner] of owners) {
      try {
        owner.end?.(sessionId);
      } catch (error) {
        deps.onError(error);
      }
    }
  }

  async function forgetHere(sessionId: string): Promise<void> {
    for (const [, owner] of owners) {
      try {
        await owner.forget?.(sessionId);
      } catch (error) {
        deps.onError(error);
      }
    }
  }

  const below = (sessionId: string) => db.sessions.where('task.above').equals(sessionId).primaryKeys();

  /** A run in another window stores its last text and gives up the session. */
  async function endElsewhere(sessionId: string): Promise<void> {
    const close = deps.writers.open(sessionId);
    try {
      await deps.writers.takeOver(sessionId);
    } catch (error) {
      deps.onError(error);
    } finally {
      close();
    }
  }

  async function endAll(sessionIds: readonly string[]): Promise<void> {
    for (const id of sessionIds) {
      endHere(id);
      void deps.reliability.emit({ type: 'session.deleted', sessionId: id });
    }
    await Promise.all(sessionIds.map(endElsewhere));
  }

  async function releaseSession(removed: readonly string[]): Promise<void> {
    for (const id of removed) {
      endHere(id);
      await forgetHere(id);
    }
    try {
      await forgetSearched(db.name, removed);
    } catch (error) {
      // The next search erases what is left.
      deps.onError(error);
    }
    void sweepLater();
  }

  let sweeping = false;
  /** One sweep for everything that is removed meanwhile. */
  async function sweepLater(): Promise<void> {
    if (sweeping) return;
    sweeping = true;
    await pause(deps.clock, SWEEP_AFTER_MS);
    sweeping = false;
    try {
      await sweepBlobs(db);
    } catch (error) {
      // The next start sweeps.
      deps.onError(error);
    }
  }

  return {
    end: (sessionId) => void endAll([sessionId]),
    async trash(sessionId) {
      endHere(sessionId);
      const tasks = await below(sessionId);
      await trashSession(db, sessionId, deps.clock.now());
      await withdrawAllWaiting(db, [sessionId, ...tasks]);
      void endAll([sessionId, ...tasks]);
    },
    async trashAll(sessionIds) {
      const ids: string[] = [];
      for (const id of sessionIds) {
        endHere(id);
        ids.push(id, ...(await below(id)));
      }
      const count = await trashSessions(db, sessionIds, deps.clock.now());
      await withdrawAllWaiting(db, ids);
      void endAll(ids);
      return count;
    },
    async remove(sessionId) {
      await deps.forgetAtHost?.(sessionId);
      await forgetSearched(db.name, [sessionId, ...(await below(sessionId))]);
      await releaseSession(await removeSession(db, sessionId));
    },
    async releaseSession(sessionIds) {
      const removed = [...sessionIds];
      for (const id of removed) {
        try {
          await deps.forgetAtHost?.(id);
        } catch (error) {
          deps.onError(error);
        }
      }
      await releaseSession(removed);
    },
  };
}
