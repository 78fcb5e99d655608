import { useMemo } from 'react';
import { textOf } from '#core/message-text.ts';
import { citedSources, siteOf, type WebSource } from '#core/web-results.ts';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { useOpenExternal } from '#ui/shared/links/open-external.tsx';
import css from './cited-sources.module.css';

interface CitedSourcesProps {
  parts: readonly { type: string; text?: string }[];
  /** Everything that the model was given. */
  sources: readonly WebSource[];
}

/** The pages that an answer links to and that the model was really given, in the order of the answer. */
export function CitedSources({ parts, sources }: CitedSourcesProps) {
  const t = useT('webSearch');
  const open = useOpenExternal();
  const cited = useMemo(() => citedSources(textOf({ parts }), sources), [parts, sources]);
  if (cited.length === 0) return null;
  return (
    <section className={css['sources']} aria-label={t('sources')}>
      <h3 className={css['title']}>{t('sources')}</h3>
      <ol className={css['list']}>
        {cited.map(({ title, address }) => (
          <li key={address}>
            <button type="button" className={css['source']} title={address} onClick={() => open(address)}>
              <bdi className={css['name']}>{title}</bdi>
              <bdi className={css['site']}>{siteOf(address)}</bdi>
            </button>
          </li>
        ))}
      </ol>
    </section>
  );
}
