import { readSearchResult, siteOf } from '#core/web-results.ts';
import { visibleText } from '#ui/kit/text/visible-text.ts';
import { useOpenExternal } from '#ui/shared/links/open-external.tsx';
import { ResultText } from './tool-result.tsx';
import css from './search-results.module.css';

/** What a search found, as a list. The text itself where it isn't one. */
export function SearchResults({ text, label }: { text: string; label: string }) {
  const open = useOpenExternal();
  const results = readSearchResult(text);
  if (results.length === 0) return <ResultText text={text} label={label} />;
  return (
    <ol className={css['results']} aria-label={label}>
      {results.map(({ title, address, text: said, date }) => (
        <li key={address}>
          <button type="button" className={css['link']} title={address} onClick={() => open(address)}>
            <bdi>{visibleText(title).text}</bdi>
          </button>
          <p className={css['site']}>
            <bdi>{siteOf(address)}</bdi>
            {date !== undefined && <span>{visibleText(date).text}</span>}
          </p>
          {said !== '' && <p className={css['text']}>{visibleText(said).text}</p>}
        </li>
      ))}
    </ol>
  );
}
