import { useCallback } from 'react';
import { toSnapshotError } from '#snapshots/snapshot-error.ts';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { useToast } from '#ui/kit/toasts/use-toast.ts';

/** Runs an action of the user. Shows why it failed, and nothing if the user stopped it. Resolves to whether it succeeded. */
export function useSnapshotAction(): (work: Promise<void>, title?: string) => Promise<boolean> {
  const t = useT('snapshots');
  const toast = useToast();
  return useCallback(
    (work, title = t('failed.title')) =>
      work.then(
        () => true,
        (error: unknown) => {
          if (!(error instanceof DOMException && error.name === 'AbortError'))
            toast({ tone: 'danger', title, description: t(`because.${toSnapshotError(error).code}`) });
          return false;
        },
      ),
    [t, toast],
  );
}
