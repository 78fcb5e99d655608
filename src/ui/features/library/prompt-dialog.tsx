import { useRef, useState } from 'react';
import { placeholdersOf } from '#core/prompt-template.ts';
import type { PromptRow } from '#storage/rows.ts';
import { useServices } from '#ui/data/services.ts';
import { Field } from '#ui/kit/controls/field.tsx';
import { TextArea } from '#ui/kit/controls/text-area.tsx';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { EditDialog } from '#ui/shared/library/edit-dialog.tsx';
import { useLibraryAction } from '#ui/shared/library/use-library-action.ts';

/** The catalog's own placeholders also use braces. */
const BRACES = { open: '{{', close: '}}' };

interface PromptDialogProps {
  /** `null` for a new one. */
  prompt: PromptRow | null;
  onClose: () => void;
}

export function PromptDialog({ prompt, onClose }: PromptDialogProps) {
  const t = useT('library');
  const flows = useServices().library;
  const attempt = useLibraryAction();
  const name = useRef<HTMLInputElement>(null);
  const [written, setWritten] = useState({ name: prompt?.name ?? '', text: prompt?.text ?? '' });
  const [checked, setChecked] = useState(false);
  const changed = written.name !== (prompt?.name ?? '') || written.text !== (prompt?.text ?? '');
  const places = placeholdersOf(written.text);
  const lacks = (value: string) => (checked && value.trim() === '' ? t('required') : null);

  const save = async () => {
    setChecked(true);
    if (written.name.trim() === '' || written.text.trim() === '') return;
    const saved = await attempt(() =>
      flows.savePrompt({ ...written, ...(prompt && { id: prompt.id }) }, prompt ?? undefined),
    );
    if (saved) onClose();
  };
  return (
    <EditDialog
      unsaved={changed}
      onClose={onClose}
      title={t(prompt ? 'prompt.edit' : 'prompt.new')}
      description={t('prompt.help', BRACES)}
      initialFocus={name}
      onSave={() => void save()}
    >
      <Field
        ref={name}
        label={t('name')}
        value={written.name}
        maxLength={80}
        autoComplete="off"
        error={lacks(written.name)}
        onChange={({ target }) => setWritten({ ...written, name: target.value })}
      />
      <TextArea
        label={t('prompt.text')}
        rows={10}
        value={written.text}
        error={lacks(written.text)}
        placeholder={t('prompt.placeholder', BRACES)}
        hint={places.length > 0 ? t('prompt.places', { places: places.join(', ') }) : t('prompt.noPlaces')}
        onChange={({ target }) => setWritten({ ...written, text: target.value })}
      />
    </EditDialog>
  );
}
