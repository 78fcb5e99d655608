import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { SessionRow } from '#storage/rows.ts';
import { titleMatcher } from '#storage/title-search.ts';
import { useServices } from '#ui/data/services.ts';
import { Button } from '#ui/kit/controls/button.tsx';
import { Field } from '#ui/kit/controls/field.tsx';
import { IconButton } from '#ui/kit/controls/icon-button.tsx';
import { Segmented } from '#ui/kit/controls/segmented.tsx';
import { useSessions } from '#ui/data/use-sessions.ts';
import { useDaysLeft, useTrashDays } from '#ui/data/use-trash.ts';
import { navigate } from '#ui/shared/navigation/use-route.ts';
import { formatAgo } from '#ui/kit/i18n/format.ts';
import { useLanguage, useT } from '#ui/kit/i18n/use-t.ts';
import { useToday } from '#ui/shared/sessions/use-today.ts';
import { useToast } from '#ui/kit/toasts/use-toast.ts';
import { SessionMark } from '#ui/shared/vendors/session-mark.tsx';
import { errorMessage } from '#core/thrown.ts';
import { RemoveDialog } from './remove-dialog.tsx';
import css from './deleted-page.module.css';

/** As many as a user would read through. The search field finds the others. */
const SHOWN = 100;
/** 0 means forever. */
const DAYS = [7, 30, 90, 0] as const;

/** The trash. Deleted conversations can be restored until their time is over or they are removed for good. */
export function DeletedPage() {
  const t = useT('settings');
  const order = useT('organize');
  const frame = useT('frame');
  const language = useLanguage();
  const toast = useToast();
  const { organize: flows } = useServices();
  const now = useToday();
  const [days, setDays] = useTrashDays();
  const daysLeft = useDaysLeft();
  const deleted = useSessions('', 'trash');
  const [search, setSearch] = useState('');
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set());
  const [removing, setRemoving] = useState<readonly SessionRow[]>([]);
  const [asking, setAsking] = useState(false);
  if (!deleted) return null;

  const matches = titleMatcher(search);
  const found = deleted.filter((session) => matches(session.title)).sort((a, b) => b.deletedAt - a.deletedAt);
  const chosen = found.filter(({ id }) => picked.has(id));
  const ask = (sessions: readonly SessionRow[]) => {
    setRemoving(sessions);
    setAsking(true);
  };
  const pick = (id: string, on: boolean) => {
    const next = new Set(picked);
    if (on) next.add(id);
    else next.delete(id);
    setPicked(next);
  };
  const restore = async (sessions: readonly SessionRow[]) => {
    const [only] = sessions;
    try {
      await flows.restore(sessions.map(({ id }) => id));
      toast({
        tone: 'success',
        title:
          sessions.length === 1 && only
            ? t('deleted.restored', { title: only.title || frame('session.untitled') })
            : order('trash.restored', { count: sessions.length }),
        ...(sessions.length === 1 &&
          only && { action: { label: t('deleted.open'), run: () => navigate({ name: 'session', id: only.id }) } }),
      });
    } catch (error) {
      toast({ tone: 'danger', title: errorMessage(error) });
    }
  };
  const leftOf = (session: SessionRow): string | null => {
    const left = daysLeft(session);
    return left === null ? null : left === 0 ? order('trash.over') : order('trash.left', { count: left });
  };

  return (
    <>
      <p className={css['intro']}>
        {deleted.length === 0
          ? t('deleted.none')
          : days === 0
            ? order('trash.introNever')
            : order('trash.intro', { count: days })}
      </p>
      <div className={css['days']}>
        <span aria-hidden>{order('trash.days')}</span>
        <Segmented
          label={order('trash.days')}
          value={String(days)}
          onChange={(value) => setDays(Number(value))}
          options={[...new Set([...DAYS, days])]
            .toSorted((a, b) => (a || Infinity) - (b || Infinity))
            .map((count) => ({
              value: String(count),
              label: count === 0 ? order('trash.never') : order('trash.day', { count }),
            }))}
        />
        <p className={css['hint']}>{order('trash.hint')}</p>
      </div>
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
      {found.length > 1 && (
        <div className={css['actions']}>
          <label className={css['all']}>
            <input
              type="checkbox"
              checked={chosen.length === found.length}
              ref={(input) => {
                if (input) input.indeterminate = chosen.length > 0 && chosen.length < found.length;
              }}
              onChange={({ target }) => setPicked(new Set(target.checked ? found.map(({ id }) => id) : []))}
            />
            {order('trash.selectAll')}
          </label>
          {chosen.length > 0 && (
            <>
              <Button small onClick={() => void restore(chosen)}>
                {order('trash.restoreSome', { count: chosen.length })}
              </Button>
              <Button small variant="danger" onClick={() => ask(chosen)}>
                {order('trash.removeSome', { count: chosen.length })}
              </Button>
            </>
          )}
        </div>
      )}
      {found.length > 0 && (
        <ul className={css['list']}>
          {found.slice(0, SHOWN).map((session) => {
            const title = session.title || frame('session.untitled');
            return (
              <li key={session.id} className={css['row']}>
                <input
                  type="checkbox"
                  aria-label={order('trash.select', { title })}
                  checked={picked.has(session.id)}
                  onChange={({ target }) => pick(session.id, target.checked)}
                />
                <SessionMark session={session} />
                <span className={css['title']}>{title}</span>
                <span className={css['when']}>
                  {[leftOf(session), formatAgo(session.deletedAt, Math.max(now, session.deletedAt), language)]
                    .filter((part) => part !== null)
                    .map((part) => (
                      <span key={part}>{part}</span>
                    ))}
                </span>
                <Button small aria-label={t('deleted.restoreOne', { title })} onClick={() => void restore([session])}>
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
        <p className={css['empty']}>
          <Button small variant="danger" onClick={() => ask(deleted)}>
            {order('trash.empty', { count: deleted.length })}
          </Button>
        </p>
      )}
      <RemoveDialog sessions={removing} open={asking} onOpenChange={setAsking} />
    </>
  );
}
