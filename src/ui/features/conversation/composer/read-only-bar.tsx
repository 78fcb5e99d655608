import { Button } from '#ui/kit/controls/button.tsx';
import { useT } from '#ui/kit/i18n/use-t.ts';
import css from './composer.module.css';

/** Replaces the message box while another window writes to this conversation. */
export function ReadOnlyBar({ onTakeOver }: { onTakeOver: () => void }) {
  const t = useT('chat');
  return (
    <div className={css['readOnly']}>
      <output>{t('readOnly.body')}</output>
      <Button small onClick={onTakeOver}>
        {t('readOnly.takeOver')}
      </Button>
    </div>
  );
}
