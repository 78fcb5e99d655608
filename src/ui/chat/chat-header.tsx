import { Menu } from '@base-ui/react/menu';
import { BookmarkPlus, Ellipsis, FileDown, FileSearch, Pencil, ScrollText } from 'lucide-react';
import { useEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import type { SessionRow } from '#storage/rows.ts';
import { iconButtonClass } from '#ui/controls/button.tsx';
import menu from '#ui/controls/menu.module.css';
import { useT } from '#ui/i18n/use-t.ts';
import { AssistantDialog, draftOf } from '#ui/library/assistant-dialog.tsx';
import { useReports } from '#ui/report/report-context.ts';
import { useToast } from '#ui/toasts/use-toast.ts';
import { TaskCrumb } from '#ui/runs/task-crumb.tsx';
import { useExportDialog } from '#ui/transfer/export-dialog-context.ts';
import css from './chat-header.module.css';

interface ChatHeaderProps {
  session: SessionRow;
  onRename: (title: string) => void;
  onSystem: () => void;
  /** Stands beside the menu. */
  children?: ReactNode;
}

/** Name of the conversation and what can be set for all of it. */
export function ChatHeader({ session, onRename, onSystem, children }: ChatHeaderProps) {
  const t = useT('chat');
  const reports = useT('report');
  const transfer = useT('transfer');
  const exportThem = useExportDialog();
  const { inspect } = useReports();
  const library = useT('library');
  const toast = useToast();
  const [editing, setEditing] = useState(false);
  const [saving, setSaving] = useState(false);
  const giveFocusBack = useRef(true);
  const title = session.title || t('header.untitled');
  return (
    <header className={css['header']}>
      {session.task && <TaskCrumb task={session.task} />}
      {editing ? (
        <TitleField
          title={session.title}
          onDone={(next) => {
            setEditing(false);
            if (next !== null && next !== '' && next !== session.title) onRename(next);
          }}
        />
      ) : (
        <h1 className={css['heading']}>
          <button type="button" className={css['title']} title={t('header.rename')} onClick={() => setEditing(true)}>
            {title}
          </button>
        </h1>
      )}
      {session.system !== '' && (
        <button type="button" className={css['system']} onClick={onSystem} title={session.system.slice(0, 400)}>
          <ScrollText aria-hidden />
          {t('header.hasSystem')}
        </button>
      )}
      {children && <span className={css['tools']}>{children}</span>}
      <Menu.Root>
        <Menu.Trigger className={`${iconButtonClass()} ${css['menu']}`} aria-label={t('header.menu')}>
          <Ellipsis aria-hidden />
        </Menu.Trigger>
        <Menu.Portal>
          <Menu.Positioner className={menu['positioner']} align="end" sideOffset={4}>
            <Menu.Popup className={menu['popup']} finalFocus={() => giveFocusBack.current}>
              <Menu.Item
                className={menu['item']}
                onClick={() => {
                  giveFocusBack.current = false;
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
}

function TitleField({ title, onDone }: { title: string; onDone: (title: string | null) => void }) {
  const t = useT('chat');
  const field = useRef<HTMLInputElement>(null);
  const done = useRef(false);
  useEffect(() => field.current?.select(), []);
  const finish = (value: string | null) => {
    if (done.current) return;
    done.current = true;
    onDone(value === null ? null : value.trim());
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter') finish(event.currentTarget.value);
    else if (event.key === 'Escape') finish(null);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <input
      ref={field}
      className={css['field']}
      defaultValue={title}
      placeholder={t('header.untitled')}
      aria-label={t('header.titleLabel')}
      maxLength={300}
      onKeyDown={onKeyDown}
      onBlur={(event) => finish(event.currentTarget.value)}
    />
  );
}
