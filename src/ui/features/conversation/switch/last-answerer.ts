import type { Connection } from '#contract/connection.ts';
import type { Origin } from '#core/vendor.ts';
import type { SendRow, SessionTarget, StoredMessage } from '#storage/rows.ts';

/** The handoff that the next message would cause. */
export interface PlannedSwitch {
  from: Origin;
  target: SessionTarget;
  connection: Connection;
  /** Distinguishes planned handoffs. */
  key: string;
}

/** The origin of the last answer; `null` when there is none. */
export const lastAnswererOf = (messages: readonly StoredMessage[]): Origin | null =>
  messages.findLast((message) => message.role === 'assistant' && message.origin)?.origin ?? null;

/** `null` when the model that answered last would also answer next. */
export function plannedSwitch(
  messages: readonly StoredMessage[],
  target: SessionTarget | null,
  connection: Connection | null,
): PlannedSwitch | null {
  const from = lastAnswererOf(messages);
  if (!from || !target || !connection) return null;
  const endpoint = from.endpoint ?? connection.baseUrl;
  if (from.vendor === connection.vendor && from.model === target.model && endpoint === connection.baseUrl) return null;
  return { from, target, connection, key: [from.endpoint, from.model, connection.id, target.model].join(' ') };
}

/** The target if the handoff weren't made; `null` when its connection was removed. */
export function targetBefore(
  from: Origin,
  send: SendRow | null,
  connections: readonly Connection[],
  thinking: SessionTarget['thinking'],
): SessionTarget | null {
  if (send?.model === from.model && connections.some(({ id }) => id === send.connection))
    return { connection: send.connection, model: send.model, thinking: send.usual ?? send.thinking };
  const connection = connections.find(({ baseUrl }) => baseUrl === from.endpoint);
  return connection ? { connection: connection.id, model: from.model, thinking } : null;
}
