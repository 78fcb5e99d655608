import { useCallback } from 'react';
import type { SessionRow } from '#storage/rows.ts';
import { useServices } from '#ui/data/services.ts';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { useRemovalToast } from '#ui/kit/toasts/use-removal-toast.ts';
import { useAttempt } from '#ui/shared/errors/use-attempt.ts';
import { focusComposerIfLost } from '#ui/shared/navigation/focus-composer.ts';
import { isShown, navigate } from '#ui/shared/navigation/use-route.ts';

/**
 * Moves conversations to the trash, with one undo for all, also for those removed shortly before. If `shownId` was among
 * them, `next` is shown, or for `null` that it is deleted; the undo shows it again.
 */
export function useTrash(
  shownId: string | null,
): (sessions: readonly Pick<SessionRow, 'id' | 'title'>[], next: string | null) => Promise<void> {
  const { organize } = useServices();
  const t = useT('frame');
  const order = useT('organize');
  const removalToast = useRemovalToast();
  const attempt = useAttempt();
  return useCallback(
    (removed, next) =>
      attempt(async () => {
        const ids = removed.map(({ id }) => id);
        const left = shownId !== null && ids.includes(shownId) && isShown(shownId) ? shownId : null;
        // Before it is deleted: until it is left, the page would say that it was.
        if (left !== null && next !== null) navigate({ name: 'session', id: next });
        const isBeside = () => isShown(next ?? left ?? '');
        const { changed, undo } = await organize.trash(ids).catch((error: unknown) => {
          if (left !== null && isBeside()) navigate({ name: 'session', id: left });
          throw error;
        });
        // The user may have gone elsewhere meanwhile.
        const shown = isBeside() ? left : null;
        const [only] = removed;
        removalToast('conversations', {
          count: changed,
          about: ids,
          title: (count) => order('done.deleted', { count }),
          ...(removed.length === 1 && only && { description: only.title || t('session.untitled') }),
          undo: () =>
            attempt(async () => {
              const { hash } = window.location;
              await undo();
              if (shown === null || hash !== window.location.hash) return;
              navigate({ name: 'session', id: shown });
              focusComposerIfLost(shown);
            }),
        });
      }),
    [attempt, order, organize, shownId, t, removalToast],
  );
}
