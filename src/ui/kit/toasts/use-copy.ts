import { useCallback } from 'react';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { useToast } from './use-toast.ts';

/** Copies text to the clipboard and shows whether it worked. Resolves to whether it succeeded. */
export function useCopy(): (text: string, options?: { silent?: boolean }) => Promise<boolean> {
  const toast = useToast();
  const t = useT('common');
  return useCallback(
    async (text, options) => {
      try {
        await navigator.clipboard.writeText(text);
        if (!options?.silent) toast({ title: t('copied'), id: 'copied', timeout: 2000 });
        return true;
      } catch {
        toast({ tone: 'warning', title: t('copyFailed'), id: 'copied' });
        return false;
      }
    },
    [toast, t],
  );
}
