import type { BatonDatabase } from '#storage/database.ts';
import { addMessageRows } from '#storage/message-repository.ts';
import { writeFenced } from '#storage/writer-fence.ts';
import type { Fence } from '#storage/writer-fence.ts';
import type { AnswerRuns } from './answer-runs.ts';
import type { Outgoing } from './chat-flows.ts';
import type { RoomKeeper } from './context/room-keeper.ts';
import type { Compaction } from './context/write-compaction.ts';
import { keepMessage } from './keep-partial.ts';
import { nextMessage } from './next-request.ts';
import { outgoingParts, placeQuestion, requireSession, titleOf } from './place-answer.ts';
import type { PlaceDeps } from './place-answer.ts';

/**
 * Stores the message and its empty answer at the end of the chosen path, then has it answered. Where the window fills
 * up, room is made first; who stops it then, or had stopped it before, finds the message in its place, and nothing asked.
 */
export async function sendMessage(
  deps: PlaceDeps,
  { runs, room }: { runs: AnswerRuns; room: RoomKeeper },
  sessionId: string,
  outgoing: Outgoing,
  stopped = false,
): Promise<void> {
  const parts = outgoingParts(outgoing);
  await runs.run(
    sessionId,
    async (fence, signal) => {
      const session = await requireSession(deps, sessionId);
      let parentId = session.leafId;
      // Writing on after an interrupted answer accepts it as it is.
      if (parentId !== null) await keepMessage(deps, fence, parentId);
      const next = nextMessage(sessionId, parentId, parts, deps.clock.now());
      const compaction = parentId === null ? null : await room.keep({ fence, signal, next });
      if (compaction) parentId = await placeCompaction(deps.db, fence, compaction);
      const question = { parentId, parts, title: titleOf(outgoing), thinking: outgoing.asks?.thinking };
      return { session, message: await placeQuestion(deps, fence, session, question) };
    },
    stopped,
  );
}

async function placeCompaction(db: BatonDatabase, fence: Fence, { message, overlays }: Compaction): Promise<string> {
  await writeFenced(db, fence, [db.messages, db.sessions, db.overlays], async () => {
    await addMessageRows(db, fence.sessionId, [message]);
    await db.overlays.bulkAdd(overlays);
  });
  return message.id;
}
