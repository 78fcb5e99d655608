import { useEffect, useRef, type ReactNode } from 'react';

interface StepPanelProps {
  /** A new one is a new content: the button that was pressed is gone then. */
  step: string;
  label: string;
  children: ReactNode;
}

/** What goes through steps in place. The keyboard stays in it when what had the focus goes away with a step. */
export function StepPanel({ step, label, children }: StepPanelProps) {
  const panel = useRef<HTMLDivElement>(null);
  const shown = useRef(step);
  useEffect(() => {
    if (shown.current === step) return;
    shown.current = step;
    if (document.activeElement === null || document.activeElement === document.body)
      panel.current?.focus({ preventScroll: true });
  }, [step]);
  return (
    <div ref={panel} role="group" aria-label={label} tabIndex={-1} style={{ outline: 'none' }}>
      {children}
    </div>
  );
}
