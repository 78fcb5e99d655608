import { useCallback } from 'react';
import type { SendRow, SessionSettings } from '#storage/rows.ts';
import { useSessionWrites } from '#ui/data/session-history-context.tsx';
import { useConnections } from '#ui/data/use-connections.ts';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { useReports } from '#ui/features/conversation/inspector/inspector-context.ts';
import { useToast } from '#ui/kit/toasts/use-toast.ts';
import { useErrorMessage } from '#ui/shared/errors/use-error-message.ts';
import { targetBefore, type PlannedSwitch } from './last-answerer.ts';
import { showFork } from './show-fork.ts';

/** Continues with the other model in a fork. This conversation keeps its model. */
export function useFork(session: SessionSettings, planned: PlannedSwitch | null, send: SendRow | null): () => void {
  const t = useT('report');
  const chat = useT('chat');
  const common = useT('common');
  const toast = useToast();
  const messageOf = useErrorMessage();
  const write = useSessionWrites();
  const { connections } = useConnections();
  const { decided } = useReports();
  return useCallback(() => {
    if (!planned) return;
    const fail = (error: unknown) =>
      toast({ tone: 'danger', title: chat('problem.title'), description: messageOf(error) });
    const fork = async () => {
      try {
        const title = session.title === '' ? t('fork.untitled') : t('fork.title', { title: session.title });
        const stay = targetBefore(planned.from, send, connections ?? [], planned.target.thinking);
        const make = async () => {
          const made = await write.fork({ title, stay });
          decided.set(made.id, planned.key);
          return made;
        };
        await showFork({ id: session.id, toast, t, common, fail }, make, write.undoFork);
      } catch (error) {
        fail(error);
      }
    };
    void fork();
  }, [planned, session, send, connections, write, decided, toast, messageOf, t, chat, common]);
}
