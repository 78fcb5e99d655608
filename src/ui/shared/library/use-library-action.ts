import { useCallback } from 'react';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { useToast } from '#ui/kit/toasts/use-toast.ts';
import { useErrorMessage } from '#ui/shared/errors/use-error-message.ts';

/** Runs an action on the library. Shows a failure and resolves to false. */
export function useLibraryAction(): (work: () => Promise<unknown>) => Promise<boolean> {
  const t = useT('library');
  const toast = useToast();
  const messageOf = useErrorMessage();
  return useCallback(
    async (work) => {
      try {
        await work();
        return true;
      } catch (error) {
        toast({
          tone: 'danger',
          title: t('failed'),
          description: messageOf(error),
        });
        return false;
      }
    },
    [t, toast, messageOf],
  );
}
