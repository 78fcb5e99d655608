import { useEffect, useRef, type ReactNode } from 'react';
import { isFocusLost } from '#ui/kit/keyboard/is-focus-lost.ts';

interface StepPanelProps {
  /** A new value means new content: the button that was pressed no longer exists. */
  step: string;
  label: string;
  children: ReactNode;
}

/** Shows the steps of a process in place. The focus stays inside when the focused element disappears with a step. */
export function StepPanel({ step, label, children }: StepPanelProps) {
  const panel = useRef<HTMLDivElement>(null);
  const shown = useRef(step);
  useEffect(() => {
    if (shown.current === step) return;
    shown.current = step;
    if (isFocusLost()) panel.current?.focus({ preventScroll: true });
  }, [step]);
  return (
    <div ref={panel} role="group" aria-label={label} tabIndex={-1} style={{ outline: 'none' }}>
      {children}
    </div>
  );
}
