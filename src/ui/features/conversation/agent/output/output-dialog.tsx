import { useState, type ReactNode } from 'react';
import { lazyPart } from '#ui/kit/lazy-part.ts';
import { OutputContext, type FullOutput } from './output-context.ts';

const OutputModal = lazyPart(async () => (await import('./output-modal.tsx')).OutputModal);

/** Provides the viewer for full outputs to its children. */
export function OutputDialog({ children }: { children: ReactNode }) {
  const [shown, setShown] = useState<FullOutput | null>(null);
  const [open, setOpen] = useState(false);
  const [show] = useState(() => (output: FullOutput) => {
    setShown(output);
    setOpen(true);
  });
  return (
    <OutputContext value={show}>
      {children}
      {shown && <OutputModal output={shown} open={open} onOpenChange={setOpen} onClosed={() => setShown(null)} />}
    </OutputContext>
  );
}
