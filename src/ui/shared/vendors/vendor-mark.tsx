import type { Vendor } from '#core/vendor.ts';
import { VENDOR_LOOK } from './vendor-look.ts';

interface VendorMarkProps {
  /** `null` for no vendor yet. */
  vendor: Vendor | null;
  /** Practice vendors use the outline of the same shape. */
  practice?: boolean;
  /** CSS length; default 0.75rem. */
  size?: string;
  className?: string;
}

/** A vendor's shape in its color. Decorative: a name must be beside it or read aloud from elsewhere. */
export function VendorMark({ vendor, practice = false, size = '0.75rem', className }: VendorMarkProps) {
  const look = vendor ? VENDOR_LOOK[vendor] : null;
  const color = look ? look.color : 'var(--line-strong)';
  const hollow = practice || !look;
  return (
    <svg
      viewBox="0 0 12 12"
      className={className}
      style={{ width: size, height: size }}
      fill={hollow ? 'none' : color}
      stroke={color}
      strokeWidth={hollow ? 1.5 : 1}
      strokeLinejoin="round"
      aria-hidden
    >
      <path d={look?.shape ?? 'M6 3.5a2.5 2.5 0 1 1 0 5a2.5 2.5 0 1 1 0 -5z'} />
    </svg>
  );
}
