import { useEffect, useRef } from 'react';
import { NEW_WATCH, watchSteps, type StepWatch } from '#core/reliability/context-steps.ts';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { removeToast } from '#ui/kit/toasts/toast-manager.ts';
import { useToast } from '#ui/kit/toasts/use-toast.ts';

/** Milliseconds: the fuller the context window, the longer the toast stays. */
const TOAST_MS = { 70: 5_000, 80: 8_000, 95: 12_000 } as const satisfies Record<
  Exclude<StepWatch['crossed'], 0 | null>,
  number
>;

const ID = 'context';

/**
 * Shows a toast once when a step is crossed upward while this conversation is open. It also tracks steps while switched
 * off, so that switching it on shows no old ones.
 */
export function useStepToasts(share: number | null, on: boolean, onOpen: () => void): void {
  const t = useT('context');
  const toast = useToast();
  const watch = useRef(NEW_WATCH);
  const now = useRef({ on, onOpen });
  useEffect(() => {
    now.current = { on, onOpen };
  });
  useEffect(() => {
    watch.current = watchSteps(watch.current, share);
    const { crossed } = watch.current;
    if (!crossed || !now.current.on) return;
    const isFull = share === 1;
    toast({
      id: ID,
      tone: 'warning',
      title: isFull ? t('toast.titleFull') : t('toast.title', { percent: crossed }),
      description: t(isFull ? 'toast.bodyFull' : crossed === 95 ? 'toast.bodySoon' : 'toast.body'),
      action: { label: t('toast.open'), run: () => now.current.onOpen() },
      timeout: TOAST_MS[crossed],
    });
  }, [share, toast, t]);
  // What it says is about this conversation.
  useEffect(() => () => removeToast(ID), []);
}
