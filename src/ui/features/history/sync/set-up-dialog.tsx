import { useState } from 'react';
import type { SecretsState } from '#contract/secrets.ts';
import { EditModal } from '#ui/kit/controls/edit-modal.tsx';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { ChooseStore } from '#ui/shared/secrets/choose-store.tsx';
import { SetUpSteps } from './set-up-steps.tsx';
import css from './sync.module.css';

interface SetUpDialogProps {
  secrets: SecretsState;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/**
 * Leads from choosing a remote to the consent for its address. Secret storage comes first, because nothing can be
 * remembered without it.
 */
export function SetUpDialog({ secrets, open, onOpenChange }: SetUpDialogProps) {
  const t = useT('sync');
  const [written, setWritten] = useState(false);
  const close = () => {
    setWritten(false);
    onOpenChange(false);
  };
  return (
    <EditModal open={open} unsaved={written} onClose={close} sticky wide title={t('setup.title')}>
      <div onInput={() => setWritten(true)}>
        {secrets.kind === 'unset' ? (
          <div className={css['form']}>
            <p>{t('setup.secrets')}</p>
            <ChooseStore state={secrets} submitLabel={t('setup.next')} onDone={() => undefined} onCancel={close} />
          </div>
        ) : (
          <SetUpSteps brief={secrets.kind === 'session'} onClose={close} />
        )}
      </div>
    </EditModal>
  );
}
