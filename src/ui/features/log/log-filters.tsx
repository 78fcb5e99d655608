import { LOG_LEVELS } from '#core/log/log-line.ts';
import { Field } from '#ui/kit/controls/field.tsx';
import { Select } from '#ui/kit/controls/select.tsx';
import { useT } from '#ui/kit/i18n/use-t.ts';
import type { LogFilter } from './filter-lines.ts';
import css from './log-filters.module.css';

interface LogFiltersProps {
  filter: LogFilter;
  onChange: (change: Partial<LogFilter>) => void;
  /** The options to choose from. */
  events: readonly string[];
  sessions: readonly { id: string; title: string }[];
}

export function LogFilters({ filter, onChange, events, sessions }: LogFiltersProps) {
  const t = useT('log');
  return (
    <div className={css['filters']}>
      <Field
        label={t('search')}
        type="search"
        value={filter.text}
        onChange={({ target }) => onChange({ text: target.value })}
      />
      <Select
        label={t('level')}
        value={filter.level}
        onChange={(level) => onChange({ level })}
        options={LOG_LEVELS.map((level) => ({ value: level, label: t(`from.${level}`) }))}
      />
      <Select
        label={t('event')}
        value={filter.event}
        onChange={(event) => onChange({ event })}
        options={[{ value: '', label: t('anyEvent') }, ...events.map((value) => ({ value, label: value }))]}
      />
      <Select
        label={t('session')}
        value={filter.session}
        onChange={(session) => onChange({ session })}
        options={[
          { value: '', label: t('anySession') },
          ...sessions.map(({ id, title }) => ({ value: id, label: title })),
        ]}
      />
    </div>
  );
}
