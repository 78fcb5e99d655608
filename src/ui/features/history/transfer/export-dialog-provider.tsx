import { useCallback, useMemo, useState, type ReactNode } from 'react';
import { lazyPart } from '#ui/kit/lazy-part.ts';
import { ExportDialogContext, type ExportDialogScene } from '#ui/data/export-dialog-context.ts';

const Dialog = lazyPart(async () => (await import('./file-or-paper.tsx')).FileOrPaper);

/** Lets every part of the page open the dialogs for exporting, printing and sharing, which are loaded on first use. */
export function ExportDialogProvider({ children }: { children: ReactNode }) {
  const [shown, setShown] = useState<{ sessions: readonly string[]; as?: 'paper' | 'share' } | null>(null);
  const [open, setOpen] = useState(false);
  const show = useCallback<ExportDialogScene['show']>((sessions, as) => {
    if (sessions.length === 0) return;
    setShown(as ? { sessions, as } : { sessions });
    setOpen(true);
  }, []);
  const scene = useMemo(() => ({ show, open }), [show, open]);
  return (
    <ExportDialogContext value={scene}>
      {children}
      {shown && <Dialog {...shown} open={open} onOpenChange={setOpen} />}
    </ExportDialogContext>
  );
}
