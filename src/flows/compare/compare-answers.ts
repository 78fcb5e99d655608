import { appendMessages } from '#storage/write-messages.ts';
import type { NewMessage } from '#storage/write-messages.ts';
import type { SessionRow, SessionTarget, StoredMessage } from '#storage/rows.ts';
import { StorageError } from '#storage/storage-error.ts';
import type { Fence } from '#storage/writer-fence.ts';
import type { FlowDeps } from '../base/flow-deps.ts';
import { TargetRefusedError } from '../base/flow-errors.ts';
import { emptyAnswer, insertTurn, requireMessage, requireSession, titleOf } from '../conversation/insert-answer.ts';
import { outgoingParts } from '../base/outgoing-parts.ts';
import type { ContextManager } from '../context/context-manager.ts';
import { originOf, resolveTarget } from '../base/resolve-target.ts';
import type { ScreenedMessage } from '../base/outgoing-message.ts';
import { prepareEnd, readEnd } from '../answer/send-message.ts';
import { targetOfAnswer } from './target-of-answer.ts';
import type { ComparedAnswer, ComparisonRuns } from './comparison-runs.ts';

/**
 * Asks several models one question at once. The answers are siblings, and each is stored with its origin from the
 * start. The path ends in the question until one answer is chosen. Rejects, with nothing stored, when one of the models
 * can't be asked at all.
 */
export async function compareModels(
  deps: FlowDeps,
  { comparing, contextManager }: { comparing: ComparisonRuns; contextManager: Pick<ContextManager, 'keep'> },
  sessionId: string,
  { outgoing, stopped }: ScreenedMessage,
  targets: readonly SessionTarget[],
): Promise<void> {
  const parts = outgoingParts(outgoing);
  const place = async (fence: Fence, signal: AbortSignal) => {
    const end = await readEnd(deps, sessionId);
    const { session } = end;
    const answersTo = await answersOf(deps, session, targets);
    const parentId = await prepareEnd(deps, contextManager, { fence, signal }, end, parts);
    const { asks, draft } = outgoing;
    const question = { parentId, parts, title: titleOf(outgoing), thinking: asks?.thinking, draft };
    const [asked, ...placed] = await insertTurn(deps, fence, session, question, answersTo, (id) =>
      endPathIn(deps, sessionId, id),
    );
    return { session, questionId: asked?.id ?? '', answers: pair(placed, targets) };
  };
  await comparing.run(sessionId, place, { stopped });
}

/** Adds answers of these models to a question that has some already. The path ends in the question again. */
export async function compareWith(
  deps: FlowDeps,
  comparing: ComparisonRuns,
  sessionId: string,
  questionId: string,
  targets: readonly SessionTarget[],
): Promise<void> {
  const place = async (fence: Fence) => {
    const session = await requireSession(deps, sessionId);
    await requireMessage(deps, sessionId, questionId);
    const answersTo = await answersOf(deps, session, targets);
    const placed = await appendMessages(deps.db, fence, answersTo(questionId, deps.clock.now()), () =>
      endPathIn(deps, sessionId, questionId),
    );
    return { session, questionId, answers: pair(placed, targets) };
  };
  await comparing.run(sessionId, place, { question: questionId });
}

/**
 * Asks the model of one answer again. The new answer is a sibling of the others. Rejects where its connection is gone: no
 * other model is asked in its place.
 */
export async function retryCompared(
  deps: FlowDeps,
  comparing: ComparisonRuns,
  sessionId: string,
  messageId: string,
): Promise<void> {
  const session = await requireSession(deps, sessionId);
  const answer = await requireMessage(deps, sessionId, messageId);
  const { origin } = answer;
  const gone = origin && { connection: origin.endpoint ?? origin.model, model: origin.model, thinking: 'off' as const };
  const target = (await targetOfAnswer(deps, session, answer)) ?? gone ?? session.target;
  if (answer.parentId === null || !target) throw new StorageError('missing', undefined, `question of ${messageId}`);
  await compareWith(deps, comparing, sessionId, answer.parentId, [target]);
}

/**
 * Resolves every target before anything is stored: which model an answer is for must survive a crash a moment later.
 */
async function answersOf(
  deps: FlowDeps,
  session: SessionRow,
  targets: readonly SessionTarget[],
): Promise<(questionId: string, at: number) => NewMessage[]> {
  const origins = await Promise.all(
    targets.map(async (target) => {
      const resolved = await resolveTarget(deps, { ...session, target });
      if (!resolved.ok) throw new TargetRefusedError(resolved.error);
      return originOf(resolved.target);
    }),
  );
  return (questionId, at) => origins.map((origin) => ({ ...emptyAnswer(questionId, at), origin }));
}

async function endPathIn({ db }: Pick<FlowDeps, 'db'>, sessionId: string, leafId: string): Promise<void> {
  await db.sessions.update(sessionId, { leafId });
}

function pair(placed: readonly StoredMessage[], targets: readonly SessionTarget[]): ComparedAnswer[] {
  return placed.flatMap((message, index) => {
    const target = targets[index];
    return target ? [{ message, target }] : [];
  });
}
