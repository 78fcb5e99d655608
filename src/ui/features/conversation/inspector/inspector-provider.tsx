import { useMemo, useRef, useState, type ReactNode } from 'react';
import { lazyModule, useLazyModule } from '#ui/kit/lazy-module.ts';
import { InspectorContext, type ReportScene, type Subject } from './inspector-context.ts';

const inspector = lazyModule(() => import('./inspector.tsx'));

/** Lets every part of the page open the inspector, which is loaded on first use. */
export function InspectorProvider({ children }: { children: ReactNode }) {
  const [subject, setSubject] = useState<Subject | null>(null);
  const [open, setOpen] = useState(false);
  const giveBack = useRef<() => void>(() => undefined);
  const showMessage = useRef<((messageId: string) => void) | null>(null);
  const [decided] = useState(() => new Map<string, string>());
  const loaded = useLazyModule(inspector, subject !== null);
  const scene = useMemo<ReportScene>(
    () => ({
      decided,
      inspect(next) {
        giveBack.current = keepFocus();
        setSubject(next);
        setOpen(true);
      },
      show(messageId) {
        giveBack.current = () => showMessage.current?.(messageId);
        setOpen(false);
      },
      onShow(show) {
        showMessage.current = show;
        return () => {
          if (showMessage.current === show) showMessage.current = null;
        };
      },
    }),
    [decided],
  );
  return (
    <InspectorContext value={scene}>
      {children}
      {loaded && subject && (
        <loaded.Inspector
          subject={subject}
          open={open}
          onClose={() => setOpen(false)}
          onClosed={() => {
            setSubject(null);
            requestAnimationFrame(() => giveBack.current());
          }}
        />
      )}
    </InspectorContext>
  );
}

/**
 * Rows of a long conversation are rendered again while they are out of focus, so the position is remembered. The dialog
 * itself returns the focus to an element inside a message that Tab can't reach, never to the message.
 */
function keepFocus(): () => void {
  const before = document.activeElement;
  const message = before?.closest<HTMLElement>('[data-message]')?.dataset['message'];
  return () => {
    const row = message === undefined ? null : document.querySelector(`[data-message="${CSS.escape(message)}"]`);
    const place = before?.isConnected ? before : row;
    const now = document.activeElement;
    if (now !== document.body && !place?.contains(now)) return;
    if (place instanceof HTMLElement) place.focus({ preventScroll: true });
  };
}
