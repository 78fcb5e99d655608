import { useState } from 'react';
import type { SessionRow } from '#storage/rows.ts';
import { titleMatcher } from '#storage/title-search.ts';
import { Button } from '#ui/kit/controls/button.tsx';
import { Field } from '#ui/kit/controls/field.tsx';
import { useDeletedProjects } from '#ui/data/use-project.ts';
import { useSessions } from '#ui/data/use-sessions.ts';
import { useDaysLeft, useTrashDays } from '#ui/data/use-trash.ts';
import { useToday } from '#ui/shared/sessions/use-today.ts';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { DeletedProjects } from './deleted-projects.tsx';
import { DeletedRow } from './deleted-row.tsx';
import { RemoveDialog } from './remove-dialog.tsx';
import { TrashActions } from './trash-actions.tsx';
import { TrashDays } from './trash-days.tsx';
import css from './deleted-page.module.css';

/** As many as a user would read through. The search field finds the others. */
const SHOWN = 100;

/** The trash. Deleted conversations and projects can be restored until their time is over or they are removed for good. */
export function DeletedPage() {
  const t = useT('settings');
  const order = useT('organize');
  const now = useToday();
  const [days] = useTrashDays();
  const daysLeft = useDaysLeft();
  const deleted = useSessions('', 'trash');
  const projects = useDeletedProjects();
  const [search, setSearch] = useState('');
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set());
  const [removing, setRemoving] = useState<readonly SessionRow[]>([]);
  const [asking, setAsking] = useState(false);
  if (!deleted || !projects) return null;

  const matches = titleMatcher(search);
  const found = deleted.filter((session) => matches(session.title)).sort((a, b) => b.deletedAt - a.deletedAt);
  const ask = (sessions: readonly SessionRow[]) => {
    setRemoving(sessions);
    setAsking(true);
  };
  const pick = (id: string, on: boolean) =>
    setPicked(on ? new Set([...picked, id]) : new Set([...picked].filter((one) => one !== id)));

  return (
    <>
      <p className={css['intro']}>
        {deleted.length + projects.length === 0
          ? t('deleted.none')
          : days === 0
            ? order('trash.introNever')
            : order('trash.intro', { count: days })}
      </p>
      <TrashDays />
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
      {found.length > 1 && <TrashActions found={found} picked={picked} onPick={setPicked} onRemove={ask} />}
      {found.length > 0 && (
        <ul className={css['list']}>
          {found.slice(0, SHOWN).map((session) => (
            <DeletedRow
              key={session.id}
              session={session}
              now={now}
              daysLeft={daysLeft(session)}
              picked={picked.has(session.id)}
              onPick={(on) => pick(session.id, on)}
              onRemove={() => ask([session])}
            />
          ))}
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
      {projects.length > 0 && <DeletedProjects deleted={projects} />}
      <RemoveDialog sessions={removing} open={asking} onOpenChange={setAsking} />
    </>
  );
}
