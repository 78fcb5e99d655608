import { DELETED, EXCLUDED } from '#core/normalize/base/overlays.ts';
import { childIds, newestLeafUnder } from '#storage/message-repository.ts';
import type { BatonDatabase, MessageRow } from '#storage/database.ts';
import { hiddenMessages } from '#storage/overlay-repository.ts';
import { newId } from '#storage/new-id.ts';
import { writeFenced } from '#storage/writer-fence.ts';
import type { AnswerQueue } from '../answer/answer-queue.ts';
import type { FlowDeps } from '../base/flow-deps.ts';

/** A message, or one tool result in it, that can be excluded or deleted. */
export interface Excludable {
  message: string;
  part?: number;
}

/** Excludes a message or a tool result from requests, or includes it again. Nothing happens if that is so already. */
export function setExcluded(
  deps: FlowDeps,
  runs: AnswerQueue,
  sessionId: string,
  target: Excludable,
  isExcluded: boolean,
): Promise<void> {
  const { db } = deps;
  return runs.runExclusive(sessionId, ({ lease }) =>
    writeFenced(db, lease.fence, [db.overlays], () => mark(deps, sessionId, target, EXCLUDED, isExcluded)),
  );
}

/**
 * Deletes a message or a tool result, or restores it. Nothing happens if that is so already. Where what is shown of the
 * conversation ended with the message, its newest other version takes its place.
 */
export function setDeleted(
  deps: FlowDeps,
  runs: AnswerQueue,
  sessionId: string,
  target: Excludable,
  isDeleted: boolean,
): Promise<void> {
  const { db } = deps;
  return runs.runExclusive(sessionId, ({ lease }) =>
    writeFenced(db, lease.fence, [db.overlays, db.messages, db.sessions], async () => {
      await mark(deps, sessionId, target, DELETED, isDeleted);
      if (isDeleted && target.part === undefined) await leaveDeleted(deps, sessionId, target.message);
    }),
  );
}

/** Removes every overlay of the kind, because each of two synced machines may have added one. */
async function mark(
  { db, clock }: FlowDeps,
  sessionId: string,
  target: Excludable,
  kind: string,
  isSet: boolean,
): Promise<void> {
  const own = db.overlays
    .where('sessionId')
    .equals(sessionId)
    .filter((row) => row.kind === kind && row.target.message === target.message && row.target.part === target.part);
  if (!isSet) await own.delete();
  else if ((await own.count()) === 0)
    await db.overlays.add({ id: newId(), sessionId, target, kind, reason: 'asked for by the user', at: clock.now() });
}

async function leaveDeleted({ db }: FlowDeps, sessionId: string, id: string): Promise<void> {
  const [session, message] = [await db.sessions.get(sessionId), await db.messages.get(id)];
  if (!message || !(await endsWith(db, session?.leafId ?? null, message))) return;
  const other = (await childIds(db, sessionId, message.parentId)).at(-1);
  if (other !== undefined) await db.sessions.update(sessionId, { leafId: await newestLeafUnder(db, sessionId, other) });
}

/** Whether nothing that is shown comes after the message on the path to the leaf. Results are shown with their calls. */
async function endsWith(db: BatonDatabase, leafId: string | null, { id, sessionId }: MessageRow): Promise<boolean> {
  if (leafId === id) return true;
  const deleted = await hiddenMessages(db, sessionId, true);
  for (let at = leafId; at !== id;) {
    const below = at === null ? undefined : await db.messages.get(at);
    if (!below || !(deleted.has(below.id) || below.role === 'tool')) return false;
    at = below.parentId;
  }
  return true;
}
