import type { Vendor } from '#core/vendor.ts';
import { PRACTICE_ROWS } from '#host/base/vendor-table.ts';

/** The part of a target by which a practice connection differs from a server of the user. */
export function simulatedAt(vendor: Vendor, endpoint: string): { simulated?: true } {
  const { origin } = new URL(endpoint);
  const found = PRACTICE_ROWS.some((row) => row.vendor === vendor && new URL(row.baseUrl).origin === origin);
  return found ? { simulated: true } : {};
}
