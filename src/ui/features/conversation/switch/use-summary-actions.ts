import { useMemo } from 'react';
import type { Summary } from '#flows/context/summarize.ts';
import { useSessionWrites } from '#ui/data/session-history-context.tsx';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { useToast } from '#ui/kit/toasts/use-toast.ts';
import { useErrorMessage } from '#ui/shared/errors/use-error-message.ts';

export interface SummaryActions {
  /** Resolves to whether it is in the conversation now. */
  use: (summary: Pick<Summary, 'text' | 'origin' | 'leafId'>) => Promise<boolean>;
  undo: (messageId: string) => void;
  reuse: (messageId: string) => void;
}

export function useSummaryActions(): SummaryActions {
  const t = useT('report');
  const chat = useT('chat');
  const common = useT('common');
  const toast = useToast();
  const messageOf = useErrorMessage();
  const write = useSessionWrites();
  return useMemo(() => {
    const attempt = async (work: () => Promise<void>): Promise<boolean> => {
      try {
        await work();
        return true;
      } catch (error) {
        toast({ tone: 'danger', title: chat('problem.title'), description: messageOf(error) });
        return false;
      }
    };
    const undo = (messageId: string) =>
      void attempt(async () => {
        await write.undoSummary(messageId);
        toast({ title: t('summary.undone') });
      });
    return {
      undo,
      use: (summary) =>
        attempt(async () => {
          const id = await write.insertSummary(summary);
          toast({ title: t('summary.used'), action: { label: common('undo'), run: () => undo(id) } });
        }),
      reuse: (messageId) =>
        void attempt(async () => {
          await write.reuseSummary(messageId);
          toast({ title: t('summary.used'), action: { label: common('undo'), run: () => undo(messageId) } });
        }),
    };
  }, [write, toast, messageOf, t, chat, common]);
}
