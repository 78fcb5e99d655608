import type { Connection } from '#contract/connection.ts';
import type { SessionTarget } from '#storage/rows.ts';

/** Why nothing can be sent now. */
export type SendBlocker = 'undecided' | 'unanswered' | 'no-model' | 'no-connection' | 'no-key' | 'locked';

interface Sending {
  target: SessionTarget | null;
  /** `undefined` until the host has answered. */
  connections: readonly Connection[] | undefined;
  locked: boolean;
  /** Several answers are compared, and none was chosen or none has content. */
  open?: 'undecided' | 'unanswered' | null;
}

/** What keeps the message box from sending; `null` when nothing does or it isn't known yet. */
export function sendBlockerOf({ target, connections, locked, open }: Sending): SendBlocker | null {
  if (open) return open;
  if (!connections) return null;
  if (!target) return 'no-model';
  const connection = connections.find((one) => one.id === target.connection);
  if (!connection) return 'no-connection';
  if (connection.configured) return null;
  return locked ? 'locked' : 'no-key';
}
