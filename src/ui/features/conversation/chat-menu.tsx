import { Menu } from '@base-ui/react/menu';
import {
  Archive,
  ArchiveRestore,
  BookmarkPlus,
  Ellipsis,
  FileDiff,
  FileDown,
  FileSearch,
  FolderInput,
  ListRestart,
  Pencil,
  Pin,
  PinOff,
  Printer,
  ScrollText,
  Share,
  SlidersHorizontal,
  Tag,
  Trash2,
} from 'lucide-react';
import { use, useRef, useState } from 'react';
import type { SessionSettings } from '#storage/rows.ts';
import { useExportDialog } from '#ui/data/export-dialog-context.ts';
import { useIsTemporary } from '#ui/data/temporary-chats.ts';
import { useHostInfo } from '#ui/data/use-host-info.ts';
import { besideForChanges } from '#ui/features/conversation/changes/open-changes.tsx';
import { ShowPanelsContext } from '#ui/features/conversation/scene/conversation-context.ts';
import { useReports } from '#ui/features/conversation/inspector/inspector-context.ts';
import { useHasDeleted } from '#ui/features/conversation/scene/chat-context.ts';
import { iconButtonClass } from '#ui/kit/controls/button.tsx';
import menu from '#ui/kit/controls/menu.module.css';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { lazyPart } from '#ui/kit/lazy-part.ts';
import { shareWay } from '#ui/shared/files/share-way.ts';
import { useOrganizeActions } from '#ui/shared/organize/use-organize-actions.ts';
import { useTrash } from '#ui/shared/organize/use-trash.ts';

const OrganizeDialog = lazyPart(async () => (await import('./organize-dialog.tsx')).OrganizeDialog);
const DeletedMessages = lazyPart(async () => (await import('./deleted/deleted-messages.tsx')).DeletedMessages);
const ParametersDialog = lazyPart(async () => (await import('./parameters-dialog.tsx')).ParametersDialog);

interface ChatMenuProps {
  session: SessionSettings;
  onRename: () => void;
  onSystem: () => void;
  /** Saves it as an assistant. */
  onSave: () => void;
}

/** What can be done with the whole conversation. */
export function ChatMenu({ session, onRename, onSystem, onSave }: ChatMenuProps) {
  const t = useT('chat');
  const frame = useT('frame');
  const order = useT('organize');
  const library = useT('library');
  const parameters = useT('parameters');
  const tree = useT('tree');
  const reports = useT('report');
  const transfer = useT('transfer');
  const changes = useT('changes');
  const trigger = useRef<HTMLButtonElement>(null);
  const show = use(ShowPanelsContext);
  const exportThem = useExportDialog();
  const share = shareWay(useHostInfo()?.mount);
  const { inspect } = useReports();
  const isTemporary = useIsTemporary();
  const restoreFocus = useRef(true);
  const [tuning, setTuning] = useState(false);
  const [restoring, setRestoring] = useState(false);
  const hasDeleted = useHasDeleted();
  const [dialog, setDialog] = useState<'move' | 'tag' | null>(null);
  const actions = useOrganizeActions();
  const trash = useTrash(session.id);
  const these = [session];
  const pinned = session.pinned === 1;
  const archived = session.archivedAt !== undefined;
  return (
    <>
      <Menu.Root onOpenChange={(open) => (restoreFocus.current ||= open)}>
        <Menu.Trigger ref={trigger} className={iconButtonClass()} aria-label={t('header.menu')}>
          <Ellipsis aria-hidden />
        </Menu.Trigger>
        <Menu.Portal>
          <Menu.Positioner className={menu['positioner']} align="end" sideOffset={4}>
            <Menu.Popup className={menu['popup']} finalFocus={() => restoreFocus.current}>
              <Menu.Item
                className={menu['item']}
                onClick={() => {
                  restoreFocus.current = false;
                  onRename();
                }}
              >
                <Pencil aria-hidden />
                {t('header.rename')}
              </Menu.Item>
              {!isTemporary && (
                <>
                  <Menu.Item className={menu['item']} onClick={() => actions.pin(these, !pinned)}>
                    {pinned ? <PinOff aria-hidden /> : <Pin aria-hidden />}
                    {frame(pinned ? 'session.unpin' : 'session.pin')}
                  </Menu.Item>
                  <Menu.Item className={menu['item']} onClick={() => setDialog('move')}>
                    <FolderInput aria-hidden />
                    {order('move')}
                  </Menu.Item>
                  <Menu.Item className={menu['item']} onClick={() => setDialog('tag')}>
                    <Tag aria-hidden />
                    {order('tags')}
                  </Menu.Item>
                  <Menu.Separator className={menu['separator']} />
                </>
              )}
              <Menu.Item className={menu['item']} onClick={onSystem}>
                <ScrollText aria-hidden />
                {t('header.system')}
              </Menu.Item>
              {session.target && (
                <Menu.Item className={menu['item']} onClick={() => setTuning(true)}>
                  <SlidersHorizontal aria-hidden />
                  {parameters('open')}
                </Menu.Item>
              )}
              {!isTemporary && (
                <Menu.Item className={menu['item']} onClick={onSave}>
                  <BookmarkPlus aria-hidden />
                  {library('assistant.fromSession')}
                </Menu.Item>
              )}
              <Menu.Item className={menu['item']} onClick={() => inspect({ kind: 'next', sessionId: session.id })}>
                <FileSearch aria-hidden />
                {reports('inspector.openNext')}
              </Menu.Item>
              {show && (
                <Menu.Item
                  className={menu['item']}
                  onClick={() => {
                    restoreFocus.current = false;
                    show(besideForChanges(trigger.current));
                  }}
                >
                  <FileDiff aria-hidden />
                  {changes('open')}
                </Menu.Item>
              )}
              {hasDeleted && (
                <Menu.Item className={menu['item']} onClick={() => setRestoring(true)}>
                  <ListRestart aria-hidden />
                  {tree('deleted.open')}
                </Menu.Item>
              )}
              {!isTemporary && (
                <>
                  <Menu.Item className={menu['item']} onClick={() => exportThem([session.id])}>
                    <FileDown aria-hidden />
                    {transfer('export.menu')}
                  </Menu.Item>
                  {share !== null && (
                    <Menu.Item className={menu['item']} onClick={() => exportThem([session.id], 'share')}>
                      <Share aria-hidden />
                      {transfer('share.menu')}
                    </Menu.Item>
                  )}
                  <Menu.Item className={menu['item']} onClick={() => exportThem([session.id], 'paper')}>
                    <Printer aria-hidden />
                    {transfer('print.menu')}
                  </Menu.Item>
                  <Menu.Separator className={menu['separator']} />
                  <Menu.Item className={menu['item']} onClick={() => actions.archive(these, !archived)}>
                    {archived ? <ArchiveRestore aria-hidden /> : <Archive aria-hidden />}
                    {order(archived ? 'takeOut' : 'archive')}
                  </Menu.Item>
                  <Menu.Item className={`${menu['item']} ${menu['danger']}`} onClick={() => void trash(these, null)}>
                    <Trash2 aria-hidden />
                    {frame('session.delete')}
                  </Menu.Item>
                </>
              )}
            </Menu.Popup>
          </Menu.Positioner>
        </Menu.Portal>
      </Menu.Root>
      {dialog && <OrganizeDialog dialog={{ kind: dialog, sessions: [session.id] }} onClose={() => setDialog(null)} />}
      {restoring && <DeletedMessages onClose={() => setRestoring(false)} />}
      {tuning && <ParametersDialog session={session} onClose={() => setTuning(false)} />}
    </>
  );
}
