import { useCallback } from 'react';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { useToast } from '#ui/kit/toasts/use-toast.ts';
import { errorMessage } from '#core/thrown.ts';

/** Runs an action on the library. Shows a failure and resolves to false. */
export function useLibraryAction(): (work: () => Promise<unknown>) => Promise<boolean> {
  const t = useT('library');
  const toast = useToast();
  return useCallback(
    async (work) => {
      try {
        await work();
        return true;
      } catch (error) {
        toast({
          tone: 'danger',
          title: t('failed'),
          description: errorMessage(error),
        });
        return false;
      }
    },
    [t, toast],
  );
}
