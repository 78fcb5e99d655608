import { useErrorMessage } from '#ui/shared/errors/use-error-message.ts';
import { useServices } from '#ui/data/services.ts';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { useToast } from '#ui/kit/toasts/use-toast.ts';
import { openSession } from '#ui/shared/navigation/open-session.ts';

/** Stores the temporary chat and shows it as an ordinary conversation. Returns whether it is stored. */
export function useKeep(): () => Promise<boolean> {
  const t = useT('temporary');
  const toast = useToast();
  const messageOf = useErrorMessage();
  const { temporary } = useServices();
  return async () => {
    try {
      openSession(await temporary.keep());
      toast({ tone: 'success', title: t('kept') });
      return true;
    } catch (error) {
      toast({ tone: 'danger', title: t('keepFailed'), description: messageOf(error) });
      return false;
    }
  };
}
