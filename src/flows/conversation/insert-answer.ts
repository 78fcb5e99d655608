import type { ThinkingLevel } from '#core/model.ts';
import type { Origin } from '#core/vendor.ts';
import { settleDraft, type TakenDraft } from '#storage/draft-repository.ts';
import { getMessage } from '#storage/message-repository.ts';
import { appendMessages } from '#storage/write-messages.ts';
import type { NewMessage } from '#storage/write-messages.ts';
import type { OnUnreadableRow } from '#storage/read-row.ts';
import { getSession } from '#storage/read-sessions.ts';
import type { BatonDatabase } from '#storage/database.ts';
import { newId } from '#storage/new-id.ts';
import type { SessionRow, StoredMessage, StoredPart } from '#storage/rows.ts';
import { setAutoTitle } from '#storage/session-repository.ts';
import { StorageError } from '#storage/storage-error.ts';
import type { Fence } from '#storage/writer-fence.ts';
import { autoTitle } from '#markdown/auto-title.ts';
import { withoutCourtesies } from '#texts/user-words.ts';
import type { FlowDeps } from '../base/flow-deps.ts';
import type { OutgoingMessage } from '../base/outgoing-message.ts';
import { outgoingParts } from '../base/outgoing-parts.ts';
import { findOrigin } from '../base/resolve-target.ts';

export interface InsertDeps {
  db: BatonDatabase;
  onUnreadableRow: OnUnreadableRow;
  clock: { now(): number };
}

/** Also finds out whom the session's next answer comes from, which is stored with it from the start. */
export type AskDeps = InsertDeps & Pick<FlowDeps, 'knownConnection' | 'model' | 'liveRuns'>;

/** The same for a steering message. */
export function steeringOf(outgoing: OutgoingMessage): { parts: StoredPart[]; thinking?: ThinkingLevel } {
  const { thinking } = outgoing.asks ?? {};
  return { parts: outgoingParts(outgoing), ...(thinking && { thinking }) };
}

export async function requireSession(deps: InsertDeps, id: string): Promise<SessionRow> {
  const session = await getSession(deps.db, id, deps.onUnreadableRow);
  if (!session) throw new StorageError('missing', undefined, `session ${id}`);
  return session;
}

export async function requireMessage(deps: InsertDeps, sessionId: string, id: string): Promise<StoredMessage> {
  const message = await getMessage(deps.db, id, deps.onUnreadableRow);
  if (message?.sessionId !== sessionId) throw new StorageError('missing', undefined, `message ${id}`);
  return message;
}

export interface Question {
  parentId: string | null;
  parts: StoredPart[];
  title?: string;
  author?: 'automation';
  thinking?: ThinkingLevel | undefined;
  /** The draft that it was taken from; absent for all of the stored draft. */
  draft?: TakenDraft | undefined;
  keepDraft?: true;
}

/**
 * Stores a user's message after `parentId` and the empty answer after it. Ends its draft in the same transaction. A
 * session that the user hasn't named gets its title from its first message.
 */
export async function insertQuestion(
  deps: AskDeps,
  fence: Fence,
  session: SessionRow,
  question: Question,
): Promise<StoredMessage> {
  const origin = findOrigin(deps, session);
  return announced(deps, await insertTurn(deps, fence, session, question, (id, at) => [emptyAnswer(id, at, origin)]));
}

/**
 * The same with as many answers as `answersTo` returns. `also` runs in the transaction, after all messages are stored.
 */
export async function insertTurn(
  deps: InsertDeps,
  fence: Fence,
  session: SessionRow,
  question: Question,
  answersTo: (questionId: string, at: number) => readonly NewMessage[],
  also?: (questionId: string) => Promise<void>,
): Promise<StoredMessage[]> {
  const at = deps.clock.now();
  const id = newId();
  const user: NewMessage = {
    id,
    role: 'user',
    parts: question.parts,
    parentId: question.parentId,
    status: 'complete',
    createdAt: at,
    completedAt: at,
    ...(question.author ? { author: question.author } : {}),
    ...(question.thinking ? { thinking: question.thinking } : {}),
  };
  const added = await appendMessages(deps.db, fence, [user, ...answersTo(id, at)], async () => {
    if (!question.keepDraft) await settleDraft(deps.db, session.id, question.draft);
    const title = question.title ?? '';
    // The user may have named it since `session` was read.
    if (question.parentId === null && title !== '') await setAutoTitle(deps.db, session.id, title);
    await also?.(id);
  });
  question.draft?.end();
  return added;
}

/** Stores only the empty answer, as another answer to the same question. */
export async function insertAnswer(
  deps: AskDeps,
  fence: Fence,
  session: Pick<SessionRow, 'target'>,
  parentId: string | null,
): Promise<StoredMessage> {
  const origin = findOrigin(deps, session);
  return announced(deps, await appendMessages(deps.db, fence, [emptyAnswer(parentId, deps.clock.now(), origin)]));
}

export function titleOf(outgoing: OutgoingMessage): string {
  return autoTitle(outgoing.text, outgoing.attachments, withoutCourtesies);
}

export function emptyAnswer(parentId: string | null, at: number, origin: Origin | null = null): NewMessage {
  return { role: 'assistant', parts: [], parentId, status: 'streaming', createdAt: at, ...(origin && { origin }) };
}

/** Has what was added shown before it is read again. Returns the answer, which is the last of it. */
function announced({ liveRuns }: Pick<AskDeps, 'liveRuns'>, added: readonly StoredMessage[]): StoredMessage {
  const last = added.at(-1);
  if (!last) throw new StorageError('unknown', undefined, 'nothing was added');
  liveRuns.inserted(added);
  return last;
}
