import { useId, type ComponentProps, type ReactNode } from 'react';
import css from './field.module.css';

interface FieldProps extends Omit<ComponentProps<'input'>, 'id'> {
  label: string;
  hint?: ReactNode;
  error?: string | null;
  mono?: boolean;
}

/** A labeled input. Screen readers read the hint and the error with it, and the error also as soon as it appears. */
export function Field({ label, hint, error, mono, className, ...rest }: FieldProps) {
  const id = useId();
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ');
  return (
    <div className={css['field']}>
      <label className={css['label']} htmlFor={id}>
        {label}
      </label>
      <input
        {...rest}
        id={id}
        className={`${css['input']} ${mono ? css['mono'] : ''} ${className ?? ''}`}
        aria-invalid={error ? true : undefined}
        aria-describedby={described || undefined}
      />
      {hint && (
        <p id={`${id}-hint`} className={css['hint']}>
          {hint}
        </p>
      )}
      <p id={`${id}-error`} className={css['error']} role="alert">
        {error}
      </p>
    </div>
  );
}
