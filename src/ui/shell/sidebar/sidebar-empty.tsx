import { filtersByOrganization, parseQuery } from '#search/search-query.ts';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { formatRoute } from '#ui/shared/navigation/route.ts';
import css from './sidebar.module.css';

/** Instead of the list: nothing matches, or there is no conversation yet. */
export function SidebarEmpty({ query }: { query: string }) {
  const t = useT('frame');
  const tOrganize = useT('organize');
  const transfer = useT('transfer');
  return (
    <div className={css['empty']}>
      {query ? (
        <p>
          {filtersByOrganization(parseQuery(query).filters)
            ? tOrganize('noMatch', { search: query })
            : t('sidebar.noMatch', { search: query })}
        </p>
      ) : (
        <>
          <p>{t('sidebar.empty')}</p>
          <p className={css['quiet']}>{t('sidebar.emptyBody')}</p>
          <p>
            <a href={formatRoute({ name: 'settings', page: 'history', focus: 'import' })}>
              {transfer('fromElsewhere')}
            </a>
          </p>
        </>
      )}
    </div>
  );
}
