import { Trash2 } from 'lucide-react';
import { useEffect, useRef, useState, type FormEvent } from 'react';
import { without } from '#core/without.ts';
import type { SessionRow } from '#storage/rows.ts';
import { normalizeTag, countTags } from '#storage/session-tags.ts';
import { Button } from '#ui/kit/controls/button.tsx';
import { EditModal } from '#ui/kit/controls/edit-modal.tsx';
import { IconButton } from '#ui/kit/controls/icon-button.tsx';
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
  /** Names that aren't entered yet, by tag. */
  const [texts, setTexts] = useState<Readonly<Record<string, string>>>({});
  return (
    <EditModal
      open
      unsaved={counts.some(({ tag }) => newName(tag, texts[tag]) !== null)}
      onClose={onClose}
      title={t('manageTitle')}
      description={t(counts.length === 0 ? 'tagFilterNone' : 'manageBody')}
      renderFooter={(leave) => <Button onClick={leave}>{t('done')}</Button>}
    >
      {counts.length > 0 && <TagList counts={counts} texts={texts} onTexts={setTexts} actions={actions} />}
    </EditModal>
  );
}

interface TagListProps extends Pick<TagsDialogProps, 'actions'> {
  counts: ReturnType<typeof countTags>;
  texts: Readonly<Record<string, string>>;
  onTexts: (texts: Readonly<Record<string, string>>) => void;
}

/** What the text makes of a tag; `null` if it stays as it is. */
function newName(tag: string, text: string = tag): string | null {
  const to = normalizeTag(text);
  return to !== '' && to !== tag ? to : null;
}

function TagList({ counts, texts, onTexts, actions }: TagListProps) {
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
            text={texts[tag] ?? tag}
            onText={(text) => onTexts({ ...texts, [tag]: text })}
            takesFocus={tag === renamed}
            onRename={(to) => {
              setRenamed(to);
              onTexts(without(texts, tag));
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
  text: string;
  onText: (text: string) => void;
  /** When it appears. */
  takesFocus: boolean;
  onRename: (to: string) => void;
}

/** A new name takes effect with Enter or the button, so that nothing is merged by accident. */
function TagName({ tag, text, onText, takesFocus, onRename }: TagNameProps) {
  const t = useT('organize');
  const field = useRef<HTMLInputElement>(null);
  const [takes] = useState(takesFocus);
  useEffect(() => {
    // Renaming takes a moment. The user may be at another tag by then.
    if (takes && isFocusLost()) field.current?.focus();
  }, [takes]);
  const to = newName(tag, text);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (to !== null) onRename(to);
  };
  return (
    <form className={css['name']} onSubmit={submit}>
      <input
        ref={field}
        value={text}
        aria-label={t('manageName', { tag })}
        spellCheck={false}
        onChange={(event) => onText(event.target.value)}
      />
      {to !== null && (
        <Button small type="submit">
          {t('manageRename')}
        </Button>
      )}
    </form>
  );
}
