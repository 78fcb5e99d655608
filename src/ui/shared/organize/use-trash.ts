import { useCallback } from 'react';
import type { SessionRow } from '#storage/rows.ts';
import { useServices } from '#ui/data/services.ts';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { useToast } from '#ui/kit/toasts/use-toast.ts';
import { useAttempt } from '#ui/shared/errors/use-attempt.ts';
import { navigate } from '#ui/shared/navigation/use-route.ts';

const UNDO_MS = 10_000;

/**
 * Moves conversations to the trash, with one undo for all. If `shownId` was among them, `next` is shown, or the start
 * page for `null`; the undo shows it again.
 */
export function useTrash(
  shownId: string | null,
): (sessions: readonly Pick<SessionRow, 'id' | 'title'>[], next: string | null) => Promise<void> {
  const { organize } = useServices();
  const t = useT('frame');
  const order = useT('organize');
  const common = useT('common');
  const toast = useToast();
  const attempt = useAttempt();
  return useCallback(
    (removed, next) =>
      attempt(async () => {
        const ids = removed.map(({ id }) => id);
        const { changed, undo } = await organize.trash(ids);
        const shown = shownId !== null && ids.includes(shownId) ? shownId : null;
        if (shown !== null) navigate(next === null ? { name: 'home' } : { name: 'session', id: next });
        const [only] = removed;
        toast({
          id: `deleted-${ids.join(' ')}`,
          about: ids,
          title: order('done.deleted', { count: changed }),
          ...(removed.length === 1 && only && { description: only.title || t('session.untitled') }),
          timeout: UNDO_MS,
          action: {
            label: common('undo'),
            run: () =>
              void attempt(async () => {
                await undo();
                if (shown !== null) navigate({ name: 'session', id: shown });
              }),
          },
        });
      }),
    [attempt, common, order, organize, shownId, t, toast],
  );
}
