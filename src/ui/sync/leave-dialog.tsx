import { useRef, useState } from 'react';
import { Button } from '#ui/controls/button.tsx';
import { Modal } from '#ui/controls/modal.tsx';
import { useT } from '#ui/i18n/use-t.ts';
import { useToast } from '#ui/toasts/use-toast.ts';
import { useSync } from './sync-context.ts';
import { useSyncAct } from './use-sync-act.ts';
import css from './sync.module.css';

interface LeaveDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** Says what stays where before this machine goes its own way. */
export function LeaveDialog({ open, onOpenChange }: LeaveDialogProps) {
  const t = useT('sync');
  const common = useT('common');
  const toast = useToast();
  const act = useSyncAct();
  const sync = useSync();
  const cancel = useRef<HTMLButtonElement>(null);
  const [busy, setBusy] = useState(false);

  const leave = async () => {
    setBusy(true);
    try {
      await sync.leave();
      toast({ title: t('leave.done') });
    } finally {
      setBusy(false);
      onOpenChange(false);
    }
  };
  return (
    <Modal
      open={open}
      onOpenChange={(next) => !busy && onOpenChange(next)}
      sticky
      title={t('leave.title')}
      initialFocus={cancel}
      description={
        <ul className={css['points']}>
          <li>{t('leave.here')}</li>
          <li>{t('leave.there')}</li>
          <li>{t('leave.again')}</li>
        </ul>
      }
      footer={
        <>
          <Button ref={cancel} disabled={busy} onClick={() => onOpenChange(false)}>
            {common('cancel')}
          </Button>
          <Button variant="danger" busy={busy} onClick={() => act(leave(), t('leave.failed'))}>
            {t('leave.yes')}
          </Button>
        </>
      }
    />
  );
}
