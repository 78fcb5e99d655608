import { useEffect } from 'react';
import { useStore } from 'zustand';
import { useServices } from '#ui/data/services.ts';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { useToast } from '#ui/kit/toasts/use-toast.ts';

const NAMED = 3;

/** Shows once that the list of conversations was rebuilt. */
export function RepairedNotice() {
  const t = useT('recovery');
  const toast = useToast();
  const repaired = useStore(useServices().recovery.notices.store, (state) => state.repaired);
  useEffect(() => {
    if (!repaired) return;
    const titles = repaired.rebuilt.slice(0, NAMED).map(({ title }) => `“${title || t('untitled')}”`);
    const rest = repaired.rebuilt.length - titles.length;
    const named = [...titles, ...(rest > 0 ? [t('andMore', { count: rest })] : [])].join(', ');
    toast({
      id: 'repaired',
      tone: 'warning',
      title:
        repaired.rebuilt.length > 0
          ? t('rebuilt', { count: repaired.rebuilt.length })
          : t('repaired', { count: repaired.repaired.length }),
      description: repaired.rebuilt.length > 0 ? t('rebuiltBody', { named }) : t('repairedBody'),
    });
  }, [repaired, t, toast]);
  return null;
}
