import { useCallback } from 'react';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { useToast } from '#ui/kit/toasts/use-toast.ts';
import { useErrorMessage } from '#ui/shared/errors/use-error-message.ts';

/** Runs an action on a project. Shows a failure and resolves with `null`. */
export function useProjectAction(): <T>(work: () => Promise<T>) => Promise<T | null> {
  const t = useT('projects');
  const toast = useToast();
  const messageOf = useErrorMessage();
  return useCallback(
    async (work) => {
      try {
        return await work();
      } catch (error) {
        toast({ tone: 'danger', title: t('failed'), description: messageOf(error) });
        return null;
      }
    },
    [t, toast, messageOf],
  );
}
