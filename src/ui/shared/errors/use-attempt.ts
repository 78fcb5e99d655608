import { useCallback } from 'react';
import { useErrorMessage } from './use-error-message.ts';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { useToast } from '#ui/kit/toasts/use-toast.ts';

/** Does work with conversations, and shows a failure as a toast. */
export function useAttempt(): (work: () => Promise<void>) => Promise<void> {
  const t = useT('frame');
  const toast = useToast();
  const messageOf = useErrorMessage();
  return useCallback(
    async (work) => {
      try {
        await work();
      } catch (error) {
        toast({ tone: 'danger', title: t('session.failed'), description: messageOf(error) });
      }
    },
    [t, toast, messageOf],
  );
}
