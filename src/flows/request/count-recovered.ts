import type { Connection } from '#contract/connection.ts';
import { usageOfBroken } from '#core/window/estimate-usage.ts';
import { weightsFor } from '#core/window/token-weights.ts';
import { outlineParts } from '#storage/hydrate-parts.ts';
import { getMessage } from '#storage/message-repository.ts';
import { completeMessage } from '#storage/write-messages.ts';
import type { StoredMessage, UsageRow } from '#storage/rows.ts';
import { getSend } from '#storage/send-repository.ts';
import { NotWriterError } from '#storage/writer-fence.ts';
import { costOf } from '../base/cost-of.ts';
import type { FlowDeps } from '../base/flow-deps.ts';

type CountDeps = Pick<FlowDeps, 'db' | 'writers' | 'connections' | 'model' | 'onUnreadableRow'>;

/**
 * Estimates what answers consumed that a crash interrupted, as for a stopped answer. Counts each of them once. Runs at
 * startup when there are such answers.
 */
export async function countRecovered(deps: CountDeps): Promise<void> {
  const { db, writers, onUnreadableRow } = deps;
  const ids = await db.messages.where('status').equals('interrupted').primaryKeys();
  if (ids.length === 0) return;
  const connections = await deps.connections();
  for (const id of ids) {
    const found = await getMessage(db, id, onUnreadableRow);
    if (!found || found.usage) continue;
    try {
      const lease = await writers.acquire(found.sessionId);
      try {
        // It may have been accepted or continued before this window had the lock.
        const message = await getMessage(db, id, onUnreadableRow);
        const usage =
          message?.status === 'interrupted' && !message.usage && (await estimated(deps, connections, message));
        if (usage) await completeMessage(db, lease.fence, { ...message, usage: usage.usage }, { usage, vendor: null });
      } finally {
        lease.release();
      }
    } catch (error) {
      // If another window writes to the session, that window takes care of the answer.
      if (!(error instanceof NotWriterError)) throw error;
    }
  }
}

/** Returns `null` when it was never requested, nothing arrived, or the connection no longer exists. */
async function estimated(
  { db, model, onUnreadableRow }: CountDeps,
  connections: readonly Connection[],
  { id, sessionId, parts, createdAt }: StoredMessage,
): Promise<UsageRow | null> {
  const send = await getSend(db, id, onUnreadableRow);
  const connection = connections.find((one) => one.id === send?.connection);
  if (!send || !connection) return null;
  const facts = model(connection, send.model);
  const usage = usageOfBroken({
    reported: undefined,
    parts: outlineParts(parts),
    input: send.tokens,
    weights: weightsFor(facts),
  });
  if (!usage) return null;
  const { vendor } = send;
  const cost = costOf(usage, facts.price);
  return { id, sessionId, at: createdAt, connection: connection.id, vendor, model: send.model, usage, cost };
}
