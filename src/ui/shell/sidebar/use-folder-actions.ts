import { useT } from '#ui/kit/i18n/use-t.ts';
import { useFrame } from '#ui/shell/scene/frame-context.ts';
import { folderKey } from '#ui/shell/scene/line-key.ts';
import type { FolderActions } from './folder-menu.tsx';
import type { SidebarList } from './use-sidebar-list.ts';

export interface FolderListActions extends FolderActions {
  /** Creates a folder, which is then named in place; `null` for one outside of all others. */
  create(parent: string | null): void;
  moveInto(id: string, parent: string | null): void;
}

/** What the sidebar can do with folders. */
export function useFolderActions(list: SidebarList): FolderListActions {
  const tOrganize = useT('organize');
  const { folders, organizing, commands } = useFrame();
  const order = organizing.actions;
  const create = (parent: string | null) => {
    list.setSearch('');
    if (parent !== null) list.unfold(parent);
    organizing.newFolder(parent);
  };
  return {
    create,
    newChat({ folder }) {
      list.unfold(folder.id);
      commands.newChat(folder.id);
    },
    newFolder: ({ folder }) => create(folder.id),
    rename: ({ folder }) => organizing.edit(folderKey(folder.id)),
    move: ({ folder }) => organizing.openDialog({ kind: 'moveFolder', folder: folder.id }),
    project: ({ folder }) => organizing.openDialog({ kind: 'project', folder: folder.id }),
    remove: (line) => order.removeFolder(line),
    moveInto(id, parent) {
      const to = folders.find(({ folder }) => folder.id === parent)?.folder;
      order.moveFolder(id, to?.id ?? null, to?.name ?? tOrganize('folder.outside'));
    },
  };
}
