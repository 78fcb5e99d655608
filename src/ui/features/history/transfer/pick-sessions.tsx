import { useMemo, useState } from 'react';
import type { SessionRow } from '#storage/rows.ts';
import { titleMatcher } from '#storage/title-search.ts';
import { Field } from '#ui/kit/controls/field.tsx';
import { formatAgo } from '#ui/kit/i18n/format.ts';
import { useLanguage, useT } from '#ui/kit/i18n/use-t.ts';
import { useToday } from '#ui/shared/sessions/use-today.ts';
import { PickRow } from './pick-row.tsx';
import { VirtualRows } from './virtual-rows.tsx';
import css from './transfer.module.css';

interface PickSessionsProps {
  sessions: readonly SessionRow[];
  chosen: ReadonlySet<string>;
  onChange: (chosen: ReadonlySet<string>) => void;
}

/** Chooses among all conversations. */
export function PickSessions({ sessions, chosen, onChange }: PickSessionsProps) {
  const t = useT('transfer');
  const frame = useT('frame');
  const language = useLanguage();
  const now = useToday();
  const [search, setSearch] = useState('');
  const shown = useMemo(() => {
    const matches = titleMatcher(search);
    return sessions.filter(({ title }) => matches(title));
  }, [sessions, search]);
  const choose = (ids: readonly string[], selected: boolean) => {
    const next = new Set(chosen);
    for (const id of ids) {
      if (selected) next.add(id);
      else next.delete(id);
    }
    onChange(next);
  };
  const all = shown.length > 0 && shown.every(({ id }) => chosen.has(id));
  return (
    <div className={css['stack']}>
      <Field
        label={t('export.search')}
        type="search"
        value={search}
        onChange={(event) => setSearch(event.target.value)}
      />
      <div className={css['listHead']}>
        <label className={css['allOf']}>
          <input
            type="checkbox"
            checked={all}
            disabled={shown.length === 0}
            onChange={({ target }) =>
              choose(
                shown.map(({ id }) => id),
                target.checked,
              )
            }
          />
          {t('preview.all')}
        </label>
        <output className={css['quiet']}>{t('export.chosen', { count: chosen.size })}</output>
      </div>
      {shown.length === 0 ? (
        <p className={css['quiet']}>{t('preview.noneFound')}</p>
      ) : (
        <VirtualRows
          label={t('export.list')}
          items={shown}
          keyOf={({ id }) => id}
          renderRow={(session, tabIndex) => (
            <PickRow
              title={session.title || frame('session.untitled')}
              note={formatAgo(session.updatedAt, Math.max(now, session.updatedAt), language)}
              checked={chosen.has(session.id)}
              tabIndex={tabIndex}
              onChange={(selected) => choose([session.id], selected)}
            />
          )}
        />
      )}
    </div>
  );
}
