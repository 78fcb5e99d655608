import { Menu } from '@base-ui/react/menu';
import {
  Archive,
  ArchiveRestore,
  FileDown,
  FolderInput,
  Pencil,
  Pin,
  PinOff,
  Share,
  Square,
  Tag,
  Trash2,
} from 'lucide-react';
import { useRef } from 'react';
import type { SessionRow } from '#storage/rows.ts';
import menu from '#ui/kit/controls/menu.module.css';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { LIST_SHORTCUTS } from '#ui/kit/keyboard/frame-shortcuts.ts';
import { formatKeys, isMac, keysFor } from '#ui/kit/keyboard/shortcut.ts';
import { useExportDialog } from '#ui/data/export-dialog-context.ts';
import { useHostInfo } from '#ui/data/use-host-info.ts';
import { shareWay } from '#ui/shared/files/share-way.ts';
import { useActivity, useFrame } from '#ui/shell/scene/frame-context.ts';
import { useListScene } from './list-scene.ts';
import { useListActions } from './use-list-actions.ts';

function keysOf(id: (typeof LIST_SHORTCUTS)[number]['id']): string {
  const mac = isMac(navigator.platform);
  const shortcut = LIST_SHORTCUTS.find((one) => one.id === id);
  return shortcut ? formatKeys(keysFor(shortcut, mac), mac) : '';
}

interface SessionMenuProps {
  session: SessionRow;
  /** The conversations that the actions apply to. */
  affected: readonly SessionRow[];
}

/**
 * The actions for one conversation, or for the full selection if it is part of that. The context menu and the button
 * with three dots show the same ones.
 */
export function SessionMenuPopup({ session, affected: all }: SessionMenuProps) {
  const { organizing } = useFrame();
  const activity = useActivity();
  const { lines } = useListScene();
  const actions = useListActions();
  const several = all.length > 1;
  const t = useT('frame');
  const transfer = useT('transfer');
  const exportThem = useExportDialog();
  const share = shareWay(useHostInfo()?.mount);
  const order = useT('organize');
  /** Renaming, archiving and deleting move the focus themselves. */
  const restoreFocus = useRef(true);
  const instead = (act: () => void) => () => {
    restoreFocus.current = false;
    act();
  };
  return (
    <Menu.Positioner className={menu['positioner']} sideOffset={4} align="start">
      <Menu.Popup className={menu['popup']} finalFocus={() => restoreFocus.current}>
        {activity.running.has(session.id) && !several && (
          <Menu.Item className={menu['item']} onClick={() => actions.stop(session)}>
            <Square aria-hidden />
            {t('session.stop')}
          </Menu.Item>
        )}
        {!several && (
          <Menu.Item className={menu['item']} onClick={instead(() => organizing.edit(session.id))}>
            <Pencil aria-hidden />
            {t('session.rename')}
            <kbd className={menu['keys']}>{keysOf('listRename')}</kbd>
          </Menu.Item>
        )}
        <Menu.Item className={menu['item']} onClick={() => actions.pin(all, session.pinned === 0)}>
          {session.pinned ? <PinOff aria-hidden /> : <Pin aria-hidden />}
          {session.pinned ? t('session.unpin') : t('session.pin')}
        </Menu.Item>
        <Menu.Item className={menu['item']} onClick={instead(() => actions.move(all))}>
          <FolderInput aria-hidden />
          {order('move')}
        </Menu.Item>
        <Menu.Item className={menu['item']} onClick={instead(() => actions.tag(all))}>
          <Tag aria-hidden />
          {order('tags')}
        </Menu.Item>
        <Menu.Item
          className={menu['item']}
          onClick={
            session.archivedAt === undefined ? instead(() => lines.archive(session)) : () => actions.archive(all, false)
          }
        >
          {session.archivedAt === undefined ? <Archive aria-hidden /> : <ArchiveRestore aria-hidden />}
          {order(session.archivedAt === undefined ? 'archive' : 'takeOut')}
        </Menu.Item>
        <Menu.Item className={menu['item']} onClick={() => exportThem(all.map(({ id }) => id))}>
          <FileDown aria-hidden />
          {transfer('export.menu')}
        </Menu.Item>
        {share !== null && !several && (
          <Menu.Item className={menu['item']} onClick={() => exportThem([session.id], 'share')}>
            <Share aria-hidden />
            {transfer('share.menu')}
          </Menu.Item>
        )}
        <Menu.Separator className={menu['separator']} />
        <Menu.Item className={`${menu['item']} ${menu['danger']}`} onClick={instead(() => lines.remove(session))}>
          <Trash2 aria-hidden />
          {t('session.delete')}
          <kbd className={menu['keys']}>{keysOf('listDelete')}</kbd>
        </Menu.Item>
      </Menu.Popup>
    </Menu.Positioner>
  );
}
