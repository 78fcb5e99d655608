import { useId, type ComponentProps, type ReactNode } from 'react';
import field from './field.module.css';
import css from './text-area.module.css';

interface TextAreaProps extends Omit<ComponentProps<'textarea'>, 'id'> {
  label: string;
  hint?: ReactNode;
  error?: string | null;
  /** For text that machines read: no spell check, no capitalization, fixed-width font. */
  mono?: boolean;
}

/** Like Field, for several lines. */
export function TextArea({ label, hint, error, mono, ...rest }: TextAreaProps) {
  const id = useId();
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ');
  return (
    <div className={field['field']}>
      <label className={field['label']} htmlFor={id}>
        {label}
      </label>
      <textarea
        {...(mono && { spellCheck: false, autoComplete: 'off', autoCapitalize: 'off' })}
        {...rest}
        id={id}
        className={`${field['input']} ${mono ? field['mono'] : ''} ${css['area']}`}
        aria-invalid={error ? true : undefined}
        aria-describedby={described || undefined}
      />
      {hint && (
        <p id={`${id}-hint`} className={field['hint']}>
          {hint}
        </p>
      )}
      <p id={`${id}-error`} className={field['error']} role="alert">
        {error}
      </p>
    </div>
  );
}
