import type { Connection } from '#contract/connection.ts';
import type { Origin } from '#core/vendor.ts';
import type { SendRow, SessionTarget, StoredMessage } from '#storage/rows.ts';

/** A change of hands that the next message would make. */
export interface PlannedSwitch {
  from: Origin;
  target: SessionTarget;
  connection: Connection;
  /** Tells one planned change from another. */
  key: string;
}

/** Who answered last; null when nobody has. */
export const lastAnswererOf = (messages: readonly StoredMessage[]): Origin | null =>
  messages.findLast((message) => message.role === 'assistant' && message.origin)?.origin ?? null;

/** null while the one who answered last would answer next, too. */
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

/** What the conversation would go on with if the change were not made; null when that connection is gone. */
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
