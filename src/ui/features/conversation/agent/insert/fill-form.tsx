import { useEffect, useRef, useState, type FormEvent } from 'react';
import { Button } from '#ui/kit/controls/button.tsx';
import { Field } from '#ui/kit/controls/field.tsx';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { fieldsOf, type Offering } from './offering.ts';
import field from '#ui/kit/controls/field.module.css';
import text from '#ui/kit/controls/text.module.css';
import css from './insert.module.css';

export type Values = Readonly<Record<string, string>>;

interface FillFormProps {
  offering: Offering;
  values: Values;
  onValues: (values: Values) => void;
  busy: boolean;
  onBack: () => void;
  /** Optional fields left empty are not among the values. */
  onFilled: (values: Record<string, string>) => void;
}

/** Asks for the arguments of a prompt or an address. */
export function FillForm({ offering, values, onValues, busy, onBack, onFilled }: FillFormProps) {
  const t = useT('insert');
  const form = useRef<HTMLFormElement>(null);
  const [checked, setChecked] = useState(false);
  const fields = fieldsOf(offering);
  const lacks = (name: string, required: boolean) => required && (values[name] ?? '').trim() === '';
  useEffect(() => form.current?.querySelector('input')?.focus(), []);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    if (fields.some(({ name, required }) => lacks(name, required))) {
      setChecked(true);
      queueMicrotask(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
      return;
    }
    onFilled(Object.fromEntries(Object.entries(values).filter(([, value]) => value !== '')));
  };

  return (
    <form ref={form} className={field['stack']} noValidate onSubmit={submit}>
      {offering.description !== '' && <p className={text['quiet']}>{offering.description}</p>}
      {fields.map(({ name, description, required }) => (
        <Field
          key={name}
          label={required ? name : t('fill.optional', { name })}
          hint={description || undefined}
          value={values[name] ?? ''}
          autoComplete="off"
          error={checked && lacks(name, required) ? t('fill.required') : null}
          onChange={({ target }) => onValues({ ...values, [name]: target.value })}
        />
      ))}
      <div className={css['actions']}>
        <Button onClick={onBack}>{t('back')}</Button>
        <Button type="submit" variant="primary" busy={busy}>
          {t(offering.kind === 'prompt' ? 'fill.insert' : 'fill.attach')}
        </Button>
      </div>
    </form>
  );
}
