import { useCallback } from 'react';
import type { OutgoingMessage } from '#flows/base/outgoing-message.ts';
import { NothingToResumeError } from '#flows/base/flow-errors.ts';
import { useServices } from '#ui/data/services.ts';
import { useErrorMessage } from '#ui/shared/errors/use-error-message.ts';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { useToast } from '#ui/kit/toasts/use-toast.ts';

/**
 * Queues a message after the current step of the active run. If the run has just ended, sends it like any other
 * message.
 */
export function useSteer(
  sessionId: string,
  send: (outgoing: OutgoingMessage) => Promise<void>,
): (outgoing: OutgoingMessage) => Promise<void> {
  const { flows } = useServices().agent;
  const t = useT('chat');
  const messageOf = useErrorMessage();
  const toast = useToast();
  return useCallback(
    async (outgoing) => {
      try {
        await flows.steer(sessionId, outgoing);
      } catch (error) {
        if (!(error instanceof NothingToResumeError)) {
          toast({ tone: 'danger', title: t('problem.title'), description: messageOf(error) });
          throw error;
        }
        await send(outgoing);
      }
    },
    [flows, sessionId, send, t, toast, messageOf],
  );
}
