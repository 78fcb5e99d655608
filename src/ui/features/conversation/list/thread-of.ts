import type { CSSProperties } from 'react';
import type { Vendor } from '#core/vendor.ts';
import { VENDOR_LOOK } from '#ui/shared/vendors/vendor-look.ts';
import { cssVars } from '#ui/kit/css-vars.ts';

/** Gives the thread the color of the vendor that holds it. */
export const threadOf = (vendor: Vendor | null): CSSProperties =>
  vendor ? cssVars({ '--thread': VENDOR_LOOK[vendor].color }) : {};
