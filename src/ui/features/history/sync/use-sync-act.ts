import { useCallback } from 'react';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { useToast } from '#ui/kit/toasts/use-toast.ts';
import { problemOf } from './sync-problem.ts';

/** Runs an action of the user and shows why it failed. */
export function useSyncAct(): (work: Promise<void>, title?: string) => Promise<void> {
  const t = useT('sync');
  const toast = useToast();
  return useCallback(
    (work, title = t('act.failed')) =>
      work.catch(
        (error: unknown) => void toast({ tone: 'danger', title, description: t(`problem.${problemOf(error)}`) }),
      ),
    [t, toast],
  );
}
