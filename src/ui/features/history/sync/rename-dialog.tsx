import { useRef, useState, type FormEvent } from 'react';
import { useServices } from '#ui/data/services.ts';
import { Button } from '#ui/kit/controls/button.tsx';
import { EditModal } from '#ui/kit/controls/edit-modal.tsx';
import { Field } from '#ui/kit/controls/field.tsx';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { MAX_NAME_LENGTH } from './longest-name.ts';
import { useSyncAct } from './use-sync-act.ts';
import css from './sync.module.css';

interface RenameDialogProps {
  name: string;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** The name that other devices see for this one. */
export function RenameDialog({ name, open, onOpenChange }: RenameDialogProps) {
  const t = useT('sync');
  const common = useT('common');
  const act = useSyncAct();
  const { sync } = useServices();
  const input = useRef<HTMLInputElement>(null);
  const [empty, setEmpty] = useState(false);
  const [written, setWritten] = useState(false);
  const close = () => {
    setWritten(false);
    onOpenChange(false);
  };

  const save = (event: FormEvent) => {
    event.preventDefault();
    const name = input.current?.value.trim() ?? '';
    setEmpty(name === '');
    if (name === '') return;
    void act(sync.rename(name));
    close();
  };
  return (
    <EditModal open={open} unsaved={written} onClose={close} title={t('renameTitle')} initialFocus={input}>
      <form className={css['form']} onSubmit={save} noValidate>
        <Field
          ref={input}
          name="name"
          label={t('renameLabel')}
          hint={t('renameHint')}
          error={empty ? t('renameEmpty') : null}
          defaultValue={name}
          onChange={({ target }) => setWritten(target.value.trim() !== name)}
          maxLength={MAX_NAME_LENGTH}
          autoComplete="off"
        />
        <div className={css['actions']}>
          <Button onClick={close}>{common('cancel')}</Button>
          <Button type="submit" variant="primary">
            {t('save')}
          </Button>
        </div>
      </form>
    </EditModal>
  );
}
