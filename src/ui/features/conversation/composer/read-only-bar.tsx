import { useEffect, useRef } from 'react';
import { Button } from '#ui/kit/controls/button.tsx';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { isFocusLost } from '#ui/kit/keyboard/is-focus-lost.ts';
import css from './composer.module.css';

/** Replaces the message box while another window writes to this conversation. */
export function ReadOnlyBar({ onTakeOver }: { onTakeOver: () => void }) {
  const t = useT('chat');
  const bar = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // A message box that had the focus is gone. The button doesn't get it: whoever goes on typing would press it.
    if (isFocusLost()) bar.current?.focus({ preventScroll: true });
  }, []);
  return (
    <div ref={bar} className={css['readOnly']} tabIndex={-1}>
      <output>{t('readOnly.body')}</output>
      <Button small onClick={onTakeOver}>
        {t('readOnly.takeOver')}
      </Button>
    </div>
  );
}
