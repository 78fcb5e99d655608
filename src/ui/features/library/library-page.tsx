import { Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { AssistantRow, PromptRow } from '#storage/rows.ts';
import { useServices } from '#ui/data/services.ts';
import { Button } from '#ui/kit/controls/button.tsx';
import { IconButton } from '#ui/kit/controls/icon-button.tsx';
import { useModelName } from '#ui/data/use-model-name.ts';
import { useT } from '#ui/kit/i18n/use-t.ts';
import rows from '#ui/kit/controls/rows.module.css';
import { Section } from '#ui/kit/controls/section.tsx';
import { useRemovalToast } from '#ui/kit/toasts/use-removal-toast.ts';
import { AssistantDialog } from '#ui/shared/library/assistant-dialog.tsx';
import css from '#ui/shared/library/library.module.css';
import { PromptDialog } from './prompt-dialog.tsx';
import { useLibraryAction } from '#ui/shared/library/use-library-action.ts';
import { useAssistants, usePrompts } from '#ui/shared/library/use-library.ts';

type Open = { kind: 'prompt'; row: PromptRow | null } | { kind: 'assistant'; row: AssistantRow | null } | null;

/** The library: assistants to start conversations with, and snippets for the message box. */
export function LibraryPage() {
  const t = useT('library');
  const removalToast = useRemovalToast();
  const flows = useServices().library;
  const attempt = useLibraryAction();
  const prompts = usePrompts();
  const assistants = useAssistants();
  const nameOf = useModelName();
  const [open, setOpen] = useState<Open>(null);

  const removed = (name: string, remove: () => Promise<() => Promise<void>>) =>
    void attempt(async () => {
      const back = await remove();
      removalToast('library', {
        count: 1,
        title: (count) => (count === 1 ? t('removed', { name }) : t('removed.several', { count })),
        undo: () => attempt(back),
      });
    });

  return (
    <>
      <p className={rows['intro']}>{t('intro')}</p>
      <Section
        title={t('assistants')}
        intro={t('assistants.intro')}
        action={
          <Button small onClick={() => setOpen({ kind: 'assistant', row: null })}>
            {t('assistant.new')}
          </Button>
        }
      >
        {assistants.length === 0 ? (
          <p className={rows['none']}>{t('assistants.none')}</p>
        ) : (
          <ul className={rows['list']}>
            {assistants.map((row) => (
              <Row
                key={row.id}
                name={row.name}
                note={[row.target && nameOf(row.target), row.system].filter(Boolean).join(' · ')}
                onEdit={() => setOpen({ kind: 'assistant', row })}
                onRemove={() => removed(row.name, () => flows.removeAssistant(row))}
              />
            ))}
          </ul>
        )}
      </Section>
      <Section
        title={t('prompts')}
        intro={t('prompts.intro')}
        action={
          <Button small onClick={() => setOpen({ kind: 'prompt', row: null })}>
            {t('prompt.new')}
          </Button>
        }
      >
        {prompts.length === 0 ? (
          <p className={rows['none']}>{t('prompts.none')}</p>
        ) : (
          <ul className={rows['list']}>
            {prompts.map((row) => (
              <Row
                key={row.id}
                name={row.name}
                note={row.text}
                onEdit={() => setOpen({ kind: 'prompt', row })}
                onRemove={() => removed(row.name, () => flows.removePrompt(row))}
              />
            ))}
          </ul>
        )}
      </Section>
      {open?.kind === 'prompt' && <PromptDialog prompt={open.row} onClose={() => setOpen(null)} />}
      {open?.kind === 'assistant' && <AssistantDialog assistant={open.row} onClose={() => setOpen(null)} />}
    </>
  );
}

interface RowProps {
  name: string;
  note: string;
  onEdit: () => void;
  onRemove: () => void;
}

function Row({ name, note, onEdit, onRemove }: RowProps) {
  const t = useT('library');
  return (
    <li className={`${rows['row']} ${css['row']}`}>
      <div className={css['text']}>
        <p className={css['name']}>{name}</p>
        <p className={css['note']}>{note}</p>
      </div>
      <IconButton small label={t('editOne', { name })} icon={<Pencil />} onClick={onEdit} />
      <IconButton small label={t('removeOne', { name })} icon={<Trash2 />} onClick={onRemove} />
    </li>
  );
}
