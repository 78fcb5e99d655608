import type { Connection } from '#contract/connection.ts';
import type { Vendor } from '#core/vendor.ts';
import type { SessionRow } from '#storage/rows.ts';
import { useConnections } from '#ui/data/use-connections.ts';

export interface SessionVendor {
  vendor: Vendor | null;
  practice: boolean;
}

/**
 * The vendor of a conversation, as its message box shows it: the connection that answers next. If that is unknown, as
 * in an imported conversation, the vendor that answered last. Vendor and practice always come from the same one of the
 * two.
 */
export function sessionVendor(
  { leafId, target, lastVendor }: Pick<SessionRow, 'leafId' | 'target' | 'lastVendor'>,
  connections: readonly Pick<Connection, 'id' | 'vendor' | 'practice'>[] | undefined,
): SessionVendor {
  if (leafId === null && lastVendor === null) return { vendor: null, practice: false };
  const connection = connections?.find(({ id }) => id === target?.connection);
  return connection ?? { vendor: lastVendor, practice: false };
}

export function useSessionVendor(session: SessionRow): SessionVendor {
  return sessionVendor(session, useConnections().connections);
}
