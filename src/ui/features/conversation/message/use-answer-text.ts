import { useCallback } from 'react';
import { textOf } from '#core/message-text.ts';
import { useT } from '#ui/kit/i18n/use-t.ts';

interface Spoken {
  parts: readonly { type: string; text?: string; mode?: string }[];
}

/** The text of an answer to copy: with its sources as links, where its vendor names some. */
export function useAnswerText(): (message: Spoken) => Promise<string> {
  const t = useT('webSearch');
  return useCallback(
    async ({ parts }) => {
      if (!parts.some(({ type }) => type === 'vendor_block')) return textOf({ parts });
      const [{ citedAnswer }, { sourceList }] = await Promise.all([
        import('#core/server-tools/shown-parts.ts'),
        import('#core/server-tools/cited-markdown.ts'),
      ]);
      const pagesOf = ({ from, to }: { from: number; to: number }) =>
        from === to ? t('page', { page: from }) : t('pages', { from, to });
      return citedAnswer(parts, (sources) => sourceList(sources, { title: t('sources'), pagesOf }));
    },
    [t],
  );
}
