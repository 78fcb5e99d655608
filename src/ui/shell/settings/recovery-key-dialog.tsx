import { useState } from 'react';
import { Button } from '#ui/kit/controls/button.tsx';
import { Modal } from '#ui/kit/controls/modal.tsx';
import { saveText } from '#ui/kit/files/save-text.ts';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { useCopy } from '#ui/kit/toasts/use-copy.ts';
import css from './encryption-section.module.css';

interface RecoveryKeyDialogProps {
  recovery: string;
  onKept: () => Promise<unknown>;
  onClose: () => void;
}

/** Shows the recovery key, to be kept outside of this computer. Nothing leaves from here. */
export function RecoveryKeyDialog({ recovery, onKept, onClose }: RecoveryKeyDialogProps) {
  const t = useT('encryption');
  const copy = useCopy();
  const [busy, setBusy] = useState(false);
  const keep = async () => {
    setBusy(true);
    await onKept();
    onClose();
  };
  return (
    <Modal
      open
      sticky
      onOpenChange={(open) => !open && onClose()}
      title={t('recovery.title')}
      description={t('recovery.body')}
      footer={
        <>
          <Button onClick={onClose}>{t('recovery.later')}</Button>
          <Button variant="primary" busy={busy} onClick={() => void keep()}>
            {t('recovery.kept')}
          </Button>
        </>
      }
    >
      <code className={css['key']}>{recovery}</code>
      <div className={css['actions']}>
        <Button small onClick={() => void copy(recovery)}>
          {t('recovery.copy')}
        </Button>
        <Button small onClick={() => saveText(`${t('recovery.file')}\n\n${recovery}\n`, 'baton-recovery-key.txt')}>
          {t('recovery.save')}
        </Button>
      </div>
    </Modal>
  );
}
