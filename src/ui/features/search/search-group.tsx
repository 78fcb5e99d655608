import { Archive, Pin, Trash2 } from 'lucide-react';
import { isTime } from '#core/is-time.ts';
import type { MessageHit, SessionHits } from '#search/search-history.ts';
import { useOriginFacts } from '#ui/shared/vendors/use-origin-facts.ts';
import { formatRoute } from '#ui/shared/navigation/route.ts';
import { formatAgo, formatDate } from '#ui/kit/i18n/format.ts';
import { useLanguage, useT } from '#ui/kit/i18n/use-t.ts';
import { useToday } from '#ui/shared/sessions/use-today.ts';
import { VendorMark } from '#ui/shared/vendors/vendor-mark.tsx';
import { Marked } from './marked.tsx';
import css from './search-group.module.css';

interface SearchGroupProps {
  group: SessionHits;
  terms: readonly string[];
  busy: boolean;
  /** Shows hits that have only been counted so far. */
  onAll: () => void;
}

/** The hits in one conversation. */
export function SearchGroup({ group, terms, busy, onAll }: SearchGroupProps) {
  const t = useT('search');
  const frame = useT('frame');
  const language = useLanguage();
  const now = useToday();
  const { id, title, titleMarks, updatedAt, pinned, archived, deleted, taskOf, hits, total } = group;
  const shown = title || frame('session.untitled');
  return (
    <section className={css['group']} aria-label={shown}>
      <h2 className={css['title']}>
        {pinned && <Pin aria-label={t('pinned')} />}
        {archived && <Archive aria-label={t('archived')} />}
        {deleted && <Trash2 aria-label={t('deleted')} />}
        <a href={formatRoute({ name: 'session', id })}>
          {title === '' ? shown : <Marked text={title} marks={titleMarks} />}
        </a>
        {taskOf !== undefined && <span className={css['kind']}>{t('task')}</span>}
        <span className={css['when']}>{formatAgo(updatedAt, Math.max(now, updatedAt), language)}</span>
      </h2>
      {hits.length > 0 && (
        <ul className={css['hits']}>
          {hits.map((hit) => (
            <li key={hit.message}>
              <Hit session={id} hit={hit} terms={terms} />
            </li>
          ))}
        </ul>
      )}
      {total > hits.length && (
        <button type="button" className={css['more']} disabled={busy} onClick={onAll}>
          {t('more', { count: total - hits.length })}
        </button>
      )}
    </section>
  );
}

function Hit({ session, hit, terms }: { session: string; hit: MessageHit; terms: readonly string[] }) {
  const t = useT('search');
  const language = useLanguage();
  const now = useToday();
  const { message, role, at, origin, field, snippet } = hit;
  const describe = useOriginFacts();
  const facts = origin ? describe(origin) : null;
  const find = terms.map((term) => (/\s/u.test(term) ? `"${term}"` : term)).join(' ');
  const who = facts?.label ?? t(`role.${role}`);
  return (
    <a
      className={css['hit']}
      href={formatRoute({ name: 'session', id: session, message, ...(find !== '' && { find }) })}
    >
      <span className={css['who']}>
        {origin && <VendorMark vendor={origin.vendor} practice={facts?.practice ?? false} />}
        {who}
        {field !== 'text' && <span className={css['kind']}>{t(`field.${field}`)}</span>}
        {isTime(at) && <time dateTime={new Date(at).toISOString()}>{formatDate(at, now, language)}</time>}
      </span>
      <span className={css['text']}>
        {snippet.cutBefore && '… '}
        <Marked text={snippet.text} marks={snippet.marks} />
        {snippet.cutAfter && ' …'}
      </span>
    </a>
  );
}
