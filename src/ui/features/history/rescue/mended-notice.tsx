import { useEffect } from 'react';
import { useStore } from 'zustand';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { useToast } from '#ui/kit/toasts/use-toast.ts';
import { useRescue } from './rescue-context.ts';

const NAMED = 3;

/** Tells once that the list of conversations was made whole again. */
export function MendedNotice() {
  const t = useT('rescue');
  const toast = useToast();
  const mended = useStore(useRescue().notices.store, (state) => state.mended);
  useEffect(() => {
    if (!mended) return;
    const titles = mended.rebuilt.slice(0, NAMED).map(({ title }) => `“${title || t('untitled')}”`);
    const rest = mended.rebuilt.length - titles.length;
    const named = [...titles, ...(rest > 0 ? [t('andMore', { count: rest })] : [])].join(', ');
    toast({
      id: 'mended',
      tone: 'warning',
      title:
        mended.rebuilt.length > 0
          ? t('rebuilt', { count: mended.rebuilt.length })
          : t('mended', { count: mended.mended.length }),
      description: mended.rebuilt.length > 0 ? t('rebuiltBody', { named }) : t('mendedBody'),
    });
  }, [mended, t, toast]);
  return null;
}
