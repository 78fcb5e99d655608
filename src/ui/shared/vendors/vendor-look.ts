import type { Vendor } from '#core/vendor.ts';
import { VENDOR_TABLE } from '#core/vendors/table.ts';

export interface VendorLook {
  /** The vendor's own name for itself. */
  name: string;
  /** A CSS color that follows the theme. */
  color: string;
  /** Path in a 12 x 12 box. */
  shape: string;
}

export const VENDOR_LOOK = Object.fromEntries(
  Object.entries(VENDOR_TABLE).map(([vendor, { name, look }]): [string, VendorLook] => [
    vendor,
    { name, shape: look.shape, color: `light-dark(${look.light}, ${look.dark})` },
  ]),
) as Record<Vendor, VendorLook>;
