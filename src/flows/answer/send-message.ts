import { comparedAnswers } from '#core/compared-answers.ts';
import type { BatonDatabase } from '#storage/database.ts';
import { getMessage } from '#storage/message-repository.ts';
import { addMessageRows } from '#storage/write-messages.ts';
import { readChildren } from '#storage/read-children.ts';
import type { SessionRow, StoredMessage, StoredPart } from '#storage/rows.ts';
import { unarchiveWithParents } from '#storage/session-organization.ts';
import { writeFenced } from '#storage/writer-fence.ts';
import type { Fence } from '#storage/writer-fence.ts';
import type { AnswerQueue } from './answer-queue.ts';
import type { FlowDeps } from '../base/flow-deps.ts';
import type { OutgoingMessage } from '../base/outgoing-message.ts';
import type { ContextManager } from '../context/context-manager.ts';
import type { Compaction } from '../context/write-compaction.ts';
import { UndecidedError } from '../base/flow-errors.ts';
import { acceptMessage } from '../conversation/accept-partial.ts';
import { nextMessage } from '../request/next-request.ts';
import { outgoingParts } from '../base/outgoing-parts.ts';
import { insertQuestion, requireSession, titleOf } from '../conversation/insert-answer.ts';
import type { AskDeps, InsertDeps } from '../conversation/insert-answer.ts';

/**
 * Stores the message and its empty answer at the end of the current path, then has it answered. If the window fills up,
 * the context is reduced first. If the user stops it then, or had stopped it before, the message is stored and nothing
 * is requested.
 */
export async function sendMessage(
  deps: AskDeps & Pick<FlowDeps, 'flushDrafts'>,
  { runs, contextManager }: { runs: AnswerQueue; contextManager: ContextManager },
  sessionId: string,
  outgoing: OutgoingMessage,
  stopped = false,
): Promise<void> {
  const parts = outgoingParts(outgoing);
  await runs.run(
    sessionId,
    async (fence, signal) => {
      const { asks, draft } = outgoing;
      // Otherwise all of the stored draft ends, and what isn't in it yet must not come after that.
      if (!draft) await deps.flushDrafts();
      const end = await readEnd(deps, sessionId);
      const { session } = end;
      await unarchiveWithParents(deps.db, sessionId, session);
      const parentId = await prepareEnd(deps, contextManager, { fence, signal }, end, parts);
      const question = { parentId, parts, title: titleOf(outgoing), thinking: asks?.thinking, draft };
      return { session, message: await insertQuestion(deps, fence, session, question) };
    },
    { stopped },
  );
}

/** A session, and the message at the end of its path. */
interface SessionEnd {
  session: SessionRow;
  leaf: StoredMessage | null;
}

/** Reads both in one transaction. */
export async function readEnd(deps: InsertDeps, sessionId: string): Promise<SessionEnd> {
  const { db, onUnreadableRow } = deps;
  return db.transaction('r', db.sessions, db.messages, async () => {
    const session = await requireSession(deps, sessionId);
    return { session, leaf: session.leafId === null ? null : await getMessage(db, session.leafId, onUnreadableRow) };
  });
}

/**
 * Returns the parent for a message of these parts: the end of the current path, after the context is reduced if needed.
 * Throws UndecidedError when the path ends in an undecided comparison.
 */
export async function prepareEnd(
  deps: InsertDeps,
  contextManager: Pick<ContextManager, 'keep'>,
  { fence, signal }: { fence: Fence; signal: AbortSignal },
  { session, leaf }: SessionEnd,
  parts: StoredPart[],
): Promise<string | null> {
  const { id, leafId } = session;
  if (leafId === null) return null;
  if (leaf?.role === 'user' && (await isCompared(deps, leaf))) throw new UndecidedError();
  // Writing on after an interrupted answer accepts it as it is.
  if (leaf?.status === 'interrupted') await acceptMessage(deps, fence, leafId);
  const next = nextMessage(id, leafId, parts, deps.clock.now());
  const compaction = await contextManager.keep({ fence, signal, session, next });
  return compaction ? insertCompaction(deps.db, fence, compaction) : leafId;
}

/** Whether a question has several answers side by side. */
async function isCompared({ db, onUnreadableRow }: InsertDeps, { sessionId, id }: StoredMessage): Promise<boolean> {
  return comparedAnswers(await readChildren(db, sessionId, id, onUnreadableRow)).length > 1;
}

/** Inserts a summary at the end of the path. Resolves to its id. */
export async function insertCompaction(
  db: BatonDatabase,
  fence: Fence,
  { message, overlays }: Compaction,
): Promise<string> {
  await writeFenced(db, fence, [db.messages, db.sessions, db.overlays], async () => {
    await addMessageRows(db, fence.sessionId, [message]);
    await db.overlays.bulkAdd(overlays);
  });
  return message.id;
}
