import { useEffect } from 'react';
import { useStore } from 'zustand';
import { useT } from '#ui/i18n/use-t.ts';
import { useToast } from '#ui/toasts/use-toast.ts';
import { useReliabilityServices } from './reliability-context.ts';

const TONES = { info: 'info', success: 'success', warning: 'warning', error: 'danger' } as const;

/** Shows what hooks have to say, one toast each. */
export function HookNotices() {
  const { notices } = useReliabilityServices();
  const t = useT('reliability');
  const toast = useToast();
  const waiting = useStore(notices.store, (now) => now.waiting);
  useEffect(() => {
    for (const notice of waiting) {
      notices.shown(notice.id);
      if (notice.kind === 'toast') {
        const { title, message, variant, duration } = notice.toast;
        toast({ id: `hook ${title}`, title, description: message, tone: TONES[variant], timeout: duration });
      } else {
        const { hook, why } = notice;
        toast({
          id: `hook ${hook}`,
          tone: 'warning',
          title: t('notice.off', { name: t(`hook.${hook}`) }),
          description: t('notice.offWhy', { why }),
          timeout: 10_000,
        });
      }
    }
  }, [waiting, notices, toast, t]);
  return null;
}
