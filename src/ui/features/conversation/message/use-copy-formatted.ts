import { useCallback } from 'react';
import { ALERTS } from '#markdown/ast.ts';
import type { HtmlTexts } from '#markdown/to-html.ts';
import { type Translate, useT } from '#ui/kit/i18n/use-t.ts';
import { useToast } from '#ui/kit/toasts/use-toast.ts';

const titlesOf = (t: Translate<'alerts'>) =>
  Object.fromEntries(ALERTS.map((alert) => [`title.${alert}`, t(`title.${alert}`)])) as HtmlTexts['alerts'];

/** Copies Markdown as formatted text, with tables and code, for word processors and mail; as Markdown for the rest. */
export function useCopyFormatted(): (markdown: string) => Promise<void> {
  const t = useT('tree');
  const common = useT('common');
  const alerts = useT('alerts');
  const toast = useToast();
  return useCallback(
    async (markdown) => {
      const { toHtml } = await import('#markdown/to-html.ts');
      const texts = {
        taskDone: '☑',
        taskOpen: '☐',
        notes: t('formatted.notes'),
        noteBack: '↩',
        image: t('formatted.image'),
        alerts: titlesOf(alerts),
      };
      const as = (type: string, text: string) => ({ [type]: new Blob([text], { type }) });
      try {
        await navigator.clipboard.write([
          new ClipboardItem({
            ...as('text/html', toHtml(markdown, { id: 'copy', texts })),
            ...as('text/plain', markdown),
          }),
        ]);
        toast({ title: common('copied'), id: 'copied', timeout: 2000 });
      } catch {
        toast({ tone: 'warning', title: common('copyFailed'), id: 'copied' });
      }
    },
    [t, common, alerts, toast],
  );
}
