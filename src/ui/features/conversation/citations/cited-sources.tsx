import { useMemo } from 'react';
import { textOf } from '#core/message-text.ts';
import { citationsIn, numberedSources, type NumberedSource } from '#core/server-tools/cited-markdown.ts';
import { citedSources, isPassingLink, siteOf, type WebSource } from '#core/web-results.ts';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { visibleText } from '#ui/kit/text/visible-text.ts';
import { useOpenExternal } from '#ui/shared/links/open-external.tsx';
import css from './cited-sources.module.css';

interface CitedSourcesProps {
  parts: readonly { type: string; text?: string }[];
  /** Everything that the model was given by Baton. */
  sources: readonly WebSource[];
}

/** What an answer is based on: what its vendor names, and pages it links to that the model was really given. */
export function CitedSources({ parts, sources }: CitedSourcesProps) {
  const t = useT('webSearch');
  const named = useMemo(() => numberedSources(citationsIn(parts)), [parts]);
  const cited = useMemo(() => {
    const known = new Set(named.map(({ address }) => address));
    return citedSources(textOf({ parts }), sources).filter(({ address }) => !known.has(address));
  }, [parts, sources, named]);
  if (named.length === 0 && cited.length === 0) return null;
  return (
    <section className={css['sources']} aria-label={t('sources')}>
      <h3 className={css['title']}>{t('sources')}</h3>
      <ol className={css['list']}>
        {named.map((source) => (
          <li key={source.number} className={css['named']}>
            <NamedSource source={source} />
          </li>
        ))}
        {cited.map(({ title, address }) => (
          <li key={address}>
            <PageLink title={title} address={address} />
          </li>
        ))}
      </ol>
    </section>
  );
}

function PageLink({ title, address }: WebSource) {
  const t = useT('webSearch');
  const open = useOpenExternal();
  const passing = isPassingLink(address);
  return (
    <button
      type="button"
      className={css['source']}
      title={passing ? t('passingLink') : address}
      onClick={() => open(address)}
    >
      <bdi className={css['name']}>{visibleText(title).text}</bdi>
      <bdi className={css['site']}>{passing ? t('passing') : siteOf(address)}</bdi>
    </button>
  );
}

function NamedSource({ source: { number, title, address, quotes, pages } }: { source: NumberedSource }) {
  const t = useT('webSearch');
  const [quote] = quotes;
  const where = pages
    .map(({ from, to }) => (from === to ? t('page', { page: from }) : t('pages', { from, to })))
    .join(', ');
  return (
    <>
      <span className={css['number']}>{number}</span>
      <span className={css['said']}>
        {address === null ? (
          <span className={css['file']}>
            <bdi>{visibleText(title).text}</bdi>
            {where !== '' && <span className={css['site']}>{where}</span>}
          </span>
        ) : (
          <PageLink title={title} address={address} />
        )}
        {quote !== undefined && <q className={css['quote']}>{visibleText(quote.trim()).text}</q>}
      </span>
    </>
  );
}
