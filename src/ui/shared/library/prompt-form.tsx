import { useRef, useState } from 'react';
import { fillPlaceholders, placeholdersOf } from '#core/prompt-template.ts';
import type { PromptRow } from '#storage/rows.ts';
import { Button } from '#ui/kit/controls/button.tsx';
import { EditModal } from '#ui/kit/controls/edit-modal.tsx';
import { Field } from '#ui/kit/controls/field.tsx';
import field from '#ui/kit/controls/field.module.css';
import { useT } from '#ui/kit/i18n/use-t.ts';

interface PromptFormProps {
  prompt: PromptRow;
  onInsert: (text: string) => void;
  onClose: () => void;
}

/** Asks for the values of a snippet's placeholders and inserts it into the message. Empty fields stay placeholders. */
export function PromptForm({ prompt, onInsert, onClose }: PromptFormProps) {
  const t = useT('library');
  const common = useT('common');
  const form = useRef<HTMLFormElement>(null);
  const first = useRef<HTMLInputElement>(null);
  const [values, setValues] = useState<ReadonlyMap<string, string>>(new Map());
  const insert = () => {
    onInsert(fillPlaceholders(prompt.text, new Map([...values].filter(([, value]) => value !== ''))));
    onClose();
  };
  return (
    <EditModal
      open
      unsaved={[...values.values()].some((value) => value !== '')}
      onClose={onClose}
      title={prompt.name}
      description={t('fill.body')}
      initialFocus={first}
      footer={
        <>
          <Button onClick={onClose}>{common('cancel')}</Button>
          <Button variant="primary" onClick={() => form.current?.requestSubmit()}>
            {t('fill.insert')}
          </Button>
        </>
      }
    >
      <form
        ref={form}
        className={field['stack']}
        onSubmit={(event) => {
          event.preventDefault();
          insert();
        }}
      >
        {placeholdersOf(prompt.text).map((name, index) => (
          <Field
            key={name}
            {...(index === 0 && { ref: first })}
            label={name}
            value={values.get(name) ?? ''}
            autoComplete="off"
            onChange={({ target }) => setValues(new Map(values).set(name, target.value))}
          />
        ))}
        {/* Enter in a field submits a form only if it has a submit button. */}
        <button type="submit" hidden aria-hidden tabIndex={-1} />
      </form>
    </EditModal>
  );
}
