import { useEffect } from 'react';
import { useStore } from 'zustand';
import type { ContinuationView } from '#core/reliability/todo-continuation.ts';
import { useServices } from '#ui/data/services.ts';
import { Button } from '#ui/kit/controls/button.tsx';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { useToast } from '#ui/kit/toasts/use-toast.ts';
import { useAsyncAction } from '#ui/shared/errors/use-async-action.ts';
import css from './run.module.css';

/** How long each second of the countdown is shown. */
const TOAST_MS = 900;
/** Why Baton doesn't continue, if the user can change that. Other reasons are visible anyway. */
const PAUSES = {
  'the user asked to stop': 'auto.asked',
  'the model asked something': 'auto.question',
  'no progress': 'auto.noProgress',
  'answered without working': 'auto.noWork',
  'limit of this session reached': 'auto.limit',
  'too many failures': 'auto.failures',
  'cost limit': 'auto.cost',
} as const;

function pauseTextKey(why: string): (typeof PAUSES)[keyof typeof PAUSES] | null {
  return Object.entries(PAUSES).find(([key]) => key === why)?.[1] ?? null;
}

/**
 * Says whether Baton is about to continue with open todos, has continued, or has stopped and why, and what to do about
 * it.
 */
export function ContinuationLine({ sessionId }: { sessionId: string }) {
  const t = useT('agent');
  const { flows, continuations } = useServices().agent;
  const attempt = useAsyncAction();
  const view = useStore(continuations.store, ({ views }) => views.get(sessionId) ?? null);
  useCountdownToast(view);
  const paused = view?.phase === 'paused' ? view : null;
  const pause = paused && pauseTextKey(paused.why);
  const shown = paused && !pause ? null : view;
  return (
    <section
      className={shown ? css['continuation'] : 'visually-hidden'}
      {...(shown && { 'aria-label': t('auto.label') })}
    >
      {shown && shown.phase !== 'paused' && (
        <p className={css['line']}>
          {shown.phase === 'countdown' ? (
            <span className={css['phase']}>
              {t('auto.countdown', { seconds: shown.seconds, count: shown.remaining })}
            </span>
          ) : (
            <span>{t('auto.sent', { times: shown.count })}</span>
          )}
        </p>
      )}
      {/*
       * Always rendered, because screen readers announce only changes. The countdown has a toast, which is announced.
       */}
      <p role="status" className={pause ? css['line'] : 'visually-hidden'}>
        {pause && t(pause, { count: paused.remaining })}
      </p>
      {shown && (
        <span className={css['continuationDo']}>
          {shown.phase === 'countdown' && (
            <Button small onClick={() => flows.cancelContinuation(sessionId)}>
              {t('auto.cancel')}
            </Button>
          )}
          {shown.phase === 'paused' ? (
            <Button small onClick={() => flows.continuePlan(sessionId)}>
              {t('auto.goOn')}
            </Button>
          ) : (
            <Button
              small
              variant="quiet"
              title={t('auto.stopTitle')}
              onClick={() => void attempt(flows.setAutoContinue(sessionId, false))}
            >
              {t('auto.stop')}
            </Button>
          )}
        </span>
      )}
    </section>
  );
}

function useCountdownToast(view: ContinuationView | null): void {
  const t = useT('agent');
  const toast = useToast();
  useEffect(() => {
    if (view?.phase !== 'countdown') return;
    toast({
      id: 'todo-continuation',
      tone: 'warning',
      title: t('auto.toast'),
      description: t('auto.toastBody', { seconds: view.seconds, count: view.remaining }),
      timeout: TOAST_MS,
    });
  }, [view, t, toast]);
}
