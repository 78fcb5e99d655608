import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { SessionRow } from '#storage/rows.ts';
import { titleMatcher } from '#storage/title-search.ts';
import { useAppServices } from '#ui/app-services.ts';
import { Button } from '#ui/controls/button.tsx';
import { Field } from '#ui/controls/field.tsx';
import { IconButton } from '#ui/controls/icon-button.tsx';
import { useSessions } from '#ui/data/use-sessions.ts';
import { navigate } from '#ui/frame/use-route.ts';
import { formatAgo } from '#ui/i18n/format.ts';
import { useLanguage, useT } from '#ui/i18n/use-t.ts';
import { useToday } from '#ui/sidebar/use-today.ts';
import { useToast } from '#ui/toasts/use-toast.ts';
import { isPractice } from '#ui/vendors/is-practice.ts';
import { VendorMark } from '#ui/vendors/vendor-mark.tsx';
import { RemoveDialog } from './remove-dialog.tsx';
import css from './deleted-page.module.css';

/** As many as a person would read through; the field above finds the others. */
const SHOWN = 100;

/** What was deleted is still here and can be brought back, until it is removed for good. */
export function DeletedPage() {
  const t = useT('settings');
  const frame = useT('frame');
  const language = useLanguage();
  const toast = useToast();
  const { flows } = useAppServices();
  const now = useToday();
  const deleted = useSessions('', 'trash');
  const [search, setSearch] = useState('');
  const [removing, setRemoving] = useState<readonly SessionRow[]>([]);
  const [asking, setAsking] = useState(false);
  if (!deleted) return null;

  const matches = titleMatcher(search);
  const found = deleted.filter((session) => matches(session.title)).sort((a, b) => b.deletedAt - a.deletedAt);
  const ask = (sessions: readonly SessionRow[]) => {
    setRemoving(sessions);
    setAsking(true);
  };
  const restore = async (session: SessionRow) => {
    try {
      await flows.restoreSession(session.id);
      toast({
        tone: 'success',
        title: t('deleted.restored', { title: session.title || frame('session.untitled') }),
        action: { label: t('deleted.open'), run: () => navigate({ name: 'session', id: session.id }) },
      });
    } catch (error) {
      toast({ tone: 'danger', title: error instanceof Error ? error.message : String(error) });
    }
  };

  return (
    <>
      <p className={css['intro']}>{t(deleted.length === 0 ? 'deleted.none' : 'deleted.intro')}</p>
      {deleted.length > SHOWN && (
        <div className={css['search']}>
          <Field
            label={t('deleted.search')}
            type="search"
            value={search}
            onChange={(event) => setSearch(event.target.value)}
          />
        </div>
      )}
      {found.length > 0 && (
        <ul className={css['list']}>
          {found.slice(0, SHOWN).map((session) => {
            const title = session.title || frame('session.untitled');
            return (
              <li key={session.id} className={css['row']}>
                <VendorMark vendor={session.lastVendor} practice={isPractice(session.target?.connection)} />
                <span className={css['title']}>{title}</span>
                <span className={css['when']}>
                  {formatAgo(session.deletedAt, Math.max(now, session.deletedAt), language)}
                </span>
                <Button small aria-label={t('deleted.restoreOne', { title })} onClick={() => void restore(session)}>
                  {t('deleted.restore')}
                </Button>
                <IconButton
                  small
                  label={t('deleted.removeOne', { title })}
                  icon={<Trash2 />}
                  onClick={() => ask([session])}
                />
              </li>
            );
          })}
        </ul>
      )}
      {found.length > SHOWN && <p className={css['more']}>{t('deleted.more', { count: found.length - SHOWN })}</p>}
      {deleted.length > 0 && (
        <p className={css['all']}>
          <Button small variant="danger" onClick={() => ask(deleted)}>
            {t('deleted.removeAll')}
          </Button>
        </p>
      )}
      <RemoveDialog sessions={removing} open={asking} onOpenChange={setAsking} />
    </>
  );
}
