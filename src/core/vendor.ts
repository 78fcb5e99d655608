import { VENDOR_TABLE } from './vendors/table.ts';

/** Whose rules apply. */
export type Vendor = keyof typeof VENDOR_TABLE;

export const VENDORS = Object.keys(VENDOR_TABLE) as readonly Vendor[];

/**
 * Where a part came from. Opaque state (signatures, encrypted reasoning) is only valid there. `endpoint` is the base
 * URL, `account` the fingerprint of the key (never the key).
 */
export interface Origin {
  vendor: Vendor;
  model: string;
  endpoint?: string;
  account?: string;
}
