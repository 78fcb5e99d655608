import { useEffect, useRef } from 'react';
import { NEW_WATCH, watchSteps } from '#core/reliability/context-steps.ts';
import { useT } from '#ui/i18n/use-t.ts';
import { useToast } from '#ui/toasts/use-toast.ts';

/** Says once that a step was crossed upwards, as long as this conversation is open. */
export function useStepToasts(share: number | null, onOpen: () => void): void {
  const t = useT('context');
  const toast = useToast();
  const watch = useRef(NEW_WATCH);
  const open = useRef(onOpen);
  useEffect(() => {
    open.current = onOpen;
  });
  useEffect(() => {
    watch.current = watchSteps(watch.current, share);
    const { crossed } = watch.current;
    if (crossed === null) return;
    toast({
      id: 'context',
      tone: 'warning',
      title: t('toast.title', { percent: crossed }),
      description: t(crossed === 95 ? 'toast.bodyFull' : 'toast.body'),
      action: { label: t('toast.open'), run: () => open.current() },
    });
  }, [share, toast, t]);
}
