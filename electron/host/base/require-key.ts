import { reasonText } from '#core/reasons.ts';
import type { HostDeps } from './deps.ts';
import { HostError } from './problem.ts';
import type { VendorRow } from './vendor-table.ts';

/** The key of a connection; `null` if it needs none. Throws `key_missing`. */
export async function requireKey(secrets: HostDeps['secrets'], row: VendorRow): Promise<string | null> {
  if (!row.needsKey) return null;
  const key = await secrets.get(row.id);
  if (key === null) throw new HostError('key_missing', reasonText('key.missing', { vendor: row.label }));
  return key;
}
