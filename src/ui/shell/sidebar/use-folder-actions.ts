import type { OutlinedFolder } from '#core/folder-tree.ts';
import { useT } from '#ui/kit/i18n/use-t.ts';
import type { FolderListActions } from './session-list.tsx';
import { folderKey } from './list-items.ts';
import type { Organizing } from './use-organizing.ts';
import type { SidebarList } from './use-sidebar-list.ts';

interface FolderActionDeps {
  folders: readonly OutlinedFolder[];
  list: SidebarList;
  organizing: Organizing;
  newChat: (folder: string) => void;
  newFolder: (parent: string | null) => void;
}

/** What the lines of folders can do. */
export function useFolderActions(deps: FolderActionDeps): FolderListActions {
  const { folders, list, organizing, newChat, newFolder } = deps;
  const words = useT('organize');
  const order = organizing.actions;
  return {
    newChat({ folder }) {
      list.unfold(folder.id);
      newChat(folder.id);
    },
    newFolder: ({ folder }) => newFolder(folder.id),
    rename: ({ folder }) => organizing.edit(folderKey(folder.id)),
    move: ({ folder }) => organizing.openDialog({ kind: 'moveFolder', folder: folder.id }),
    remove: (line) => order.removeFolder(line),
    renameTo: ({ folder }, name) => order.renameFolder(folder.id, name),
    moveInto(id, parent) {
      const to = folders.find(({ folder }) => folder.id === parent)?.folder;
      order.moveFolder(id, to?.id ?? null, to?.name ?? words('folder.outside'));
    },
    toggle: list.toggle,
  };
}
