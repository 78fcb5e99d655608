import type { SessionRow } from '#storage/rows.ts';
import { useServices } from '#ui/data/services.ts';
import { ConfirmDialog } from '#ui/kit/controls/confirm-dialog.tsx';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { withdrawToasts } from '#ui/kit/toasts/toast-manager.ts';
import { useToast } from '#ui/kit/toasts/use-toast.ts';
import { useErrorMessage } from '#ui/shared/errors/use-error-message.ts';

interface RemoveDialogProps {
  /** What to remove; kept while the dialog closes. */
  sessions: readonly SessionRow[];
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** The only action in Baton that removes messages for good. It can't be undone, so the dialog asks first. */
export function RemoveDialog({ sessions, open, onOpenChange }: RemoveDialogProps) {
  const t = useT('settings');
  const frame = useT('frame');
  const toast = useToast();
  const messageOf = useErrorMessage();
  const { flows } = useServices();
  const [only] = sessions;

  const remove = async () => {
    const removedIds = new Set<string>();
    try {
      for (const { id } of sessions) {
        await flows.removeSession(id);
        removedIds.add(id);
      }
    } catch (error) {
      toast({
        tone: 'danger',
        title: t('deleted.removeFailed'),
        description: messageOf(error),
      });
    } finally {
      withdrawToasts(removedIds);
      if (removedIds.size > 0) toast({ title: t('deleted.removed', { count: removedIds.size }) });
    }
  };

  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title={t('deleted.removeTitle', { count: sessions.length })}
      description={
        sessions.length === 1 && only
          ? t('deleted.removeBody', { title: only.title || frame('session.untitled') })
          : t('deleted.removeAllBody')
      }
      yes={t('deleted.remove')}
      onConfirm={remove}
    />
  );
}
