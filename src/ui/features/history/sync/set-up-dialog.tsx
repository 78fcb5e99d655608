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

/** From a place to agreeing to its address. Where keys are kept comes first: without that nothing can be remembered. */
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
