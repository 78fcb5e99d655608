import { lazyPart } from '#ui/kit/lazy-part.ts';
import { ExportDialog, type ExportDialogProps } from './export-dialog.tsx';

const PrintDialog = lazyPart(async () => (await import('../print/print-dialog.tsx')).PrintDialog);

/** What becomes of the conversations: a file, or paper. */
export function FileOrPaper({ as, ...props }: ExportDialogProps & { as?: 'paper' }) {
  return as === 'paper' ? <PrintDialog {...props} /> : <ExportDialog {...props} />;
}
