import { lazyPart } from '#ui/kit/lazy-part.ts';
import { ExportDialog, type ExportDialogProps } from './export-dialog.tsx';

const PrintDialog = lazyPart(async () => (await import('../print/print-dialog.tsx')).PrintDialog);
const ShareDialog = lazyPart(async () => (await import('./share-dialog.tsx')).ShareDialog);

/** What becomes of the conversations: a file, paper, or a file for another program. */
export function FileOrPaper({ as, ...props }: ExportDialogProps & { as?: 'paper' | 'share' }) {
  if (as === 'share') return <ShareDialog {...props} />;
  return as === 'paper' ? <PrintDialog {...props} /> : <ExportDialog {...props} />;
}
