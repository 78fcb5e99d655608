import { useCallback } from 'react';
import { useServices } from '#ui/data/services.ts';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { useToast } from '#ui/kit/toasts/use-toast.ts';
import { useAsyncAction } from '#ui/shared/errors/use-async-action.ts';

/**
 * Restricts this conversation's tools to planning from now on and shows a toast, because the control may be out of
 * view.
 */
export function usePlanMode(sessionId: string): () => void {
  const { flows } = useServices().agent;
  const t = useT('messageOptions');
  const toast = useToast();
  const attempt = useAsyncAction();
  return useCallback(() => {
    const plan = async () => {
      await flows.setMode(sessionId, 'plan');
      toast({ title: t('command.planDone') });
    };
    void attempt(plan());
  }, [flows, sessionId, toast, t, attempt]);
}
