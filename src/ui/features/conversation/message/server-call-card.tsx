import { CircleAlert, Globe, LoaderCircle, SquareTerminal, Wrench } from 'lucide-react';
import type { ServerCall } from '#core/server-tools/server-calls.ts';
import { isPassingLink, siteOf } from '#core/web-results.ts';
import { Disclosure } from '#ui/kit/controls/disclosure.tsx';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { visibleText } from '#ui/kit/text/visible-text.ts';
import { useOpenExternal } from '#ui/shared/links/open-external.tsx';
import css from './server-call-card.module.css';

const ICONS = { search: Globe, fetch: Globe, code: SquareTerminal, other: Wrench } as const;

const KNOWN_ERRORS = [
  'too_many_requests',
  'invalid_tool_input',
  'max_uses_exceeded',
  'query_too_long',
  'request_too_large',
  'unavailable',
  'url_too_long',
  'url_not_allowed',
  'url_not_in_prior_context',
  'url_not_accessible',
  'unsupported_content_type',
  'content_too_large',
  'execution_time_exceeded',
] as const;

/** A tool that the vendor ran itself: what it was asked, and what of its result can be read. */
export function ServerCallCard({ call, live }: { call: ServerCall; live: boolean }) {
  const t = useT('webSearch');
  const { tool, asked, done, error, sources, pages, output } = call;
  const Icon = error === null ? ICONS[tool] : CircleAlert;
  const what = tool === 'code' ? '' : asked.map((one) => visibleText(one).text).join(' · ');
  const known = KNOWN_ERRORS.find((one) => one === error);
  const status = !done
    ? t(live ? 'own.running' : 'own.unfinished')
    : error === null
      ? ''
      : known
        ? t(`own.error.${known}`)
        : t('own.failed', { reason: visibleText(error).text });
  const summary = (
    <span className={css['line']}>
      {!done && live ? <LoaderCircle className={css['spinner']} aria-hidden /> : <Icon aria-hidden />}
      <span className={css['name']}>{t(`own.${tool}`)}</span>
      {what !== '' && <bdi className={css['asked']}>{what}</bdi>}
      {status !== '' && <span className={css['status']}>{status}</span>}
    </span>
  );
  const isEmpty = sources.length === 0 && pages.length === 0 && output === '' && tool !== 'code';
  if (isEmpty) return <div className={css['card']}>{summary}</div>;
  return (
    <Disclosure className={css['card']} summary={summary}>
      {tool === 'code' && asked.length > 0 && <pre className={css['text']}>{asked.join('\n')}</pre>}
      {output !== '' && <pre className={css['text']}>{visibleText(output).text}</pre>}
      {pages.map(({ address, text }) => (
        <pre key={address} className={css['text']}>
          {visibleText(text).text}
        </pre>
      ))}
      {sources.length > 0 && (
        <ul className={css['sources']}>
          {sources.map(({ address, title, date }, at) => (
            // oxlint-disable-next-line react/no-array-index-key -- a search may find the same page twice
            <li key={at}>
              <FoundPage address={address} title={title} />
              {date !== undefined && <span className={css['date']}>{visibleText(date).text}</span>}
            </li>
          ))}
        </ul>
      )}
    </Disclosure>
  );
}

function FoundPage({ address, title }: { address: string | null; title: string }) {
  const t = useT('webSearch');
  const open = useOpenExternal();
  if (address === null) return <bdi>{visibleText(title).text}</bdi>;
  const passing = isPassingLink(address);
  return (
    <button
      type="button"
      className={css['link']}
      title={passing ? t('passingLink') : address}
      onClick={() => open(address)}
    >
      <bdi className={css['title']}>{visibleText(title).text}</bdi>
      <bdi className={css['date']}>{passing ? t('passing') : siteOf(address)}</bdi>
    </button>
  );
}
