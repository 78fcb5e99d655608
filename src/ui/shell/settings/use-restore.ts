import type { SessionRow } from '#storage/rows.ts';
import { useServices } from '#ui/data/services.ts';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { useToast } from '#ui/kit/toasts/use-toast.ts';
import { navigate } from '#ui/shared/navigation/use-route.ts';
import { useErrorMessage } from '#ui/shared/errors/use-error-message.ts';

/** Brings conversations back from the trash, and says so. */
export function useRestore(): (sessions: readonly SessionRow[]) => Promise<void> {
  const t = useT('settings');
  const order = useT('organize');
  const frame = useT('frame');
  const toast = useToast();
  const messageOf = useErrorMessage();
  const { organize } = useServices();
  return async (sessions) => {
    const only = sessions.length === 1 ? sessions[0] : undefined;
    try {
      await organize.restore(sessions.map(({ id }) => id));
      toast({
        tone: 'success',
        title: only
          ? t('deleted.restored', { title: only.title || frame('session.untitled') })
          : order('trash.restored', { count: sessions.length }),
        ...(only && {
          action: { label: t('deleted.open'), run: () => navigate({ name: 'session', id: only.id }) },
        }),
      });
    } catch (error) {
      toast({ tone: 'danger', title: messageOf(error) });
    }
  };
}
