import { Trash2 } from 'lucide-react';
import { useEffect, useRef, useState, type FormEvent } from 'react';
import type { SessionRow } from '#storage/rows.ts';
import { normalizeTag, countTags } from '#storage/session-tags.ts';
import { Button } from '#ui/kit/controls/button.tsx';
import { IconButton } from '#ui/kit/controls/icon-button.tsx';
import { Modal } from '#ui/kit/controls/modal.tsx';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { isFocusLost } from '#ui/kit/keyboard/is-focus-lost.ts';
import { useKeptFocus } from '#ui/kit/keyboard/use-kept-focus.ts';
import type { OrganizeActions } from './use-organize-actions.ts';
import css from './tags-dialog.module.css';

interface TagsDialogProps {
  onClose: () => void;
  sessions: readonly SessionRow[];
  actions: Pick<OrganizeActions, 'renameTag' | 'dropTag'>;
}

/** Renames, merges or removes a tag in all conversations at once. */
export function TagsDialog({ onClose, sessions, actions }: TagsDialogProps) {
  const t = useT('organize');
  const counts = countTags(sessions);
  return (
    <Modal
      open
      onOpenChange={(next) => !next && onClose()}
      title={t('manageTitle')}
      description={t(counts.length === 0 ? 'tagFilterNone' : 'manageBody')}
      footer={<Button onClick={onClose}>{t('done')}</Button>}
    >
      {counts.length > 0 && <TagList counts={counts} actions={actions} />}
    </Modal>
  );
}

interface TagListProps extends Pick<TagsDialogProps, 'actions'> {
  counts: ReturnType<typeof countTags>;
}

function TagList({ counts, actions }: TagListProps) {
  const t = useT('organize');
  const list = useRef<HTMLUListElement>(null);
  useKeptFocus(list);
  const [renamed, setRenamed] = useState<string | null>(null);
  return (
    <ul ref={list} className={css['list']}>
      {counts.map(({ tag, count }) => (
        <li key={tag} className={css['row']}>
          <TagName
            tag={tag}
            takesFocus={tag === renamed}
            onRename={(to) => {
              setRenamed(to);
              actions.renameTag(tag, to);
            }}
          />
          <span className={css['count']}>{t('folder.count', { count })}</span>
          <IconButton small label={t('manageRemove', { tag })} icon={<Trash2 />} onClick={() => actions.dropTag(tag)} />
        </li>
      ))}
    </ul>
  );
}

interface TagNameProps {
  tag: string;
  /** When it appears. */
  takesFocus: boolean;
  onRename: (to: string) => void;
}

/** A new name takes effect with Enter or the button, so that nothing is merged by accident. */
function TagName({ tag, takesFocus, onRename }: TagNameProps) {
  const t = useT('organize');
  const field = useRef<HTMLInputElement>(null);
  const [text, setText] = useState(tag);
  const [takes] = useState(takesFocus);
  useEffect(() => {
    // Renaming takes a moment. The user may be at another tag by then.
    if (takes && isFocusLost()) field.current?.focus();
  }, [takes]);
  const to = normalizeTag(text);
  const changed = to !== '' && to !== tag;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (changed) onRename(to);
  };
  return (
    <form className={css['name']} onSubmit={submit}>
      <input
        ref={field}
        value={text}
        aria-label={t('manageName', { tag })}
        spellCheck={false}
        onChange={(event) => setText(event.target.value)}
      />
      {changed && (
        <Button small type="submit">
          {t('manageRename')}
        </Button>
      )}
    </form>
  );
}
