import { useCallback } from 'react';
import { toSnapshotFailure } from '#snapshots/snapshot-error.ts';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { useToast } from '#ui/kit/toasts/use-toast.ts';

/** Does what the person asked for; says why when it fails, and nothing when they stopped it. */
export function useAsyncAction(): (work: Promise<void>, title?: string) => Promise<void> {
  const t = useT('snapshots');
  const toast = useToast();
  return useCallback(
    (work, title = t('failed.title')) =>
      work.catch((error: unknown) => {
        if (error instanceof DOMException && error.name === 'AbortError') return;
        toast({ tone: 'danger', title, description: t(`because.${toSnapshotFailure(error).code}`) });
      }),
    [t, toast],
  );
}
