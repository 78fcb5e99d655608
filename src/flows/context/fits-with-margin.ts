import type { Model } from '#core/model.ts';
import { estimateMessages } from '#core/window/estimate-request.ts';
import { weightsFor } from '#core/window/token-weights.ts';
import { outlineMessage } from '#storage/hydrate-parts.ts';
import { getMessage } from '#storage/message-repository.ts';
import { getSend } from '#storage/send-repository.ts';
import type { FlowDeps } from '../base/flow-deps.ts';

/**
 * The factor by which an estimate of few messages may be too low, and the share of the limit above which it is not
 * relied upon.
 */
const SURPLUS = 1.5;
const NEAR = 0.95;

/**
 * Whether the next step of a run is so far below `limit`, a share of the token budget, that nothing needs to be
 * counted. Judges by the previous step and the messages since.
 */
export async function fitsWithMargin(
  { db, onUnreadableRow }: Pick<FlowDeps, 'db' | 'onUnreadableRow'>,
  leafId: string,
  model: Model,
  limit: number,
): Promise<boolean> {
  const results = await getMessage(db, leafId, onUnreadableRow);
  if (results?.role !== 'tool' || results.parentId === null) return false;
  const answer = await getMessage(db, results.parentId, onUnreadableRow);
  const send = answer && (await getSend(db, answer.id, onUnreadableRow));
  if (!answer || !send || send.model !== model.id || send.budget === null) return false;
  const before = Math.max(answer.usage?.input ?? 0, send.tokens);
  const since = estimateMessages([answer, results].map(outlineMessage), weightsFor(model));
  return before + since * SURPLUS < send.budget * limit * NEAR;
}
