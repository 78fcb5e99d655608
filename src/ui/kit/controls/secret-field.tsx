import { Eye, EyeOff } from 'lucide-react';
import { useId, useState, type ComponentProps, type ReactNode } from 'react';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { iconButtonClass } from './button.tsx';
import css from './field.module.css';

interface SecretFieldProps extends Omit<ComponentProps<'input'>, 'id' | 'type' | 'value' | 'defaultValue'> {
  label: string;
  hint?: ReactNode;
  error?: string | null;
  mono?: boolean;
}

/**
 * For keys and passphrases. Uncontrolled on purpose: React would mirror a controlled value into the DOM attribute.
 * Callers read it from the form's data and reset the form when they are done.
 */
export function SecretField({ label, hint, error, mono, ...rest }: SecretFieldProps) {
  const t = useT('common');
  const id = useId();
  const [shown, setShown] = useState(false);
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ');
  const toggle = shown ? t('secret.hide') : t('secret.show');
  return (
    <div className={css['field']}>
      <label className={css['label']} htmlFor={id}>
        {label}
      </label>
      <div className={css['withButton']}>
        <input
          autoComplete="off"
          {...rest}
          id={id}
          type={shown ? 'text' : 'password'}
          className={`${css['input']} ${mono ? css['mono'] : ''}`}
          spellCheck={false}
          autoCapitalize="off"
          data-1p-ignore
          data-lpignore="true"
          aria-invalid={error ? true : undefined}
          aria-describedby={described || undefined}
        />
        <button
          type="button"
          className={iconButtonClass(true)}
          aria-label={toggle}
          title={toggle}
          aria-pressed={shown}
          onClick={() => setShown(!shown)}
        >
          {shown ? <EyeOff aria-hidden /> : <Eye aria-hidden />}
        </button>
      </div>
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
