import { Menu } from '@base-ui/react/menu';
import { FolderInput, FolderPlus, Pencil, ScrollText, SquarePen, Trash2 } from 'lucide-react';
import { useRef } from 'react';
import { MAX_FOLDER_DEPTH, type OutlinedFolder } from '#core/folder-tree.ts';
import menu from '#ui/kit/controls/menu.module.css';
import { useT } from '#ui/kit/i18n/use-t.ts';

export interface FolderActions {
  newChat(line: OutlinedFolder): void;
  newFolder(line: OutlinedFolder): void;
  rename(line: OutlinedFolder): void;
  move(line: OutlinedFolder): void;
  project(line: OutlinedFolder): void;
  remove(line: OutlinedFolder): void;
}

/** The actions for one folder. */
export function FolderMenuPopup({ line, actions }: { line: OutlinedFolder; actions: FolderActions }) {
  const order = useT('organize');
  const projects = useT('projects');
  /** Every action except Escape moves the focus itself. */
  const restoreFocus = useRef(true);
  const doing = (act: (line: OutlinedFolder) => void) => () => {
    restoreFocus.current = false;
    act(line);
  };
  return (
    <Menu.Positioner className={menu['positioner']} sideOffset={4} align="start">
      <Menu.Popup className={menu['popup']} finalFocus={() => restoreFocus.current}>
        <Menu.Item className={menu['item']} onClick={doing(actions.newChat)}>
          <SquarePen aria-hidden />
          {order('folder.new')}
        </Menu.Item>
        {line.depth < MAX_FOLDER_DEPTH && (
          <Menu.Item className={menu['item']} onClick={doing(actions.newFolder)}>
            <FolderPlus aria-hidden />
            {order('folder.inside')}
          </Menu.Item>
        )}
        <Menu.Item className={menu['item']} onClick={doing(actions.project)}>
          <ScrollText aria-hidden />
          {projects('menu')}
        </Menu.Item>
        <Menu.Item className={menu['item']} onClick={doing(actions.rename)}>
          <Pencil aria-hidden />
          {order('folder.rename')}
        </Menu.Item>
        <Menu.Item className={menu['item']} onClick={doing(actions.move)}>
          <FolderInput aria-hidden />
          {order('folder.move')}
        </Menu.Item>
        <Menu.Separator className={menu['separator']} />
        <Menu.Item className={`${menu['item']} ${menu['danger']}`} onClick={doing(actions.remove)}>
          <Trash2 aria-hidden />
          {order('folder.delete')}
        </Menu.Item>
      </Menu.Popup>
    </Menu.Positioner>
  );
}
