import { getSend } from '#storage/send-repository.ts';
import type { SessionRow, SessionTarget, StoredMessage } from '#storage/rows.ts';
import type { FlowDeps } from '../base/flow-deps.ts';

/** The target of an answer, as the session would ask it again; `null` when that connection is gone. */
export async function targetOfAnswer(
  deps: Pick<FlowDeps, 'db' | 'connections' | 'onUnreadableRow'>,
  { target: current }: Pick<SessionRow, 'target'>,
  { id, origin }: Pick<StoredMessage, 'id' | 'origin'>,
): Promise<SessionTarget | null> {
  if (!origin) return null;
  const { model, vendor, endpoint } = origin;
  const send = await getSend(deps.db, id, deps.onUnreadableRow);
  const connections = await deps.connections();
  const connection =
    connections.find((one) => one.id === send?.connection) ??
    connections.find((one) => one.vendor === vendor && one.baseUrl === endpoint);
  if (!connection) return null;
  return { connection: connection.id, model, thinking: send?.usual ?? send?.thinking ?? current?.thinking ?? 'medium' };
}
