import type { Vendor } from '#core/vendor.ts';
import { VendorMark } from '#ui/shared/vendors/vendor-mark.tsx';
import css from './inspector.module.css';

interface ModelLineProps {
  vendor: Vendor;
  practice: boolean;
  label: string;
  source: string;
  note?: string;
}

/** The model that receives the request. */
export function ModelLine({ vendor, practice, label, source, note }: ModelLineProps) {
  return (
    <p className={css['facts']}>
      <VendorMark vendor={vendor} practice={practice} size="0.8125rem" />
      <span className={css['model']}>{label}</span>
      {source !== label && <span className={css['source']}>{source}</span>}
      {note !== undefined && <span className={css['source']}>{note}</span>}
    </p>
  );
}
