import { useCallback } from 'react';
import { useErrorMessage } from './use-error-message.ts';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { useToast } from '#ui/kit/toasts/use-toast.ts';

/** Runs an action of the user and shows a toast when it fails. Resolves to whether it succeeded. */
export function useAsyncAction(): (work: Promise<unknown>) => Promise<boolean> {
  const t = useT('chat');
  const errorMessage = useErrorMessage();
  const toast = useToast();
  return useCallback(
    async (work) => {
      try {
        await work;
        return true;
      } catch (error) {
        toast({ tone: 'danger', title: t('problem.title'), description: errorMessage(error) });
        return false;
      }
    },
    [t, toast, errorMessage],
  );
}
