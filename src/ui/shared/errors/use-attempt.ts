import { useCallback } from 'react';
import { errorMessage } from '#core/thrown.ts';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { useToast } from '#ui/kit/toasts/use-toast.ts';

/** Does work with conversations, and shows a failure as a toast. */
export function useAttempt(): (work: () => Promise<void>) => Promise<void> {
  const t = useT('frame');
  const toast = useToast();
  return useCallback(
    async (work) => {
      try {
        await work();
      } catch (error) {
        toast({ tone: 'danger', title: t('session.failed'), description: errorMessage(error) });
      }
    },
    [t, toast],
  );
}
