import { useId } from 'react';
import css from '#ui/controls/field.module.css';
import own from './library.module.css';

interface TextFieldProps {
  label: string;
  hint?: string;
  value: string;
  rows: number;
  placeholder?: string;
  error?: string | null;
  onChange: (value: string) => void;
}

/** As Field, for several lines of what one says. */
export function TextField({ label, hint, value, rows, placeholder, error, onChange }: TextFieldProps) {
  const id = useId();
  return (
    <div className={css['field']}>
      <label className={css['label']} htmlFor={id}>
        {label}
      </label>
      <textarea
        id={id}
        className={`${css['input']} ${own['text']}`}
        value={value}
        rows={rows}
        placeholder={placeholder}
        aria-invalid={error ? true : undefined}
        aria-describedby={`${id}-hint ${id}-error`}
        onChange={({ target }) => onChange(target.value)}
      />
      <p id={`${id}-hint`} className={css['hint']}>
        {hint}
      </p>
      <p id={`${id}-error`} className={css['error']} role="alert">
        {error}
      </p>
    </div>
  );
}
