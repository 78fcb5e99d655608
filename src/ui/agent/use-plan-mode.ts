import { useCallback } from 'react';
import { useT } from '#ui/i18n/use-t.ts';
import { useToast } from '#ui/toasts/use-toast.ts';
import { useAgent } from './agent-context.ts';
import { useAttempt } from './use-attempt.ts';

/** Lets the tools of a conversation only plan from now on, and says so: the control that shows it may be out of view. */
export function usePlanMode(sessionId: string): () => void {
  const { flows } = useAgent();
  const t = useT('asks');
  const toast = useToast();
  const attempt = useAttempt();
  return useCallback(() => {
    const plan = async () => {
      await flows.setMode(sessionId, 'plan');
      toast({ title: t('command.planDone') });
    };
    void attempt(plan());
  }, [flows, sessionId, toast, t, attempt]);
}
