import { useT } from '#ui/kit/i18n/use-t.ts';
import { ConfirmDialog } from './confirm-dialog.tsx';

interface DiscardDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onDiscard: () => void;
}

/** Asks before what was written is thrown away. */
export function DiscardDialog({ open, onOpenChange, onDiscard }: DiscardDialogProps) {
  const common = useT('common');
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title={common('unsaved.title')}
      description={common('unsaved.body')}
      yes={common('unsaved.discard')}
      no={common('unsaved.keep')}
      onConfirm={async () => onDiscard()}
    />
  );
}
