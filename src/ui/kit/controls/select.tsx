import { useId } from 'react';
import { useChosen, type StoreChoice } from './use-chosen.ts';
import field from './field.module.css';
import css from './select.module.css';

export interface Option<Value extends string> {
  value: Value;
  label: string;
  /** Neighbors with the same one are shown below it. */
  group?: string;
}

interface SelectProps<Value extends string> {
  label: string;
  /** Only screen readers read the label, because text beside it already says the same. */
  labelHidden?: boolean;
  small?: boolean;
  value: Value;
  options: readonly Option<Value>[];
  onChange: StoreChoice<Value>;
  disabled?: boolean;
  hint?: string | null;
  error?: string | null;
}

function inGroups<Value extends string>(options: readonly Option<Value>[]) {
  const groups: { group: string | undefined; members: Option<Value>[] }[] = [];
  for (const option of options) {
    const last = groups.at(-1);
    if (last && last.group === option.group) last.members.push(option);
    else groups.push({ group: option.group, members: [option] });
  }
  return groups;
}

/** A choice from the browser's own list, styled like the page. */
export function Select<Value extends string>(props: SelectProps<Value>) {
  const { label, labelHidden = false, small = false, value, options, onChange, disabled, hint, error } = props;
  const id = useId();
  const { shown, choose } = useChosen(value, onChange);
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ');
  const control = (
    <select
      id={id}
      className={css['select']}
      data-small={small || undefined}
      aria-label={labelHidden ? label : undefined}
      aria-invalid={error ? true : undefined}
      aria-describedby={described || undefined}
      value={shown}
      disabled={disabled}
      onChange={({ target }) => {
        const chosen = options.find((one) => one.value === target.value);
        if (chosen) choose(chosen.value);
      }}
    >
      {inGroups(options).map(({ group, members }) => {
        const shown = members.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ));
        return group === undefined ? (
          shown
        ) : (
          <optgroup key={group} label={group}>
            {shown}
          </optgroup>
        );
      })}
    </select>
  );
  if (labelHidden) return control;
  return (
    <div className={field['field']}>
      <label className={field['label']} htmlFor={id}>
        {label}
      </label>
      {control}
      {hint && (
        <p id={`${id}-hint`} className={field['hint']}>
          {hint}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} className={field['error']} role="alert">
          {error}
        </p>
      )}
    </div>
  );
}
