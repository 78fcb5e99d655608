import type { FlowDeps } from '../flow-deps.ts';
import { summarise } from '../summarise.ts';
import type { Summarised, SummaryView } from '../summarise.ts';
import type { RoomKeeper } from './room-keeper.ts';

/** A summary that the person asked for; not while one is being written to make room. */
export async function summariseAlone(
  deps: FlowDeps,
  room: Pick<RoomKeeper, 'alone'>,
  sessionId: string,
  signal: AbortSignal,
  show: (view: SummaryView) => void,
): Promise<Summarised> {
  const leave = room.alone(sessionId);
  if (!leave) {
    const message = 'A summary of this conversation is being written already.';
    return { ok: false, error: { kind: 'unknown', retryable: true, message } };
  }
  try {
    return await summarise(deps, sessionId, signal, show);
  } finally {
    leave();
  }
}
