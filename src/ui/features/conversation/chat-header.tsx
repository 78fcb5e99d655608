import { Menu } from '@base-ui/react/menu';
import { BookmarkPlus, Ellipsis, FileDown, FileSearch, Pencil, ScrollText } from 'lucide-react';
import { memo, useRef, useState } from 'react';
import type { SessionRow } from '#storage/rows.ts';
import { NameInput } from '#ui/kit/controls/name-input.tsx';
import { iconButtonClass } from '#ui/kit/controls/button.tsx';
import menu from '#ui/kit/controls/menu.module.css';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { draftOf } from '#ui/shared/library/assistant-draft.ts';
import { ArchivedMark } from '#ui/shared/organize/archived-mark.tsx';
import { OutlineButton } from '#ui/features/conversation/outline/outline-button.tsx';
import { useReports } from '#ui/features/conversation/inspector/inspector-context.ts';
import { useToast } from '#ui/kit/toasts/use-toast.ts';
import { TaskCrumb } from '#ui/features/conversation/tasks/task-crumb.tsx';
import { useExportDialog } from '#ui/data/export-dialog-context.ts';
import { AssistantDialog, ProjectMark } from './lazy-parts.ts';
import css from './chat-header.module.css';

interface ChatHeaderProps {
  session: SessionRow;
  onRename: (title: string) => void;
  onSystem: () => void;
  /** Returns the message in view; `null` when none is rendered. */
  here: () => string | null;
  onGoTo: (messageId: string) => void;
}

/** The conversation's name and its settings. */
export const ChatHeader = memo(function ChatHeader({ session, onRename, onSystem, here, onGoTo }: ChatHeaderProps) {
  const t = useT('chat');
  const reports = useT('report');
  const transfer = useT('transfer');
  const exportThem = useExportDialog();
  const { inspect } = useReports();
  const library = useT('library');
  const toast = useToast();
  const [editing, setEditing] = useState(false);
  const [saving, setSaving] = useState(false);
  const name = useRef<HTMLButtonElement>(null);
  const restoreFocus = useRef(true);
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
            if (next !== null && next !== '' && next !== session.title) onRename(next);
          }}
        />
      ) : (
        <h1 className={css['heading']}>
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
        <OutlineButton session={session} here={here} onGoTo={onGoTo} />
        <Menu.Root>
          <Menu.Trigger className={iconButtonClass()} aria-label={t('header.menu')}>
            <Ellipsis aria-hidden />
          </Menu.Trigger>
          <Menu.Portal>
            <Menu.Positioner className={menu['positioner']} align="end" sideOffset={4}>
              <Menu.Popup className={menu['popup']} finalFocus={() => restoreFocus.current}>
                <Menu.Item
                  className={menu['item']}
                  onClick={() => {
                    restoreFocus.current = false;
                    setEditing(true);
                  }}
                >
                  <Pencil aria-hidden />
                  {t('header.rename')}
                </Menu.Item>
                <Menu.Item className={menu['item']} onClick={onSystem}>
                  <ScrollText aria-hidden />
                  {t('header.system')}
                </Menu.Item>
                <Menu.Item className={menu['item']} onClick={() => setSaving(true)}>
                  <BookmarkPlus aria-hidden />
                  {library('assistant.fromSession')}
                </Menu.Item>
                <Menu.Item className={menu['item']} onClick={() => inspect({ kind: 'next', sessionId: session.id })}>
                  <FileSearch aria-hidden />
                  {reports('inspector.openNext')}
                </Menu.Item>
                <Menu.Item className={menu['item']} onClick={() => exportThem([session.id])}>
                  <FileDown aria-hidden />
                  {transfer('export.menu')}
                </Menu.Item>
              </Menu.Popup>
            </Menu.Positioner>
          </Menu.Portal>
        </Menu.Root>
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
