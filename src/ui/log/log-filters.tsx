import { useId } from 'react';
import { LOG_LEVELS } from '#core/log/log-line.ts';
import { Field } from '#ui/controls/field.tsx';
import { useT } from '#ui/i18n/use-t.ts';
import type { LogFilter } from './filter-lines.ts';
import field from '#ui/controls/field.module.css';
import css from './log-filters.module.css';

interface LogFiltersProps {
  filter: LogFilter;
  onChange: (change: Partial<LogFilter>) => void;
  /** What there is to choose from. */
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
      <Choice
        label={t('level')}
        value={filter.level}
        onChange={(value) => onChange({ level: LOG_LEVELS.find((one) => one === value) ?? 'debug' })}
        options={LOG_LEVELS.map((level) => ({ value: level, label: t(`from.${level}`) }))}
      />
      <Choice
        label={t('event')}
        value={filter.event}
        onChange={(event) => onChange({ event })}
        options={[{ value: '', label: t('anyEvent') }, ...events.map((value) => ({ value, label: value }))]}
      />
      <Choice
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

interface ChoiceProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  options: readonly { value: string; label: string }[];
}

function Choice({ label, value, onChange, options }: ChoiceProps) {
  const id = useId();
  return (
    <div className={field['field']}>
      <label className={field['label']} htmlFor={id}>
        {label}
      </label>
      <select id={id} className={field['input']} value={value} onChange={({ target }) => onChange(target.value)}>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </div>
  );
}
