import { sweepBlobs } from '#storage/loose-blobs.ts';
import { removeSession } from '#storage/remove-session.ts';
import { trashSession } from '#storage/session-repository.ts';
import type { FlowDeps } from './flow-deps.ts';
import { pause } from './pause.ts';
import type { SessionOwners } from './session-owners.ts';

/**
 * Bytes that somebody attached again just before are named by a draft or a message within a fraction of this, in
 * whatever window.
 */
const SWEEP_AFTER_MS = 10_000;

export interface SessionRemoval {
  /** Ends what goes on in a conversation and the tasks below it, in every window. Waits for no disk. */
  end(sessionId: string): void;
  /** Into the trash, from where all of it can come back. */
  trash(sessionId: string): Promise<void>;
  /** Out of the trash for good, with all that is kept of it anywhere. */
  remove(sessionId: string): Promise<void>;
}

export function createSessionRemoval(deps: FlowDeps, own: SessionOwners): SessionRemoval {
  const { db } = deps;
  const owners = Object.entries({ ...own, ...deps.owners });

  /** One owner that fails keeps nobody else from letting go. */
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

  /** A run in another window stores its last words and lets go. */
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

  async function sweepLater(): Promise<void> {
    await pause(deps.clock, SWEEP_AFTER_MS);
    try {
      await sweepBlobs(db);
    } catch (error) {
      // The next start does it.
      deps.onError(error);
    }
  }

  return {
    end: (sessionId) => void endAll([sessionId]),
    async trash(sessionId) {
      endHere(sessionId);
      const tasks = await below(sessionId);
      await trashSession(db, sessionId, deps.clock.now());
      void endAll([sessionId, ...tasks]);
    },
    async remove(sessionId) {
      await deps.forgetAtHost?.(sessionId);
      const removed = await removeSession(db, sessionId);
      for (const id of removed) {
        endHere(id);
        await forgetHere(id);
      }
      void sweepLater();
    },
  };
}
