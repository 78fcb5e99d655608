import { useCallback, useMemo, useState, type ReactNode } from 'react';
import { lazyModule, useLazyModule } from '#ui/kit/lazy-module.ts';
import { ExportDialogContext } from '#ui/data/export-dialog-context.ts';

const dialog = lazyModule(() => import('./export-dialog.tsx'));

/** Lets every part of the page open the export dialog, which is loaded on first use. */
export function ExportDialogProvider({ children }: { children: ReactNode }) {
  const [sessions, setSessions] = useState<readonly string[]>([]);
  const [open, setOpen] = useState(false);
  const loaded = useLazyModule(dialog, sessions.length > 0);
  const show = useCallback((next: readonly string[]) => {
    if (next.length === 0) return;
    setSessions(next);
    setOpen(true);
  }, []);
  const scene = useMemo(() => ({ show, open }), [show, open]);
  return (
    <ExportDialogContext value={scene}>
      {children}
      {loaded && <loaded.ExportDialog sessions={sessions} open={open} onOpenChange={setOpen} />}
    </ExportDialogContext>
  );
}
