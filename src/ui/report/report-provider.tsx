import { useMemo, useState, type ReactNode } from 'react';
import { lazyModule, useLazyModule } from '#ui/lazy-module.ts';
import { ReportContext, type ReportScene, type Subject } from './report-context.ts';

const inspector = lazyModule(() => import('./inspector.tsx'));

/** Lets every part of the page open the inspector, which is loaded with its first use. */
export function ReportProvider({ children }: { children: ReactNode }) {
  const [subject, setSubject] = useState<Subject | null>(null);
  const [open, setOpen] = useState(false);
  const [decided] = useState(() => new Map<string, string>());
  const loaded = useLazyModule(inspector, subject !== null);
  const scene = useMemo<ReportScene>(
    () => ({
      decided,
      inspect(next) {
        setSubject(next);
        setOpen(true);
      },
    }),
    [decided],
  );
  return (
    <ReportContext value={scene}>
      {children}
      {loaded && subject && (
        <loaded.Inspector
          subject={subject}
          open={open}
          onClose={() => setOpen(false)}
          onClosed={() => setSubject(null)}
        />
      )}
    </ReportContext>
  );
}
