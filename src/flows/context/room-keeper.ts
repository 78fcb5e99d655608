import type { SessionRow } from '#storage/rows.ts';
import type { FlowDeps } from '../flow-deps.ts';
import { keepRoom } from './keep-room.ts';
import type { RoomJob } from './keep-room.ts';
import { recoverRoom } from './recover-room.ts';
import type { OverflowJob } from './recover-room.ts';
import { createRoomState } from './room-state.ts';
import type { RoomState } from './room-state.ts';
import type { Compaction } from './write-compaction.ts';

/**
 * Keeps requests within their window, before they are made and after one was refused. Prunes and shortens what is stored
 * in overlays; what that cannot do a summary does, which the caller puts at the end of the path. Neither way rejects:
 * what fails is told, and the window does what it can.
 */
export interface RoomKeeper {
  keep(job: RoomJob): Promise<Compaction | null>;
  recover(job: OverflowJob): Promise<Compaction | null>;
  /** While somebody else has a summary of the conversation written; null where one is being written. */
  alone: RoomState['alone'];
  /** The conversation is gone for good. */
  forget(sessionId: string): void;
}

/** `offered`: what a conversation that uses tools offered last, for its next message. */
export function createRoomKeeper(
  deps: FlowDeps,
  offered: (session: SessionRow) => RoomJob['offer'] | null = () => null,
): RoomKeeper {
  const state = createRoomState(deps.clock);

  async function alone(sessionId: string, work: () => Promise<Compaction | null>): Promise<Compaction | null> {
    const leave = state.alone(sessionId);
    if (!leave) return null;
    try {
      return await work();
    } catch (error) {
      deps.onError(error);
      return null;
    } finally {
      leave();
    }
  }

  return {
    keep: (job) => alone(job.fence.sessionId, () => keepRoom(deps, state, offered, job)),
    recover: (job) => alone(job.fence.sessionId, () => recoverRoom(deps, state, job)),
    alone: (sessionId) => state.alone(sessionId),
    forget: (sessionId) => state.helped(sessionId),
  };
}
