import { useCallback } from 'react';
import type { SessionRow, StoredMessage } from '#storage/rows.ts';
import { useSessionWrites } from '#ui/data/session-history-context.tsx';
import { useServices } from '#ui/data/services.ts';
import { openSession } from '#ui/shared/navigation/open-session.ts';
import { navigate } from '#ui/shared/navigation/use-route.ts';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { useToast } from '#ui/kit/toasts/use-toast.ts';
import { optionsOf } from '#ui/features/conversation/message-options/options-of.ts';
import { attachmentsOf } from '#ui/features/conversation/scene/attachments-of.ts';
import { textOf } from '#core/message-text.ts';
import { useErrorMessage } from '#ui/shared/errors/use-error-message.ts';

/** Forks a new conversation at one message: after an answer, or with a question to rewrite. */
export function useForkAt(session: SessionRow): (message: StoredMessage) => void {
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
      const undo = async (made: string) => {
        try {
          await write.deleteFork(made);
          navigate({ name: 'session', id });
          toast({ title: t('fork.undone') });
        } catch (error) {
          fail(error);
        }
      };
      const offerFiles = async (made: string, at: StoredMessage) => {
        try {
          const { leaveForked } = await import('#ui/features/conversation/changes/leave-forked.ts');
          await leaveForked(db, { sourceId: id, rootId, made, end: at.role === 'user' ? at.parentId : at.id });
        } catch (error) {
          log.log.write('warn', 'left-answers', { error });
        }
      };
      const fork = async () => {
        try {
          const title = own === '' ? t('fork.untitled') : t('fork.title', { title: own });
          const written = { text: textOf(message), attachments: attachmentsOf(message), asks: optionsOf(message) };
          const made = await write.forkAt(message.id, {
            title,
            ...(message.role === 'user' && { instead: written }),
          });
          openSession(made.id);
          void offerFiles(made.id, message);
          toast({ title: t('fork.done'), action: { label: common('undo'), run: () => void undo(made.id) } });
        } catch (error) {
          fail(error);
        }
      };
      void fork();
    },
    [db, log, id, rootId, own, write, toast, messageOf, t, chat, common],
  );
}
