import type { SessionRow } from '#storage/rows.ts';
import { useSessionVendor } from './session-vendor.ts';
import { VendorMark } from './vendor-mark.tsx';

/** The mark of a conversation's vendor. */
export function SessionMark({ session, size }: { session: SessionRow; size?: string }) {
  const { vendor, practice } = useSessionVendor(session);
  return <VendorMark vendor={vendor} practice={practice} {...(size !== undefined && { size })} />;
}
