import { useEffect } from 'react';
import { useStore } from 'zustand';
import { useServices } from '#ui/data/services.ts';
import { navigate } from '#ui/shared/navigation/use-route.ts';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { useToast } from '#ui/kit/toasts/use-toast.ts';

/** Reports unexpected changes from other devices. */
export function SyncNotices() {
  const t = useT('sync');
  const frame = useT('frame');
  const toast = useToast();
  const { db, problems } = useServices();
  const { news } = useServices().sync;
  const { retained, lost } = useStore(news.store);
  useEffect(() => {
    const [first] = retained;
    if (first === undefined && lost.length === 0) return;
    news.clear();
    const showRetained = async (id: string) => {
      const title = (await db.sessions.get(id))?.title || frame('session.untitled');
      toast({
        tone: 'warning',
        title: t('news.retained', { count: retained.length }),
        description: t(retained.length === 1 ? 'news.retainedBody' : 'news.retainedBodyMore', { title }),
        action: { label: t('news.open'), run: () => navigate({ name: 'session', id }) },
        timeout: 0,
      });
    };
    if (first !== undefined) showRetained(first).catch(problems.add);
    if (lost.length > 0)
      toast({ tone: 'warning', title: t('news.lost', { count: lost.length }), description: t('news.lostBody') });
  }, [retained, lost, news, db, problems, frame, t, toast]);
  return null;
}
