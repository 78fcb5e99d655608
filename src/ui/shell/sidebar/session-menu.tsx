import { Menu } from '@base-ui/react/menu';
import { Archive, ArchiveRestore, FileDown, FolderInput, Pencil, Pin, PinOff, Square, Tag, Trash2 } from 'lucide-react';
import { useRef } from 'react';
import type { SessionRow } from '#storage/rows.ts';
import menu from '#ui/kit/controls/menu.module.css';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { LIST_SHORTCUTS } from '#ui/kit/keyboard/frame-shortcuts.ts';
import { formatKeys, isMac, keysFor } from '#ui/kit/keyboard/shortcut.ts';
import { useExportDialog } from '#ui/data/export-dialog-context.ts';

interface SessionMenuPopupProps {
  session: SessionRow;
  /** The conversations the actions apply to: this one alone, or the full selection. */
  ids: readonly string[];
  running: boolean;
  onRename: () => void;
  onTogglePin: () => void;
  onMove: () => void;
  onTag: () => void;
  onToggleArchived: () => void;
  onStop: () => void;
  onDelete: () => void;
}

function keysOf(id: (typeof LIST_SHORTCUTS)[number]['id']): string {
  const mac = isMac(navigator.platform);
  const shortcut = LIST_SHORTCUTS.find((one) => one.id === id);
  return shortcut ? formatKeys(keysFor(shortcut, mac), mac) : '';
}

/** The actions for one conversation. The context menu and the button with three dots show the same ones. */
export function SessionMenuPopup(props: SessionMenuPopupProps) {
  const { session, ids, running, onRename, onTogglePin, onMove, onTag, onToggleArchived, onStop, onDelete } = props;
  const several = ids.length > 1;
  const t = useT('frame');
  const transfer = useT('transfer');
  const exportThem = useExportDialog();
  const order = useT('organize');
  /** Renaming and deleting move the focus themselves. */
  const restoreFocus = useRef(true);
  const instead = (act: () => void) => () => {
    restoreFocus.current = false;
    act();
  };
  return (
    <Menu.Positioner className={menu['positioner']} sideOffset={4} align="start">
      <Menu.Popup className={menu['popup']} finalFocus={() => restoreFocus.current}>
        {running && !several && (
          <Menu.Item className={menu['item']} onClick={onStop}>
            <Square aria-hidden />
            {t('session.stop')}
          </Menu.Item>
        )}
        {!several && (
          <Menu.Item className={menu['item']} onClick={instead(onRename)}>
            <Pencil aria-hidden />
            {t('session.rename')}
            <kbd className={menu['keys']}>{keysOf('listRename')}</kbd>
          </Menu.Item>
        )}
        <Menu.Item className={menu['item']} onClick={onTogglePin}>
          {session.pinned ? <PinOff aria-hidden /> : <Pin aria-hidden />}
          {session.pinned ? t('session.unpin') : t('session.pin')}
        </Menu.Item>
        <Menu.Item className={menu['item']} onClick={instead(onMove)}>
          <FolderInput aria-hidden />
          {order('move')}
        </Menu.Item>
        <Menu.Item className={menu['item']} onClick={instead(onTag)}>
          <Tag aria-hidden />
          {order('tags')}
        </Menu.Item>
        <Menu.Item className={menu['item']} onClick={onToggleArchived}>
          {session.archivedAt === undefined ? <Archive aria-hidden /> : <ArchiveRestore aria-hidden />}
          {order(session.archivedAt === undefined ? 'archive' : 'takeOut')}
        </Menu.Item>
        <Menu.Item className={menu['item']} onClick={() => exportThem(ids)}>
          <FileDown aria-hidden />
          {transfer('export.menu')}
        </Menu.Item>
        <Menu.Separator className={menu['separator']} />
        <Menu.Item className={`${menu['item']} ${menu['danger']}`} onClick={instead(onDelete)}>
          <Trash2 aria-hidden />
          {t('session.delete')}
          <kbd className={menu['keys']}>{keysOf('listDelete')}</kbd>
        </Menu.Item>
      </Menu.Popup>
    </Menu.Positioner>
  );
}
