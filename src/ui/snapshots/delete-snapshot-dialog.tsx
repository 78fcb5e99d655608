import { useRef, useState } from 'react';
import type { Snapshot } from '#contract/snapshot.ts';
import { Button } from '#ui/controls/button.tsx';
import { Modal } from '#ui/controls/modal.tsx';
import { formatDateTime } from '#ui/i18n/format.ts';
import { useLanguage, useT } from '#ui/i18n/use-t.ts';
import { useToast } from '#ui/toasts/use-toast.ts';
import { useSnapshots } from './snapshots-context.ts';
import { useAct } from './use-act.ts';

interface DeleteSnapshotDialogProps {
  /** Kept while the dialog closes. */
  snapshot: Snapshot | null;
  /** The newest one that is verified. */
  isBest: boolean;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

export function DeleteSnapshotDialog({ snapshot, isBest, open, onOpenChange }: DeleteSnapshotDialogProps) {
  const t = useT('snapshots');
  const common = useT('common');
  const language = useLanguage();
  const toast = useToast();
  const act = useAct();
  const { snapshots } = useSnapshots();
  const cancel = useRef<HTMLButtonElement>(null);
  const [busy, setBusy] = useState(false);
  if (!snapshot) return null;

  const remove = async () => {
    setBusy(true);
    try {
      await snapshots.remove(snapshot.id);
      toast({ title: t('deleted') });
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
      title={t('deleteTitle')}
      description={
        <>
          {t('deleteBody', { time: formatDateTime(snapshot.at, language) })}{' '}
          {isBest && <strong>{t('deleteNewest')}</strong>}
        </>
      }
      initialFocus={cancel}
      footer={
        <>
          <Button ref={cancel} disabled={busy} onClick={() => onOpenChange(false)}>
            {common('cancel')}
          </Button>
          <Button variant="danger" busy={busy} onClick={() => act(remove(), t('noDelete'))}>
            {t('deleteYes')}
          </Button>
        </>
      }
    />
  );
}
