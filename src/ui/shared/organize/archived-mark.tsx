import { Archive } from 'lucide-react';
import type { SessionSettings } from '#storage/rows.ts';
import { Button } from '#ui/kit/controls/button.tsx';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { useOrganizeActions } from './use-organize-actions.ts';
import css from './archived-mark.module.css';

interface ArchivedMarkProps {
  session: SessionSettings;
  /** It is about to disappear with the focus. */
  onDone: () => void;
}

/** Says that a conversation is archived, with a button to unarchive it. */
export function ArchivedMark({ session, onDone }: ArchivedMarkProps) {
  const t = useT('organize');
  const { archive } = useOrganizeActions();
  return (
    <span className={css['mark']}>
      <Archive aria-hidden />
      <span className={css['word']}>{t('archived')}</span>
      <Button
        small
        variant="quiet"
        title={t('takeOut')}
        onClick={() => {
          archive([session], false);
          onDone();
        }}
      >
        {t('unarchive')}
      </Button>
    </span>
  );
}
