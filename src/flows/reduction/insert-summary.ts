import { handoffLead } from '#texts/model-prompts.ts';
import { NOT_SENT, SUMMARY } from '#core/normalize/base/overlays.ts';
import type { Overlay } from '#core/request.ts';
import type { BatonDatabase } from '#storage/database.ts';
import { outlineMessage } from '#storage/hydrate-parts.ts';
import { addMessageRows } from '#storage/write-messages.ts';
import { newId } from '#storage/new-id.ts';
import { listOverlays } from '#storage/overlay-repository.ts';
import { readPath } from '#storage/read-path.ts';
import type { SessionRow, StoredMessage } from '#storage/rows.ts';
import { writeFenced } from '#storage/writer-fence.ts';
import type { AnswerQueue } from '../answer/answer-queue.ts';
import { countReplaced } from '../context/count-replaced.ts';
import { NothingToSendError, StaleSummaryError } from '../base/flow-errors.ts';
import type { FlowDeps } from '../base/flow-deps.ts';
import { acceptMessage } from '../conversation/accept-partial.ts';
import { requireMessage, requireSession } from '../conversation/insert-answer.ts';
import { resolveTarget } from '../base/resolve-target.ts';
import type { Summary } from '../context/summarize.ts';

/** Messages read at the end of the path. The newest exchange is kept if it is no more than half of them. */
const NEAR = 64;

/**
 * Inserts the summary at the end of the path and leaves out of requests what it replaces. The newest exchange is sent
 * as it is if there is more than that one and it fits. Returns the id of the summary's message.
 */
export async function insertSummary(
  deps: FlowDeps,
  runs: AnswerQueue,
  sessionId: string,
  summary: Pick<Summary, 'text' | 'origin' | 'leafId'>,
): Promise<string> {
  const text = summary.text.trim();
  if (text === '') throw new NothingToSendError();
  const id = newId();
  await runs.runExclusive(sessionId, async ({ lease: { fence } }) => {
    const session = await requireSession(deps, sessionId);
    if (session.leafId !== summary.leafId) throw new StaleSummaryError();
    await acceptMessage(deps, fence, summary.leafId);
    const at = deps.clock.now();
    const message = {
      id,
      role: 'user' as const,
      parts: [
        { type: 'text' as const, text: handoffLead(text) },
        { type: 'text' as const, text },
      ],
      origin: summary.origin,
      author: 'automation' as const,
      parentId: summary.leafId,
      status: 'complete' as const,
      createdAt: at,
      completedAt: at,
    };
    const overlay = (retained: number, count = 0): Overlay => ({
      id: newId(),
      sessionId,
      target: { message: id },
      kind: SUMMARY,
      reason: 'summarized for a handoff',
      data: { kept: retained, count },
      at,
    });
    const retained = await retainedBefore(deps, session, { ...message, sessionId, seq: session.lastSeq + 1 }, overlay);
    const count = await countReplaced(deps, sessionId, summary.leafId, retained);
    await writeFenced(deps.db, fence, [deps.db.messages, deps.db.sessions, deps.db.overlays], async () => {
      await addMessageRows(deps.db, sessionId, [message]);
      await deps.db.overlays.add(overlay(retained, count));
    });
  });
  return id;
}

/**
 * Counts the messages of the newest exchange. Returns 0 when there are no others or when they would not fit beside the
 * summary.
 */
async function retainedBefore(
  deps: FlowDeps,
  session: SessionRow,
  summary: StoredMessage,
  overlay: (retained: number) => Overlay,
): Promise<number> {
  const { messages: path } = await readPath(deps.db, session.id, session.leafId, NEAR, deps.onUnreadableRow);
  const question = path.findLastIndex(({ role, author }) => role === 'user' && author === undefined);
  const retained = path.length - question;
  if (question <= 0 || retained > NEAR / 2) return 0;
  const resolved = await resolveTarget(deps, session);
  if (!resolved.ok) return retained;
  const service = await deps.loadService(resolved.connection);
  const history = [...path, summary].map((message) => outlineMessage(message));
  const next = { role: 'user' as const, parts: [{ type: 'text' as const, text: '…' }] };
  const overlays = [...(await listOverlays(deps.db, session.id, deps.onUnreadableRow)), overlay(retained)];
  const { report } = service.sanitizeMessages([...history, next], overlays, resolved.target);
  return report.problem || report.droppedByWindow.includes(question) ? 0 : retained;
}

/**
 * Sends again what the summary replaced. The summary's message stays in its place, is no longer sent and can be used
 * again.
 */
export function undoSummary(deps: FlowDeps, runs: AnswerQueue, sessionId: string, messageId: string): Promise<void> {
  return runs.runExclusive(sessionId, async ({ lease: { fence } }) => {
    await requireMessage(deps, sessionId, messageId);
    const at = deps.clock.now();
    await writeFenced(deps.db, fence, [deps.db.overlays], async () => {
      const own = await ownOverlays(deps.db, sessionId, messageId);
      // The record of what it kept is needed when the summary is used again.
      const data = own.find(({ kind }) => kind === SUMMARY)?.data;
      await deps.db.overlays.bulkDelete(own.map(({ id }) => id));
      const reason = 'summary taken back by the user';
      const target = { message: messageId };
      await deps.db.overlays.add({ id: newId(), sessionId, target, kind: NOT_SENT, reason, at, data });
    });
  });
}

/** Uses a summary again that the user had undone. */
export function reuseSummary(deps: FlowDeps, runs: AnswerQueue, sessionId: string, messageId: string): Promise<void> {
  return runs.runExclusive(sessionId, async ({ lease: { fence } }) => {
    await writeFenced(deps.db, fence, [deps.db.overlays], async () => {
      const own = await ownOverlays(deps.db, sessionId, messageId);
      const silent = own.find(({ kind }) => kind === NOT_SENT);
      if (silent) await deps.db.overlays.put({ ...silent, kind: SUMMARY, at: deps.clock.now() });
    });
  });
}

function ownOverlays(db: BatonDatabase, sessionId: string, messageId: string): Promise<Overlay[]> {
  const rows = db.overlays.where('sessionId').equals(sessionId);
  return rows
    .filter(({ kind, target }) => target.message === messageId && (kind === SUMMARY || kind === NOT_SENT))
    .toArray();
}
