import { useCallback } from 'react';
import type { SessionSettings, StoredMessage } from '#storage/rows.ts';
import { useServices } from '#ui/data/services.ts';
import { useSessionWrites } from '#ui/data/session-history-context.tsx';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { useToast } from '#ui/kit/toasts/use-toast.ts';
import { useErrorMessage } from '#ui/shared/errors/use-error-message.ts';

/** Forks a new conversation at one message: after an answer, or with a question to rewrite. */
export function useForkAt(session: SessionSettings): (message: StoredMessage) => void {
  const t = useT('report');
  const chat = useT('chat');
  const common = useT('common');
  const toast = useToast();
  const messageOf = useErrorMessage();
  const write = useSessionWrites();
  const { db, log } = useServices();
  const { id, title: own, task } = session;
  const rootId = task?.above[0] ?? id;
  return useCallback(
    (message) => {
      const fail = (error: unknown) =>
        toast({ tone: 'danger', title: chat('problem.title'), description: messageOf(error) });
      void import('./fork-at.ts')
        .then(({ forkAt }) => forkAt({ db, log, id, own, rootId, write, toast, t, common, fail }, message))
        .catch(fail);
    },
    [db, log, id, own, rootId, write, toast, messageOf, t, chat, common],
  );
}
