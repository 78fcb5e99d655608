import { useEffect } from 'react';
import type { ContextNotice } from '#state/context-notices.ts';
import { useServices } from '#ui/data/services.ts';
import { useSessionWrites } from '#ui/data/session-history-context.tsx';
import { useSummaryActions } from '#ui/features/conversation/switch/use-summary-actions.ts';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { useToast } from '#ui/kit/toasts/use-toast.ts';
import { useReasonOrQuote } from '#ui/shared/errors/use-reason.ts';

/** Says what was done to keep this conversation within its context window, with an undo. */
export function useContextNotices(sessionId: string): void {
  const t = useT('context');
  const common = useT('common');
  const toast = useToast();
  const { contextNotices } = useServices();
  const write = useSessionWrites();
  const { undo } = useSummaryActions();
  const say = useReasonOrQuote();
  useEffect(() => {
    const undoCuts = async () => {
      try {
        await write.disableReduction();
      } catch {
        // While an answer is being written. The meter offers the same afterward.
        toast({ tone: 'warning', title: t('cuts.later') });
      }
    };
    const show = (notice: ContextNotice) => {
      if (notice.sessionId !== sessionId) return;
      if (notice.kind === 'pruned') {
        if (notice.level === 'off') return;
        const title = t('reduction.pruned', { count: notice.parts });
        if (notice.level === 'minimal') toast({ id: 'reduction', title });
        else
          toast({
            id: 'reduction',
            title,
            description: t('reduction.prunedBody'),
            action: { label: common('undo'), run: () => void undoCuts() },
          });
      } else if (notice.kind === 'summarized')
        toast({
          id: 'reduction',
          title: t('reduction.summarized'),
          description: t('reduction.summarizedBody'),
          action: { label: common('undo'), run: () => undo(notice.messageId) },
        });
      else
        toast({
          id: 'reduction',
          tone: 'warning',
          title: t('reduction.failed'),
          description:
            notice.why === 'refused'
              ? t('reduction.refused', { message: say(notice.message) })
              : t(`reduction.${notice.why}`),
        });
    };
    return contextNotices.listen(show);
  }, [contextNotices, write, sessionId, toast, t, common, undo, say]);
}
