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

export interface WindowFacts {
  /** Whether the user wants to hear of it. */
  on: boolean;
  /** Messages that are left out already. */
  left: number;
  /** Whether Baton summarizes before it leaves anything out. */
  summarizes: boolean;
}

/**
 * Shows a toast once when a step is crossed upward while this conversation is open. It also tracks steps while switched
 * off, so that switching it on shows no old ones.
 */
export function useStepToasts(share: number | null, facts: WindowFacts, onOpen: () => void): void {
  const t = useT('context');
  const toast = useToast();
  const watch = useRef(NEW_WATCH);
  const now = useRef({ ...facts, onOpen });
  useEffect(() => {
    now.current = { ...facts, onOpen };
  });
  useEffect(() => {
    watch.current = watchSteps(watch.current, share);
    const { crossed } = watch.current;
    const { on, left, summarizes } = now.current;
    if (!crossed || !on) return;
    const isFull = share === 1;
    const what = isFull && left > 0 ? 'toast.bodyFull' : summarizes ? 'meter.full' : 'toast.bodySoon';
    toast({
      id: ID,
      tone: 'warning',
      title: isFull ? t('toast.titleFull') : t('toast.title', { percent: crossed }),
      description: t(crossed === 95 ? what : 'toast.body'),
      action: { label: t('toast.open'), run: () => now.current.onOpen() },
      timeout: TOAST_MS[crossed],
    });
  }, [share, toast, t]);
  // What it says is about this conversation.
  useEffect(() => () => removeToast(ID), []);
}
