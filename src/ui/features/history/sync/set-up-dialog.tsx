import type { SecretsState } from '#contract/secrets.ts';
import { Modal } from '#ui/kit/controls/modal.tsx';
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
  return (
    <Modal open={open} onOpenChange={onOpenChange} sticky wide title={t('setup.title')}>
      {secrets.kind === 'unset' ? (
        <div className={css['form']}>
          <p>{t('setup.secrets')}</p>
          <ChooseStore
            state={secrets}
            submitLabel={t('setup.next')}
            onDone={() => undefined}
            onCancel={() => onOpenChange(false)}
          />
        </div>
      ) : (
        <SetUpSteps brief={secrets.kind === 'session'} onClose={() => onOpenChange(false)} />
      )}
    </Modal>
  );
}
