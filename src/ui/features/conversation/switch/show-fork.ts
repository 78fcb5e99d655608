import type { SessionRow } from '#storage/rows.ts';
import type { Translate } from '#ui/kit/i18n/use-t.ts';
import type { useToast } from '#ui/kit/toasts/use-toast.ts';
import { openSession } from '#ui/shared/navigation/open-session.ts';
import { isShown, navigate } from '#ui/shared/navigation/use-route.ts';

interface ShowForkDeps {
  /** The conversation that is forked. */
  id: string;
  toast: ReturnType<typeof useToast>;
  t: Translate<'report'>;
  common: Translate<'common'>;
  fail: (error: unknown) => void;
}

type Fork = Pick<SessionRow, 'id' | 'title'>;

/** Makes a fork and opens it, with a way back. Neither moves a user who has gone elsewhere meanwhile. */
export async function showFork(
  { id, toast, t, common, fail }: ShowForkDeps,
  make: () => Promise<Fork>,
  takeBack: (forkId: string) => Promise<void>,
): Promise<Fork> {
  const { hash } = window.location;
  const made = await make();
  const stays = window.location.hash === hash;
  if (stays) openSession(made.id);
  const undo = async () => {
    try {
      await takeBack(made.id);
      if (isShown(made.id)) navigate({ name: 'session', id });
      toast({ title: t('fork.undone') });
    } catch (error) {
      fail(error);
    }
  };
  toast({
    title: stays ? t('fork.done') : t('fork.made', { title: made.title }),
    action: { label: common('undo'), run: () => void undo() },
  });
  return made;
}
