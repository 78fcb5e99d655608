import { ScrollText } from 'lucide-react';
import { memo, useCallback, useRef, useState } from 'react';
import type { SessionSettings } from '#storage/rows.ts';
import { isFocusLost } from '#ui/kit/keyboard/is-focus-lost.ts';
import { NameInput } from '#ui/kit/controls/name-input.tsx';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { draftOf } from '#ui/shared/library/assistant-draft.ts';
import { ArchivedMark } from '#ui/shared/organize/archived-mark.tsx';
import { useToast } from '#ui/kit/toasts/use-toast.ts';
import { TaskCrumb } from '#ui/features/conversation/tasks/task-crumb.tsx';
import { AssistantDialog, ChatMenu, OutlineButton, ProjectMark } from './lazy-parts.ts';
import css from './chat-header.module.css';

interface ChatHeaderProps {
  session: SessionSettings;
  onRename: (title: string) => void;
  onSystem: () => void;
  /** Returns the message in view; `null` when none is rendered. */
  here: () => string | null;
  onGoTo: (messageId: string) => void;
}

/** The conversation's name and its settings. */
export const ChatHeader = memo(function ChatHeader({ session, onRename, onSystem, here, onGoTo }: ChatHeaderProps) {
  const t = useT('chat');
  const library = useT('library');
  const toast = useToast();
  const [editing, setEditing] = useState(false);
  const [saving, setSaving] = useState(false);
  const startEditing = useCallback(() => setEditing(true), []);
  const startSaving = useCallback(() => setSaving(true), []);
  const name = useRef<HTMLButtonElement>(null);
  const title = session.title || t('header.untitled');
  return (
    <header className={css['header']}>
      {session.task && <TaskCrumb task={session.task} />}
      {editing ? (
        <NameInput
          className={css['field']}
          title={session.title}
          placeholder={t('header.untitled')}
          label={t('header.titleLabel')}
          onDone={(next) => {
            setEditing(false);
            // Unless the user went elsewhere.
            setTimeout(() => isFocusLost() && name.current?.focus());
            if (next !== null && next !== '' && next !== session.title) onRename(next);
          }}
        />
      ) : (
        <h1 className={css['heading']} data-drag-out={session.id}>
          <button
            ref={name}
            type="button"
            className={css['title']}
            title={t('header.rename')}
            onClick={() => setEditing(true)}
          >
            {title}
          </button>
        </h1>
      )}
      {session.archivedAt !== undefined && <ArchivedMark session={session} onDone={() => name.current?.focus()} />}
      {session.folder !== undefined && <ProjectMark folder={session.folder} onOpen={onSystem} />}
      {session.system !== '' && (
        <button type="button" className={css['system']} onClick={onSystem} title={session.system.slice(0, 400)}>
          <ScrollText aria-hidden />
          {t('header.hasSystem')}
        </button>
      )}
      <div className={css['tools']}>
        <OutlineButton sessionId={session.id} here={here} onGoTo={onGoTo} />
        <ChatMenu session={session} onRename={startEditing} onSystem={onSystem} onSave={startSaving} />
      </div>
      {saving && (
        <AssistantDialog
          assistant={null}
          draft={draftOf(session)}
          onClose={() => setSaving(false)}
          onSaved={({ name }) => toast({ tone: 'success', title: library('assistant.saved', { name }) })}
        />
      )}
    </header>
  );
});
