import { ArrowLeft } from 'lucide-react';
import { useDeferredValue, useState } from 'react';
import { buttonClass } from '#ui/kit/controls/button.tsx';
import { Field } from '#ui/kit/controls/field.tsx';
import text from '#ui/kit/controls/text.module.css';
import { useLanguage, useT } from '#ui/kit/i18n/use-t.ts';
import { Markdown } from '#ui/shared/markdown/markdown.tsx';
import { formatRoute } from '#ui/shared/navigation/route.ts';
import { parseGuidePage, partsOf, searchGuide, type GuidePage } from './guide.ts';
import css from './help-page.module.css';

const FILES = import.meta.glob<string>('../../../../docs/user/*.md', { eager: true, query: '?raw', import: 'default' });

const PICTURES = new Map(
  Object.entries(
    import.meta.glob<string>('../../../../docs/pictures/*.png', { eager: true, query: '?url', import: 'default' }),
  ).map(([path, url]) => [path.replace(/^.*\//, ''), url]),
);

/** How to start first, the others by title. */
const PAGES = Object.entries(FILES)
  .map(([path, document]) => parseGuidePage(path.replace(/^.*\/|\.md$/g, ''), document))
  .sort((a, b) => Number(b.id === 'starting') - Number(a.id === 'starting') || a.title.localeCompare(b.title));

const addressOf = (page: GuidePage) => formatRoute({ name: 'settings', page: 'help', focus: page.id });

/** The guide of `docs/user`: its pages, one of them, or what was found in them. */
export function HelpPage({ focus }: { focus: string | null }) {
  const t = useT('settings');
  const language = useLanguage();
  const page = PAGES.find(({ id }) => id === focus);
  return (
    <>
      {language !== 'en' && <p className={`${text['quiet']} ${css['language']}`}>{t('help.inEnglish')}</p>}
      {page ? <Topic page={page} /> : <Topics />}
    </>
  );
}

/** Text of the guide with its pictures. */
function GuideText({ text }: { text: string }) {
  return partsOf(text).map((part) =>
    'text' in part ? (
      <Markdown key={part.text} text={part.text} />
    ) : (
      <img
        key={part.picture}
        className={css['picture']}
        src={PICTURES.get(part.picture)}
        alt={part.alt}
        loading="lazy"
      />
    ),
  );
}

function Topic({ page }: { page: GuidePage }) {
  const t = useT('settings');
  return (
    <>
      <p className={css['back']}>
        <a className={buttonClass('plain', true)} href={formatRoute({ name: 'settings', page: 'help' })}>
          <ArrowLeft aria-hidden /> {t('help.topics')}
        </a>
      </p>
      <article lang="en" className={css['article']} aria-labelledby="help-topic">
        <h3 id="help-topic">{page.title}</h3>
        <GuideText text={page.text} />
      </article>
    </>
  );
}

function Topics() {
  const t = useT('settings');
  const [query, setQuery] = useState('');
  const wanted = useDeferredValue(query.trim());
  const hits = searchGuide(PAGES, wanted);
  return (
    <>
      <search>
        <Field
          type="search"
          label={t('help.search')}
          value={query}
          onChange={({ target }) => setQuery(target.value)}
          autoComplete="off"
        />
      </search>
      <p role="status" className={text['quiet']}>
        {wanted !== '' && hits.length === 0 && t('help.none', { words: wanted })}
      </p>
      {wanted === '' ? (
        <ul lang="en" className={css['topics']}>
          {PAGES.map((page) => (
            <li key={page.id}>
              <a href={addressOf(page)}>{page.title}</a>
            </li>
          ))}
        </ul>
      ) : (
        <div className={css['hits']}>
          {hits.map(({ page, section }) => (
            <article key={`${page.id} ${section.title}`} lang="en" className={css['article']}>
              <h3>
                <a href={addressOf(page)}>{section.title === '' ? page.title : `${page.title}: ${section.title}`}</a>
              </h3>
              <GuideText text={section.text} />
            </article>
          ))}
        </div>
      )}
    </>
  );
}
